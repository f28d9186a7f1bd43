# SPDX-License-Identifier: Apache-2.0
"""Charts as files: curves and dots, legible in light and dark.

They are drawn with the shapes of the report (`diversa.report.drawing`). A file brings
its own colours and its own paper, because a page shows it as a picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from textwrap import wrap

from diversa.report.drawing import LETTER, WIDTH, Scale, Sheet, breadth, even_steps

Points = Sequence[tuple[float, float]]
"""Where a curve goes, from left to right."""

Spreads = Mapping[str, Sequence[tuple[float, float, float]]]
"""Of each curve the places across with the least and the most there."""

LEFT, RIGHT = 46.0, WIDTH - 14
"""Where charts begin and end."""

HIGH = 190.0
"""From the top of a chart to its bottom."""

LINE = 14.0
"""From one line of a title or of a legend to the next."""

SHAPES = (
    "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
    "M-2.7-2.7h5.4v5.4h-5.4z",
    "M0-3.6L3.4 2.5H-3.4z",
    "M0-3.8L3.8 0L0 3.8L-3.8 0z",
    "M-1-3.4h2v2.4h2.4v2h-2.4v2.4h-2v-2.4h-2.4v-2h2.4z",
    "M0 3.6L3.4-2.5H-3.4z",
    "M-3.3-2L-2-3.3L0-1.3L2-3.3L3.3-2L1.3 0L3.3 2L2 3.3L0 1.3L-2 3.3L-3.3 2L-1.3 0z",
)
"""The marks of curves: a disc, a square, a triangle, a diamond, a cross, a triangle
on its point, a saltire. Curves differ by mark and by dashes,
not by colour alone."""

STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --muted: #59636e; --line: #d0d7de;
  --paper: #ffffff; --c0: #0b6e99; --c1: #c2570c; --c2: #18794e; --c3: #8250df;
  --c4: #b42318; --c5: #7d6608;
  --c6: #a8327d; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --muted: #9aa4af; --line: #3d444d; --paper: #12161b;
    --c0: #63b8de; --c1: #f0a35e; --c2: #4cc38a; --c3: #c4a2ff; --c4: #ff8a80;
    --c5: #e0c341; --c6: #ff8fcf; } }
text { font: 10px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  fill: var(--ink); }
text.muted { fill: var(--muted); } text.small { font-size: 8.5px; }
.paper { fill: var(--paper); } .grid { stroke: var(--line); stroke-width: .6; }
.curve { fill: none; stroke-width: 1.7; stroke-linejoin: round; }
.title { font-weight: 600; } .frontier { stroke: var(--ink); stroke-width: 1.1; }
.rule { stroke: var(--muted); stroke-width: .9; }
.dashed, .rule { stroke-dasharray: 5 3; }
.spread { stroke-width: 1; opacity: .75; }
.d1 { stroke-dasharray: 7 2.5; } .d2 { stroke-dasharray: 2.5 2; }
.d3 { stroke-dasharray: 8 2 2 2; } .d4 { stroke-dasharray: 4.5 2; }
.d5 { stroke-dasharray: 1.5 2.5; }
.s0 { stroke: var(--c0); } .s1 { stroke: var(--c1); } .s2 { stroke: var(--c2); }
.s3 { stroke: var(--c3); } .s4 { stroke: var(--c4); } .s5 { stroke: var(--c5); }
.s6 { stroke: var(--c6); } .d6 { stroke-dasharray: 10 2; }
.f0 { fill: var(--c0); } .f1 { fill: var(--c1); } .f2 { fill: var(--c2); }
.f3 { fill: var(--c3); } .f4 { fill: var(--c4); } .f5 { fill: var(--c5); }
.f6 { fill: var(--c6); }
"""


