# SPDX-License-Identifier: Apache-2.0
"""Charts of dots: the nodes of a lattice, and the releases of a sweep, by loss."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from diversa.report.charts import BELOW, LEGEND_LINE, RIGHT, legend, shares_upwards
from diversa.report.drawing import Scale, Sheet, even_steps, shorten
from diversa.report.language import format_value, phrase

LEFT, BOTTOM = 44.0, 220.0
"""Left and lower end of the axes."""


def name_axis(sheet: Sheet, name: str) -> None:
    """Write the name of the axis from left to right."""
    sheet.text((LEFT + RIGHT) / 2, BOTTOM + 26, name, "muted", anchor="middle")


class Dot(NamedTuple):
    """A node of the lattice."""

    height: int
    loss: float
    kind: str


NODES = ("unjudged", "fails", "holds", "minimal")
"""The kinds of nodes, in the order in which they are drawn."""

WIDER = {"unjudged": -2, "minimal": 2}
"""Additional width of the dots of a kind."""


def lattice(title: str, dots: Sequence[Dot]) -> str:
    """The nodes of a lattice by height and loss; colours show the verdicts."""
    highest = max((dot.height for dot in dots), default=1)
    across = Scale(0, highest or 1, LEFT + 8, RIGHT)
    upwards = Scale(
        0, max((dot.loss for dot in dots), default=1.0) or 1.0, BOTTOM, 30 + LEGEND_LINE
    )
    sheet = Sheet(BOTTOM + BELOW)
    shares_upwards(sheet, upwards, LEFT)
    for height in range(0, highest + 1, max(1, ceil(highest / 9))):
        sheet.text(across(height), BOTTOM + 12, str(height), "muted", anchor="middle")
    name_axis(sheet, phrase("recoding.height"))
    size = 4.0 if len(dots) > 300 else 6.5
    for kind in NODES:
        points = [(across(d.height), upwards(d.loss)) for d in dots if d.kind == kind]
        sheet.dots(points, size + WIDER.get(kind, 0), f"dots {kind}")
    for dot in dots:
        if dot.kind == "published":
            sheet.circle(across(dot.height), upwards(dot.loss), "chosen")
    there = {dot.kind for dot in dots}
    legend(
        sheet,
        [
            (kind, phrase(f"recoding.{kind}"))
            for kind in (*NODES, "published")
            if kind in there
        ],
    )
    return sheet.svg(title)


class ChartPoint(NamedTuple):
    """A release of a sweep: its privacy, its loss and its name."""

    privacy: float
    loss: float
    name: str
    best: bool


FEW_TRIALS = 12
"""The most releases of a frontier that are drawn with names."""


def frontier_chart(title: str, trials: Sequence[ChartPoint], *, unit: str) -> str:
    """Releases by privacy and loss; a line joins those that no other one beats."""
    levels = [trial.privacy for trial in trials] or [0.0]
    across = Scale(min(levels), max(levels), LEFT + 14, RIGHT - 22)
    upwards = Scale(0, max((t.loss for t in trials), default=1.0) or 1.0, BOTTOM, 34)
    sheet = Sheet(BOTTOM + BELOW)
    shares_upwards(sheet, upwards, LEFT)
    for step in steps_between(across.low, across.high):
        sheet.text(
            across(step), BOTTOM + 12, format_value(step), "muted", anchor="middle"
        )
    name_axis(sheet, unit)
    best = sorted({(t.privacy, t.loss): t for t in trials if t.best}.items())
    others = [(across(t.privacy), upwards(t.loss)) for t in trials if not t.best]
    sheet.dots(others, 6.5, "dots holds")
    sheet.path([(across(x), upwards(y)) for (x, y), _ in best], "frontier-line")
    for (privacy, loss), trial in best:
        sheet.circle(across(privacy), upwards(loss), "minimal")
        if len(best) <= FEW_TRIALS:
            place = across(privacy), upwards(loss) - 7
            sheet.text(*place, shorten(trial.name, 16), "small", anchor="middle")
    entries = [("minimal", phrase("sweep.frontier")), ("holds", phrase("sweep.others"))]
    legend(sheet, entries if others else entries[:1])
    sheet.text(LEFT - 6, 26, phrase("sweep.loss"), "muted", anchor="end")
    return sheet.svg(title)


def steps_between(low: float, high: float) -> list[float]:
    """Round numbers between two, for the ticks of an axis.

    >>> steps_between(2, 20), steps_between(5, 5)
    ([5.0, 10.0, 15.0, 20.0], [5])
    """
    if high <= low:
        return [low]
    width = even_steps(high - low)[1:] or [high - low]
    first = ceil(low / width[0] - 1e-9)
    steps = [round((first + turn) * width[0], 12) for turn in range(len(width) + 2)]
    return [step for step in steps if step <= high + 1e-9 * abs(high)]
