# SPDX-License-Identifier: Apache-2.0
"""Drawing: a few shapes as SVG that takes its colours from the page.

Shapes have classes, which the page's style sheet colours, so one drawing serves light,
dark and print. Text stays text. A sheet is as wide as a telephone and grows with the
window, so that its text is legible everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from itertools import accumulate
from math import floor, log10
from unicodedata import east_asian_width

WIDTH = 360.0
"""Units of a sheet from left to right."""

LETTER = 6.3
"""Units for a letter of a label, with a margin."""

LINE = 20.0
"""Units of one line of a chart with names on its left."""

MOST_BESIDE = 0.5
"""The share of the width that labels beside a chart may take."""


@dataclass(frozen=True)
class Scale:
    """Positions of numbers along an axis of a drawing."""

    low: float
    """The number at the beginning."""
    high: float
    """The number at the end."""
    start: float
    """Start of the axis on the sheet."""
    end: float
    """End of the axis on the sheet."""

    def __call__(self, number: float) -> float:
        """The place of a number.

        >>> Scale(0, 10, 100, 200)(5)
        150.0
        """
        span = self.high - self.low or 1.0
        return self.start + (number - self.low) / span * (self.end - self.start)


@dataclass
class Sheet:
    """Shapes that become one SVG."""

    height: float
    """Units from top to bottom."""
    shapes: list[str] = field(default_factory=list, repr=False)
    """The SVG elements drawn so far."""

    def text(
        self, x: float, y: float, words: str, kind: str = "", *, anchor: str = ""
    ) -> None:
        """Write words; `anchor` is middle or end if they do not begin at x."""
        at = f' text-anchor="{anchor}"' if anchor else ""
        self.shapes.append(
            f'<text x="{short(x)}" y="{short(y)}"{class_attribute(kind)}{at}>'
            f"{escape(words, quote=False)}</text>"
        )

    def text_at_angle(self, x: float, y: float, words: str, degrees: int) -> None:
        """Write words at an angle; they end at the given place."""
        self.shapes.append(
            f'<text text-anchor="end" transform="translate({short(x)} {short(y)})'
            f' rotate({degrees})">{escape(words, quote=False)}</text>'
        )

    def line(self, x: float, y: float, x2: float, y2: float, kind: str) -> None:
        """Draw a straight line."""
        self.shapes.append(
            f'<path d="M{pair(x, y)}L{pair(x2, y2)}"{class_attribute(kind)}/>'
        )

    def path(self, points: Sequence[tuple[float, float]], kind: str) -> None:
        """Draw a line through several points."""
        way = "L".join(pair(x, y) for x, y in points)
        self.shapes.append(f'<path d="M{way}"{class_attribute(kind)}/>')

    def rectangle(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        kind: str,
        *,
        opacity: float = 1.0,
    ) -> None:
        """Draw a filled rectangle."""
        through = f' opacity="{opacity:.2f}"' if opacity < 1 else ""
        self.shapes.append(
            f'<rect x="{short(x)}" y="{short(y)}" width="{short(wide)}"'
            f' height="{short(high)}"{class_attribute(kind)}{through}/>'
        )

    def dots(
        self, points: Sequence[tuple[float, float]], size: float, kind: str
    ) -> None:
        """Draw round dots of one size and colour as one path."""
        way = "".join(f"M{pair(x, y)}h0" for x, y in points)
        if way:
            self.shapes.append(
                f'<path d="{way}"{class_attribute(kind)} stroke-width="{short(size)}"/>'
            )

    def circle(self, x: float, y: float, kind: str) -> None:
        """Draw a circle."""
        self.shapes.append(
            f'<circle cx="{short(x)}" cy="{short(y)}" r="4.2"{class_attribute(kind)}/>'
        )

    def svg(self, title: str) -> str:
        """The drawing, with its title for screen readers."""
        return (
            f'<svg role="img" aria-label="{escape(title)}" viewBox="0 0'
            f' {short(WIDTH)} {short(self.height)}">{"".join(self.shapes)}</svg>'
        )


def standalone(svg: str) -> str:
    """A drawing as a separate file, with the colours of a page."""
    style = files("diversa.report").joinpath("style.css").read_text("utf-8")
    colours = style[: style.index("* {")]
    rules = [line for line in style.splitlines() if line.startswith("svg ")]
    own = "svg { background: var(--paper); font-family: system-ui, sans-serif; }"
    sheet = "\n".join([colours, *rules, own])  # there is no page to inherit from
    head = '<svg xmlns="http://www.w3.org/2000/svg" '
    opening, _, shapes = svg.removeprefix("<svg ").partition(">")
    return f"{head}{opening}><style>{sheet}</style>{shapes}\n"


def class_attribute(kind: str) -> str:
    """The class of a shape, where it has one."""
    return f' class="{kind}"' if kind else ""


def short(number: float) -> str:
    """Write a place on the sheet.

    >>> short(12.0), short(3.14159)
    ('12', '3.1')
    """
    return f"{number:.1f}".removesuffix(".0")


def pair(x: float, y: float) -> str:
    """Write a point."""
    return f"{short(x)} {short(y)}"


def breadth(text: str) -> int:
    """The width of a text in letters; East Asian signs count twice.

    >>> breadth("Oslo"), breadth("東京")
    (4, 4)
    """
    return len(text) + sum(east_asian_width(sign) in "WF" for sign in text)


def shorten(label: str, most: int = 24) -> str:
    """Shorten a label for a chart to its two ends.

    >>> shorten("Cuba", 9), shorten("attribute_12", 9), shorten("東京都庁", 5)
    ('Cuba', 'attri…_12', '東…庁')
    """
    if breadth(label) <= most:
        return label
    tail = most // 3
    first = sum(width < most - tail for width in accumulate(map(breadth, label)))
    last = sum(width <= tail for width in accumulate(map(breadth, reversed(label))))
    return f"{label[:first]}…{label[len(label) - max(1, last) :]}"


def room_beside(labels: Sequence[str]) -> float:
    """The left end of a chart with these labels beside it."""
    longest = max([4, *map(breadth, labels)])
    return min(longest * LETTER + 10, WIDTH * MOST_BESIDE)


def even_steps(high: float, *, most: int = 5) -> list[float]:
    """Round numbers from 0 to about `high`, about `most` of them.

    >>> even_steps(1.0), even_steps(0.07), even_steps(0.0)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [0.0, 0.02, 0.04, 0.06], [0.0])
    """
    if high <= 0:
        return [0.0]
    rough = high / most
    power = 10.0 ** floor(log10(rough))
    step = next(
        power * times for times in (1, 2, 5, 10) if power * times >= rough * 0.999
    )
    return [round(step * count, 12) for count in range(floor(high / step + 1e-9) + 1)]