def curves(
    title: str,
    series: Mapping[str, Points],
    *,
    across: str,
    upwards: str,
    logarithmic: bool = False,
    ratios_across: bool = False,
    joined: bool = True,
    frontier: Points = (),
    spreads: Spreads | None = None,
    rules: Mapping[str, float] | None = None,
    start: float = 0.0,
) -> str:
    """Several curves over one axis, or marks of several kinds.

    Args:
        title: What is seen; written above, and said to those who cannot see it.
        series: The points of each curve by its name.
        across: What the axis from left to right measures.
        upwards: What the axis upwards measures.
        logarithmic: Whether equal steps upwards are equal ratios.
        ratios_across: Whether equal steps from left to right are equal ratios.
        joined: Whether points are joined by lines.
        frontier: A dashed line besides.
        spreads: The least and the most at some places of a curve.
        rules: Numbers to compare with, as lines from left to right, by their names.
        start: The number at the bottom, where the axis is not logarithmic.
    """
    lines = wrap(title, 58)
    legend = LINE * len(lines) + 2
    top = legend + LINE * legend_lines(list(series)) + 26
    bottom = top + HIGH
    sheet = Sheet(bottom + 34)
    sheet.rectangle(0, 0, WIDTH, sheet.height, "paper")
    for turn, line in enumerate(lines):
        sheet.text(2, 11 + LINE * turn, line, "title")
    spreads, rules = spreads or {}, rules or {}
    every = [point for points in series.values() for point in points]
    highest = [most for each in spreads.values() for _, _, most in each]
    columns, horizontal = across_axis([x for x, _ in every], ratios=ratios_across)
    levels, vertical = upward_axis(
        [*(y for _, y in every), *highest, *rules.values()],
        Scale(start, 0, bottom, top),
        logarithmic=logarithmic,
    )
    for level in levels:
        y = vertical(level)
        sheet.line(LEFT, y, RIGHT, y, "grid")
        sheet.text(LEFT - 5, y + 3.5, tick(level), "muted", anchor="end")
    for x in columns:
        sheet.text(horizontal(x), bottom + 13, tick(x), "muted", anchor="middle")
    sheet.text((LEFT + RIGHT) / 2, bottom + 28, across, "muted", anchor="middle")
    sheet.text(2, top - 12, upwards, "muted")
    field = Field(sheet, horizontal, vertical)
    for name, level in rules.items():
        field.rule(name, level)
    if frontier:
        sheet.path(field.placed(frontier), "curve dashed frontier")
    for turn, (name, points) in enumerate(series.items()):
        kind = turn % len(SHAPES)
        field.curve(points, kind, joined=joined)
        aside = 4 * (turn - (len(series) - 1) / 2)
        field.spread(spreads.get(name, ()), kind, aside)
        mark(sheet, field.placed(points), kind)
    write_legend(sheet, list(series), legend)
    return standalone(sheet.svg(title))


@dataclass(frozen=True)
class Field:
    """Where curves are drawn, and how numbers lie on it."""

    sheet: Sheet
    across: Placing
    upwards: Placing

    def placed(self, points: Points) -> list[tuple[float, float]]:
        """Where points lie on the sheet."""
        return [(self.across(x), self.upwards(y)) for x, y in points]

    def rule(self, name: str, level: float) -> None:
        """Draw a number to compare with."""
        y = self.upwards(level)
        self.sheet.line(LEFT, y, RIGHT, y, "rule")
        upper = y < (self.upwards.scale.start + self.upwards.scale.end) / 2
        below = -3 if upper else 9  # there is more room away from the middle
        self.sheet.text(RIGHT, y + below, name, "muted small", anchor="end")

    def curve(self, points: Points, kind: int, *, joined: bool) -> None:
        """Draw the line of a curve."""
        if joined and len(points) > 1:
            self.sheet.path(self.placed(points), f"curve s{kind} d{kind}")

    def spread(
        self, spread: Sequence[tuple[float, float, float]], kind: int, aside: float
    ) -> None:
        """Draw from the least to the most, curves beside each other."""
        for x, least, most in spread:
            place = self.across(x) + aside
            self.sheet.line(
                place,
                self.upwards(least),
                place,
                self.upwards(most),
                f"spread s{kind}",
            )


def mark(sheet: Sheet, points: Points, kind: int) -> None:
    """Draw the mark of a curve at every point."""
    for x, y in points:
        sheet.shapes.append(
            f'<path d="{SHAPES[kind]}" class="f{kind}"'
            f' transform="translate({x:.1f} {y:.1f})"/>'
        )


def across_axis(
    numbers: Sequence[float], *, ratios: bool
) -> tuple[list[float], Placing]:
    """The marks of the axis from left to right, and where numbers lie on it."""
    if not ratios:
        scale = Scale(*span(numbers), LEFT + 8, RIGHT - 8)
        return across_ticks(numbers), Placing(scale)
    low, high = (log10(number) for number in span(numbers))
    marks = [10.0**power for power in range(ceil(low), floor(high) + 1)]
    return marks, Placing(Scale(low, high, LEFT + 8, RIGHT - 8), logarithmic=True)


