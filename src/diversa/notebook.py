# SPDX-License-Identifier: Apache-2.0
"""HTML of results in a notebook: a verdict, tables and bars.

Results use these functions in `_repr_html_`. Every text is escaped, and the colours are
those of the notebook, light or dark.
"""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape

SENTENCE = 40
"""The most letters of a cell without a minimum width."""

BAR = 12.0
"""The length of the longest bar, in letters."""

GOOD, BAD, OPEN = "#1f8f57", "#d0453a", "#a86a00"
"""The colours of the verdicts holds, fails and undecided."""

TONES = {"holds": GOOD, "fails": BAD, "undecided": OPEN}
"""The colour of each verdict."""


def result(*parts: str) -> str:
    """One result from its parts; empty parts are left out."""
    filled = "".join(part for part in parts if part)
    return f'<div class="diversa" style="max-width:60em">{filled}</div>'


def verdict(word: str, text: str, *, tone: str = "") -> str:
    """The first line of a result: a word in the colour of its tone, and a sentence."""
    colour = TONES.get(tone, "inherit")
    return (
        '<p style="border-left:4px solid;padding:.3em .8em;margin:.4em 0;'
        f'border-color:{colour}">'
        f'<b style="color:{colour}">{escape(word)}</b> {escape(text)}</p>'
    )


def say(text: str) -> str:
    """A line of text."""
    return f'<p style="margin:.4em 0">{escape(text)}</p>'


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table under its title, with numbers aligned right; empty without rows."""
    lines = [list(row) for row in rows]
    if not lines:
        return ""
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(f"<tr>{''.join(map(cell, line))}</tr>" for line in lines)
    return (
        '<table style="margin:.6em 0">'
        '<caption style="text-align:left;font-weight:bold">'
        f"{escape(title)}</caption><thead><tr>{top}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


class Bar(float):
    """A share from 0 to 1 that a cell shows as a bar."""


def cell(value: object) -> str:
    """A cell of a table."""
    if isinstance(value, Bar):
        return f"<td>{bar(value)}</td>"
    numeric = isinstance(value, int | float) and not isinstance(value, bool)
    style, text = f"text-align:{'right' if numeric else 'left'}", format_value(value)
    if len(text) > SENTENCE:
        style += ";min-width:18em"
    elif text.endswith(" %"):
        style += ";white-space:nowrap"
    return f'<td style="{style}">{escape(text)}</td>'


def bar(share: float) -> str:
    """A bar; any share above 0 is visible."""
    length = BAR * min(1.0, share) if share > 0 else 0.0
    return (
        f'<span role="img" aria-label="{percent(share)}" style="display:inline-block;'
        f"height:.8em;width:{max(length, 0.15 if share > 0 else 0.0):.2f}em;"
        'background:#4f7cac"></span>'
    )


def picture(title: str, svg: str) -> str:
    """A drawing as an image, so that its style stays inside it."""
    data = b64encode(svg.encode()).decode("ascii")
    return (
        f'<img alt="{escape(title)}" style="width:100%;max-width:32em"'
        f' src="data:image/svg+xml;base64,{data}">'
    )


def bars(title: str, head: Sequence[str], rows: Iterable[tuple[str, int]]) -> str:
    """Counts with a bar each; the greatest has the longest."""
    counted = list(rows)
    most = max((number for _, number in counted), default=0)
    lines = [(name, number, Bar(number / max(1, most))) for name, number in counted]
    return table(title, (*head, ""), lines)


def format_value(value: object) -> str:
    """Format a value.

    >>> [format_value(value) for value in (1200, 0.12345, 37704.0, None, "k")]
    ['1,200', '0.1235', '37,704', '-', 'k']
    """
    if value is None:
        return "-"
    if isinstance(value, float):
        whole = abs(value) >= 1000
        return (
            "infinite" if math.isinf(value) else f"{value:,{'.0f' if whole else '.4g'}}"
        )
    return f"{value:,}" if isinstance(value, int) else str(value)


def percent(share: float | None) -> str:
    """Format a share in percent.

    >>> percent(0.125), percent(None)
    ('12.5 %', '-')
    """
    return "-" if share is None else f"{100 * share:.3g} %"


def span(low: float, high: float) -> str:
    """A range of numbers in words.

    >>> span(2.0, 2.0), span(2.0, 5.0)
    ('2', '2 to 5')
    """
    return (
        format_value(low)
        if low == high
        else f"{format_value(low)} to {format_value(high)}"
    )
