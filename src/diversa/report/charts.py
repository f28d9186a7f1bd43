# SPDX-License-Identifier: Apache-2.0
"""The charts of a report: each from plain numbers to a drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from diversa.report.drawing import (
    AFTER,
    BEFORE,
    INK,
    LETTER,
    LINE,
    MUTED,
    PAPER,
    breadth,
    drawing,
    shortened,
)

LINE_HEIGHT = 0.28
"""Inches of one line of a chart with names on its left."""


LONGEST = 34
"""Letters that have room beside a chart."""

FEW_PAIRS = 9
"""Attributes of a matrix whose fields have room for numbers."""


class Change(NamedTuple):
    """A share before and after, or of one table alone."""

    name: str
    shares: Sequence[float]


def changes(name: str, title: str, lines: Sequence[Change], *, unit: str) -> str:
    """Shares before and after as two dots on one line each."""

    def paint(axes: Any) -> None:  # noqa: ANN401 - axes of Matplotlib
        places = range(len(lines))
        before, after = (
            [line.shares[0] for line in lines],
            [o.shares[-1] for o in lines],
        )
        axes.hlines(places, before, after, color=MUTED, linewidth=1.2, zorder=1)
        dots = {"s": 46, "clip_on": False}
        if any(len(line.shares) > 1 for line in lines):
            axes.scatter(
                before, places, facecolor=PAPER, edgecolor=BEFORE, linewidth=1.8,
                label="before", zorder=2, **dots,
            )  # fmt: skip
            axes.scatter(after, places, color=AFTER, label="after", zorder=3, **dots)
            legend_above(axes)
        else:
            axes.scatter(after, places, color=BEFORE, zorder=3, **dots)
        axes.set_yticks(places, [shortened(line.name, LONGEST) for line in lines])
        axes.tick_params(axis="y", pad=8)
        axes.set_ylim(len(lines) - 0.5, -0.5)
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
        axes.set_xlabel(unit)
        axes.grid(axis="x")
        axes.spines["left"].set_visible(False)

    height = 0.9 + LINE_HEIGHT * len(lines)
    return drawing(name, title, height, paint) if lines else ""


def histogram(
    name: str,
    title: str,
    spans: Sequence[str],
    shares: Mapping[str, Sequence[float]],
    *,
    unit: str,
) -> str:
    """Shares of rows per span as bars, before and after side by side."""
    colours = {"before": BEFORE, "after": AFTER}
    thick = 0.72 / max(1, len(shares))

    def paint(axes: Any) -> None:  # noqa: ANN401
        places = range(len(spans))
        for turn, (when, some) in enumerate(shares.items()):
            shift = (turn - (len(shares) - 1) / 2) * (thick + 0.02)
            axes.barh(
                [place + shift for place in places], some, thick, color=colours[when],
                label=when,
            )  # fmt: skip
        axes.set_yticks(places, spans)
        axes.set_ylim(len(spans) - 0.5, -0.5)
        axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
        axes.set_xlabel(unit)
        axes.grid(axis="x")
        axes.spines["left"].set_visible(False)
        if len(shares) > 1:
            legend_above(axes)

    return drawing(name, title, 0.9 + LINE_HEIGHT * max(2, len(spans)), paint)


def profile(
    name: str,
    title: str,
    ticks: Sequence[tuple[int, str]],
    before: Sequence[float],
    after: Sequence[float],
) -> str:
    """The distribution of ordered values: before as an area, after as a line."""

    def paint(axes: Any) -> None:  # noqa: ANN401
        edges = range(len(before) + 1)
        axes.stairs(before, edges, fill=True, color=BEFORE, alpha=0.55, label="before")
        axes.stairs(after, edges, color=AFTER, linewidth=1.6, label="after")
        axes.set_xticks(
            [place + 0.5 for place, _ in ticks], [text for _, text in ticks]
        )
        keep_inside(axes)
        axes.set_xlim(0, len(before))
        axes.yaxis.set_major_formatter(lambda share, _: f"{share:.1%}")
        axes.tick_params(axis="y", labelcolor=MUTED)
        axes.grid(axis="y")
        legend_above(axes)

    return drawing(name, title, 2.1, paint)


class Dot(NamedTuple):
    """A node of the lattice."""

    height: int
    loss: float
    kind: str


NODES = {
    "unjudged": ("not judged", MUTED, 0),
    "fails": ("does not hold", LINE, 0),
    "holds": ("holds", AFTER, 0),
    "minimal": ("minimal", BEFORE, 14),
}
"""How the kinds of nodes are called and drawn: colour, and how much larger."""


def lattice(name: str, title: str, dots: Sequence[Dot]) -> str:
    """The nodes of a lattice by height and loss: which hold, which are minimal."""

    def paint(axes: Any) -> None:  # noqa: ANN401
        size = 10 if len(dots) > 300 else 26
        for kind, (label, colour, more) in NODES.items():
            some = [dot for dot in dots if dot.kind == kind]
            if some:
                axes.scatter(
                    [dot.height for dot in some], [dot.loss for dot in some],
                    s=size + more, color=colour, alpha=0.75, linewidth=0, label=label,
                )  # fmt: skip
        best = [dot for dot in dots if dot.kind == "published"]
        axes.scatter(
            [dot.height for dot in best], [dot.loss for dot in best], s=120, marker="*",
            color=INK, label="published", zorder=5,
        )  # fmt: skip
        axes.set_xlabel("height of the node (sum of the levels)")
        axes.set_ylabel("loss, if no row were suppressed")
        axes.locator_params(axis="x", integer=True)
        axes.tick_params(axis="y", labelcolor=MUTED)
        axes.grid()
        legend_above(axes, columns=4)

    return drawing(name, title, 3.2, paint)


class Box(NamedTuple):
    """What a group spans on two axes."""

    left: float
    right: float
    low: float
    high: float


def boxes(
    name: str,
    title: str,
    spans: Sequence[Box],
    *,
    across: tuple[str, Sequence[tuple[float, str]]],
    upwards: tuple[str, Sequence[tuple[float, str]]],
) -> str:
    """The boxes of groups on two quasi-identifiers."""

    def paint(axes: Any) -> None:  # noqa: ANN401
        from matplotlib.collections import PatchCollection
        from matplotlib.patches import Rectangle

        drawn = [
            Rectangle((box.left, box.low), box.right - box.left, box.high - box.low)
            for box in spans
        ]
        alpha = max(0.05, min(0.5, 20 / max(1, len(drawn))))
        axes.add_collection(
            PatchCollection(
                drawn, facecolor=AFTER, edgecolor=INK, linewidth=0.4, alpha=alpha
            )
        )
        axes.set_xlim(
            *apart(min(box.left for box in spans), max(box.right for box in spans))
        )
        axes.set_ylim(
            *apart(min(box.low for box in spans), max(box.high for box in spans))
        )
        for (label, ticks), set_label, set_ticks, most in (
            (across, axes.set_xlabel, axes.set_xticks, 10),
            (upwards, axes.set_ylabel, axes.set_yticks, 24),
        ):
            set_label(shortened(label, LONGEST))
            places = [place for place, _ in ticks]
            set_ticks(places, [shortened(text, most) for _, text in ticks])
        keep_inside(axes)

    return drawing(name, title, 3.4, paint) if spans else ""


def matrix(
    name: str, title: str, names: Sequence[str], values: Sequence[Sequence[float]]
) -> str:
    """Numbers between 0 and 1 for every pair of attributes."""
    short = [shortened(label, 18) for label in names]
    few = len(names) <= FEW_PAIRS

    def paint(axes: Any) -> None:  # noqa: ANN401
        for row, line in enumerate(values):
            for column, value in enumerate(line):
                share = min(1.0, abs(value))
                axes.add_patch(square(column, row, alpha=0.08 + 0.72 * share))
                if few:
                    axes.text(
                        column, row, f"{value:.2f}".replace("0.", "."), ha="center",
                        va="center", fontsize=7.5,
                    )  # fmt: skip
        turned = {"rotation": 40, "ha": "right"} if few else {"rotation": 90}
        axes.set_xticks(range(len(names)), short, **turned)
        axes.set_yticks(range(len(names)), short)
        axes.set_xlim(-0.5, len(names) - 0.5)
        axes.set_ylim(len(names) - 0.5, -0.5)
        for spine in axes.spines.values():
            spine.set_visible(False)

    below = max(map(breadth, short), default=0) * LETTER * (0.65 if few else 1)
    return drawing(
        name, title, 0.45 + below + (0.33 if few else 0.2) * len(names), paint
    )


def apart(low: float, high: float) -> tuple[float, float]:
    """Two ends of an axis, which must not be one.

    >>> apart(3, 3), apart(1, 4)
    ((2.5, 3.5), (1, 4))
    """
    return (low, high) if low < high else (low - 0.5, high + 0.5)


def keep_inside(axes: Any) -> None:  # noqa: ANN401
    """Let the first and the last label below the axis not reach over its ends."""
    labels = axes.get_xticklabels()
    if labels:
        labels[-1].set_horizontalalignment("right")
        labels[0].set_horizontalalignment("left")


def square(column: int, row: int, *, alpha: float) -> Any:  # noqa: ANN401
    """One field of a matrix."""
    from matplotlib.patches import Rectangle

    return Rectangle(
        (column - 0.48, row - 0.48), 0.96, 0.96, color=AFTER, alpha=alpha, linewidth=0
    )


def legend_above(axes: Any, *, columns: int = 2) -> None:  # noqa: ANN401
    """Say above the drawing what the colours mean."""
    axes.legend(
        loc="lower left", bbox_to_anchor=(0, 1.01), ncols=columns, handlelength=1,
        columnspacing=1.2, handletextpad=0.4,
    )  # fmt: skip