def upward_axis(
    numbers: Sequence[float], room: Scale, *, logarithmic: bool
) -> tuple[list[float], Placing]:
    """The marks of the axis upwards, and where numbers lie in the room of a scale."""
    bottom, top = room.start, room.end
    if not logarithmic:
        high = max([*numbers, 0.0]) - room.low or 1.0
        steps = even_steps(high)
        if steps[-1] < high:  # the curve ends below a line
            steps.append(steps[-1] + steps[1])
        marks = [round(room.low + step, 12) for step in steps]
        return marks, Placing(Scale(room.low, marks[-1], bottom, top))
    above = [number for number in numbers if number > 0] or [1.0]
    low, high = floor(log10(min(above))), ceil(log10(max(above)))
    high += low == high
    marks = [10.0**power for power in range(low, high + 1)]
    return marks, Placing(Scale(low, high, bottom, top), logarithmic=True)


class Placing:
    """Where numbers lie on an axis that may be logarithmic."""

    def __init__(self, scale: Scale, *, logarithmic: bool = False) -> None:
        self.scale, self.logarithmic = scale, logarithmic

    def __call__(self, number: float) -> float:
        """The place of a number; none below the first mark."""
        if not self.logarithmic:
            return self.scale(number)
        return self.scale(max(self.scale.low, log10(max(number, 1e-300))))


def span(numbers: Sequence[float]) -> tuple[float, float]:
    """From the least number to the largest."""
    return (min(numbers), max(numbers)) if numbers else (0.0, 1.0)


def across_ticks(numbers: Sequence[float], most: int = 9) -> list[float]:
    """The numbers themselves where they are few, else round ones between them."""
    few = sorted(set(numbers))
    gaps = [after - before for before, after in pairwise(few)]
    even = not gaps or min(gaps) > (few[-1] - few[0]) / 12
    if len(few) <= most and even:
        return few
    low, high = span(numbers)
    step = even_steps(high - low, most=6)[1]
    return [
        round(step * count, 12)
        for count in range(ceil(low / step), floor(high / step + 1e-9) + 1)
    ]


def tick(number: float) -> str:
    """A number beside an axis.

    >>> tick(30000.0), tick(0.25), tick(4e6), tick(8.0), tick(0.0001), tick(0.00001)
    ('30,000', '0.25', '4 M', '8', '0.0001', '1e-5')
    """
    if number >= 1e6:
        return f"{number / 1e6:,.4g} M"
    if number == int(number):
        return f"{int(number):,}"
    if number >= 1e-4:
        return f"{number:.3g}"
    return f"{number:.0e}".replace("e-0", "e-")


def placed_legend(names: Sequence[str]) -> list[tuple[float, int, str]]:
    """Where each name of a legend begins, and in which line."""
    placed, at, line = [], 2.0, 0
    for name in names:
        wide = 26 + breadth(name) * LETTER * 0.86 + 10
        if at > 2 and at + wide > WIDTH:
            at, line = 2.0, line + 1
        placed.append((at, line, name))
        at += wide
    return placed


def legend_lines(names: Sequence[str]) -> int:
    """How many lines a legend takes."""
    return max((line for _, line, _ in placed_legend(names)), default=0) + 1


def write_legend(sheet: Sheet, names: Sequence[str], top: float) -> None:
    """Say above a chart which curve is which."""
    for turn, (at, line, name) in enumerate(placed_legend(names)):
        kind, y = turn % len(SHAPES), top + 8 + LINE * line
        sheet.line(at, y, at + 20, y, f"curve s{kind} d{kind}")
        mark(sheet, [(at + 10, y)], kind)
        sheet.text(at + 25, y + 3.5, name)


def standalone(svg: str) -> str:
    """A drawing as a file of its own, with its colours."""
    head, _, body = svg.partition(">")
    size = f' width="{2 * WIDTH:.0f}"'
    start = head.replace("<svg", f'<svg xmlns="http://www.w3.org/2000/svg"{size}', 1)
    return f"{start}><style>{STYLE}</style>{body}\n"
