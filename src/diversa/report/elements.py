# SPDX-License-Identifier: Apache-2.0
"""The elements of a page: sections, tables, cards, figures. Every text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from diversa.models.verdict import Verdict
from diversa.report.language import SPOKEN, MarkedText, format_value, is_number

FEW_COLUMNS = 3
"""The most columns of a table in a narrow window."""


PROSE = 24
"""The most letters of a cell that is not prose; a column of prose takes more room."""


def page(title: str, body: Iterable[str]) -> str:
    """One self-contained page."""
    style = files("diversa.report").joinpath("style.css").read_text("utf-8")
    return (
        f'<!doctype html>\n<html lang="{SPOKEN.get()}">\n<head>\n'
        '<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        # Without it a browser asks the site for one.
        '<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n{chr(10).join(part for part in body if part)}\n</body>\n</html>\n"
    )


def heading(title: str) -> str:
    """The title of a page."""
    return f"<h1>{escape(title)}</h1>"


def about(facts: Iterable[str]) -> str:
    """The line of facts below the title."""
    shown = "".join(f"<span>{escape(fact)}</span>" for fact in facts)
    return f'<p class="about">{shown}</p>'


def sign(lines: Iterable[tuple[str, str]]) -> str:
    """Lines to fill in by hand, each with its label."""
    shown = "".join(
        f"<div><b>{escape(text)}</b><span>{escape(name)}</span></div>"
        for name, text in lines
    )
    return f'<div class="sign">{shown}</div>'


def section(title: str, *body: str) -> str:
    """A heading with its blocks."""
    filled = [part for part in body if part]
    return f"<section><h2>{escape(title)}</h2>\n{chr(10).join(filled)}</section>"


def part(title: str, *body: str) -> str:
    """A subheading with its blocks; empty without blocks."""
    filled = [block for block in body if block]
    return f"<h3>{escape(title)}</h3>\n{chr(10).join(filled)}" if filled else ""


def say(text: str, *, lead: bool = False) -> str:
    """A paragraph."""
    return f"<p{' class=lead' if lead else ''}>{escape(text)}</p>"


def verdict(
    first: str, more: Iterable[str | MarkedText], *, kind: Verdict | None
) -> str:
    """The verdict box; without a colour if there is no verdict."""
    rest = "".join(
        f"<div{mark(text)}>{escape(format_value(text))}</div>" for text in more
    )
    colour = "open" if kind is None else kind.value
    return f'<div class="verdict {colour}"><strong>{escape(first)}</strong>{rest}</div>'


def mark(text: str | MarkedText) -> str:
    """The class attribute of a text; empty without a class."""
    return f' class="{text.kind}"' if isinstance(text, MarkedText) and text.kind else ""


def cards(numbers: Iterable[tuple[str | MarkedText, str]]) -> str:
    """A few numbers, each with its name."""
    boxes = "".join(
        f'<div class="card"><b{mark(number)}>{escape(format_value(number))}</b>'
        f"<span>{escape(name)}</span></div>"
        for number, name in numbers
    )
    return f'<div class="cards">{boxes}</div>'


def figures(drawn: Iterable[tuple[str, str]]) -> str:
    """Drawings side by side, each under its title; empty ones are left out."""
    shown = "".join(
        f"<figure><figcaption>{escape(title)}</figcaption>{svg}</figure>"
        for title, svg in drawn
        if svg
    )
    return f'<div class="charts">{shown}</div>' if shown else ""


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; columns of numbers are aligned right.

    In a narrow window each line of a table with many columns becomes a block, in
    which every cell shows its head.
    """
    lines = [list(row) for row in rows]
    right = [
        bool(lines) and all(is_numeric(line[place]) for line in lines)
        for place in range(len(head))
    ]
    has_prose = any(len(format_value(v)) > PROSE for line in lines for v in line[1:])
    many = len(head) > (FEW_COLUMNS - has_prose)
    top = "".join(
        f"<th{' class=number' if numeric else ''}>{escape(name)}</th>"
        for name, numeric in zip(head, right, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(
            cell(value, right=numeric, head=name if many else "")
            for value, numeric, name in zip(line, right, head, strict=True)
        )
        + "</tr>"
        for line in lines
    )
    return (
        f'<div class="wide"><table{" class=many" if many else ""}>'
        f"<thead><tr>{top}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def cell(value: object, *, right: bool, head: str) -> str:
    """One cell of a table, with its head if one is given."""
    kind = value.kind if isinstance(value, MarkedText) else "number" if right else ""
    mark = f' class="{kind}"' if kind else ""
    says = f' data-head="{escape(head)}"' if head else ""
    return f"<td{mark}{says}>{escape(format_value(value))}</td>"


def is_numeric(value: object) -> bool:
    """True if a cell holds a number, a share in percent or nothing."""
    is_percent = isinstance(value, str) and value.endswith(" %")
    return value is None or is_number(value) or is_percent


def bullets(texts: Iterable[str]) -> str:
    """A list."""
    return f"<ul>{''.join(f'<li>{escape(text)}</li>' for text in texts)}</ul>"


def fold(title: str, body: str) -> str:
    """A block that opens on a click."""
    return f"<details><summary>{escape(title)}</summary>{body}</details>"
