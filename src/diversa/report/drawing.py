# SPDX-License-Identifier: Apache-2.0
"""Drawing: from a Matplotlib figure to SVG that takes its colours from the page.

Figures are drawn with stand-ins for colours, which become the variables of the page's
style sheet, so one drawing serves light, dark and print. Text stays text. Matplotlib is
an extra: where it is not installed, a report has its tables and no drawings.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from importlib.util import find_spec
from io import StringIO
from itertools import accumulate
from math import radians, sin
from typing import TYPE_CHECKING, Any
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK = "#000001"
MUTED = "#000002"
BEFORE = "#000003"
AFTER = "#000004"
LINE = "#000005"
PAPER = "#000006"

VARIABLES = {
    INK: "var(--ink)",
    MUTED: "var(--muted)",
    BEFORE: "var(--before)",
    AFTER: "var(--after)",
    LINE: "var(--line)",
    PAPER: "var(--paper)",
}
"""What a stand-in becomes."""

WIDTH = 4.8
"""Inches: a drawing as wide as a telephone, so that its text is legible there."""

LETTER = 0.072
"""Inches that a letter of a label takes, and a bit more."""

MOST_BESIDE = 0.55
"""The share of the width that labels beside the axes may take."""

SETTINGS: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "diversa",
    "text.parse_math": False,  # a dollar in a label is a dollar
    "font.size": 9,
    "axes.edgecolor": LINE,
    "axes.labelcolor": MUTED,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "text.color": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "ytick.labelcolor": INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "legend.frameon": False,
    "legend.borderpad": 0,
    "legend.borderaxespad": 0.2,
    "figure.facecolor": "none",
}
"""How drawings look."""


def can_draw() -> bool:
    """Whether the plotting library is installed."""
    return find_spec("matplotlib") is not None


@contextmanager
def sheet(height: float) -> Iterator[tuple[Figure, Any]]:
    """A figure of the usual width with one pair of axes, in the report's looks."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(WIDTH, height))
        yield figure, figure.add_subplot()


def drawing(name: str, title: str, height: float, paint: Callable[[Any], None]) -> str:
    """Draw on a sheet and give the SVG; nothing where nothing can be drawn.

    Args:
        name: A word that no other drawing of the page has; it begins its ids.
        title: What the drawing shows, for those who cannot see it.
        height: Inches.
        paint: Draws on the axes.
    """
    if not can_draw():
        return ""
    with sheet(height) as (figure, axes), warnings.catch_warnings():
        # It warns of letters that its own font lacks; the page has other fonts.
        warnings.simplefilter("ignore", UserWarning)
        paint(axes)
        leave_room(figure, axes)
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
    return inline(name, title, text.getvalue())


def leave_room(figure: Figure, axes: Any) -> None:  # noqa: ANN401 - of Matplotlib
    """Set the margins by the lengths of the labels.

    Matplotlib would measure every text several times for it, which takes longer than
    the drawing.
    """
    width, height = figure.get_size_inches()
    beside = max(
        [
            6,
            *(breadth(tick.get_text()) for tick in axes.get_yticklabels()),
        ]
    )
    slant = max(
        [
            0.0,
            *(tick.get_rotation() for tick in axes.get_xticklabels()),
        ]
    )
    below = max(
        [
            0,
            *(breadth(tick.get_text()) for tick in axes.get_xticklabels()),
        ]
    )
    named = 0.18 * bool(axes.get_xlabel())
    left = (LETTER * beside + 0.16 + 0.2 * bool(axes.get_ylabel())) / width
    bottom = (0.26 + named + LETTER * below * sin(radians(slant))) / height
    top = 1 - (0.28 if axes.get_legend() else 0.1) / height
    figure.subplots_adjust(min(left, MOST_BESIDE), bottom, 0.95, top)


def breadth(text: str) -> int:
    """How many letters wide a text is; signs of East Asia are two.

    >>> breadth("Oslo"), breadth("東京")
    (4, 4)
    """
    return len(text) + sum(east_asian_width(sign) in "WF" for sign in text)


def shortened(label: str, most: int = 24) -> str:
    """A label that has room in a chart: its ends, which tell it from others.

    >>> shortened("Cuba", 9), shortened("attribute_12", 9), shortened("東京都庁", 5)
    ('Cuba', 'attri…_12', '東…庁')
    """
    if breadth(label) <= most:
        return label
    tail = most // 3
    first = sum(width < most - tail for width in accumulate(map(breadth, label)))
    last = sum(width <= tail for width in accumulate(map(breadth, reversed(label))))
    return f"{label[:first]}…{label[len(label) - max(1, last) :]}"


def inline(name: str, title: str, svg: str) -> str:
    """An SVG file as part of a page: no header, own ids, colours of the page."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    body = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>", "", body, flags=re.DOTALL)
    body = re.sub(r' xmlns:xlink="[^"]*"| version="[^"]*"', "", body, count=2)
    body = body.replace("xlink:href", "href")
    body = re.sub(r'\bid="([^"]*)"', rf'id="{name}-\1"', body)
    body = re.sub(r'(href="|url\()#', rf"\1#{name}-", body)
    body = re.sub(r"font-family: [^;\"]*;?|font: ([0-9.]+px)[^;\"]*", size_of, body)
    body = re.sub(r' width="[0-9.]+pt" height="[0-9.]+pt"', "", body, count=1)
    for stand_in, variable in VARIABLES.items():
        body = body.replace(f": {stand_in}", f": {variable}")  # not in labels
    role = f'<svg role="img" aria-label="{escape(title)}"'
    return re.sub(r"\s*\n\s*", " ", body.replace("<svg", role, 1)).strip()


def size_of(font: re.Match[str]) -> str:
    """Keep the size of a font; its family is the page's."""
    return f"font-size: {font.group(1)}" if font.group(1) else ""
