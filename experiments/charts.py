# SPDX-License-Identifier: Apache-2.0
"""Charts as files: curves and dots, legible in light and dark.

They are drawn with the shapes of the report (`diversa.report.drawing`). A file brings
its own colours and its own paper, because a page shows it as a picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil, floor, log10

from diversa.report.drawing import LETTER, WIDTH, Scale, Sheet, breadth, even_steps

Points = Sequence[tuple[float, float]]
"""Where a curve goes, from left to right."""

LEFT, RIGHT = 46.0, WIDTH - 14
"""Where charts begin and end."""

HIGH = 190.0
"""From the top of a chart to its bottom."""

COLOURS = 6
"""How many curves are told apart by colour; more than that are dashed."""

STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --muted: #59636e; --line: #d0d7de;
  --paper: #ffffff; --c0: #0b6e99; --c1: #c2570c; --c2: #18794e; --c3: #8250df;
  --c4: #b42318; --c5: #7d6608; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --muted: #9aa4af; --line: #3d444d; --paper: #12161b;
    --c0: #63b8de; --c1: #f0a35e; --c2: #4cc38a; --c3: #c4a2ff; --c4: #ff8a80;
    --c5: #e0c341; } }
text { font: 10px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  fill: var(--ink); }
text.muted { fill: var(--muted); } text.small { font-size: 8.5px; }
.paper { fill: var(--paper); } .grid { stroke: var(--line); stroke-width: .6; }
.curve { fill: none; stroke-width: 1.7; stroke-linejoin: round; }
.dots { fill: none; stroke-linecap: round; } .dashed { stroke-dasharray: 5 3; }
.s0 { stroke: var(--c0); } .s1 { stroke: var(--c1); } .s2 { stroke: var(--c2); }
.s3 { stroke: var(--c3); } .s4 { stroke: var(--c4); } .s5 { stroke: var(--c5); }
.f0 { fill: var(--c0); } .f1 { fill: var(--c1); } .f2 { fill: var(--c2); }
.f3 { fill: var(--c3); } .f4 { fill: var(--c4); } .f5 { fill: var(--c5); }
"""


def curves(
    title: str,
    series: Mapping[str, Points],
    *,
    across: str,
    upwards: str,
    logarithmic: bool = False,
    joined: bool = True,
    frontier: Points = (),
) -> str:
    """Several curves over one axis, or dots of several kinds.

    Args:
        title: What is seen, for those who cannot see it.
        series: The points of each curve by its name.
        across: What the axis from left to right measures.
        upwards: What the axis upwards measures.
        logarithmic: Whether equal steps upwards are equal ratios.
        joined: Whether points are joined by lines.
        frontier: A dashed line besides.
    """
    top = 16.0 * legend_lines(list(series)) + 20
    bottom = top + HIGH
    sheet = Sheet(bottom + 34)
    sheet.rectangle(0, 0, WIDTH, sheet.height, "paper")
    every = [point for points in series.values() for point in points]
    horizontal = Scale(*span([x for x, _ in every]), LEFT + 8, RIGHT - 6)
    levels, vertical = upward_axis(
        [y for _, y in every], bottom, top, logarithmic=logarithmic
    )
    for level in levels:
        y = vertical(level)
        sheet.line(LEFT, y, RIGHT, y, "grid")
        sheet.text(LEFT - 5, y + 3.5, tick(level), "muted", anchor="end")
    for x in across_ticks([x for x, _ in every]):
        sheet.text(horizontal(x), bottom + 13, tick(x), "muted", anchor="middle")
    sheet.text((LEFT + RIGHT) / 2, bottom + 28, across, "muted", anchor="middle")
    sheet.text(4, top - 8, upwards, "muted")
    if frontier:
        placed = [(horizontal(x), vertical(y)) for x, y in frontier]
        sheet.path(placed, "curve dashed grid")
    for turn, points in enumerate(series.values()):
        placed = [(horizontal(x), vertical(y)) for x, y in points]
        dashed = " dashed" if turn >= COLOURS else ""
        if joined and len(placed) > 1:
            sheet.path(placed, f"curve s{turn % COLOURS}{dashed}")
        sheet.dots(placed, 5.5, f"dots s{turn % COLOURS}")
    write_legend(sheet, list(series))
    return standalone(sheet.svg(title))


def upward_axis(
    numbers: Sequence[float], bottom: float, top: float, *, logarithmic: bool
) -> tuple[list[float], Placing]:
    """The marks of the axis upwards, and where numbers lie on it."""
    if not logarithmic:
        high = max([*numbers, 0.0]) or 1.0
        return even_steps(high), Placing(Scale(0, high, bottom, top))
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
    return [step for step in even_steps(high, most=6) if step >= low]


def tick(number: float) -> str:
    """A number beside an axis.

    >>> tick(30000.0), tick(0.25), tick(4e6), tick(8.0), tick(0.0001)
    ('30,000', '0.25', '4 M', '8', '0.0001')
    """
    if number >= 1e6:
        return f"{number / 1e6:,.4g} M"
    if number == int(number):
        return f"{int(number):,}"
    return f"{number:.3g}" if number >= 1e-4 else f"{number:.0e}"


def placed_legend(names: Sequence[str]) -> list[tuple[float, int, str]]:
    """Where each name of a legend begins, and in which line."""
    placed, at, line = [], 2.0, 0
    for name in names:
        wide = 13 + breadth(name) * LETTER * 0.86 + 10
        if at > 2 and at + wide > WIDTH:
            at, line = 2.0, line + 1
        placed.append((at, line, name))
        at += wide
    return placed


def legend_lines(names: Sequence[str]) -> int:
    """How many lines a legend takes."""
    return max((line for _, line, _ in placed_legend(names)), default=0) + 1


def write_legend(sheet: Sheet, names: Sequence[str]) -> None:
    """Say above a chart which curve is which."""
    for turn, (at, line, name) in enumerate(placed_legend(names)):
        sheet.rectangle(at, 5 + 16 * line, 9, 9, f"f{turn % COLOURS}")
        sheet.text(at + 13, 13 + 16 * line, name)


def standalone(svg: str) -> str:
    """A drawing as a file of its own, with its colours."""
    head, _, body = svg.partition(">")
    size = f' width="{2 * WIDTH:.0f}"'
    start = head.replace("<svg", f'<svg xmlns="http://www.w3.org/2000/svg"{size}', 1)
    return f"{start}><style>{STYLE}</style>{body}\n"
