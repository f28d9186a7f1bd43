# SPDX-License-Identifier: Apache-2.0
"""The elements of a page: sections, tables, cards, figures. Every text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from diversa.models.verdict import Verdict
from diversa.report.language import SPOKEN, Marked, is_number, written

FEW_COLUMNS = 3
"""Columns that have room in a narrow window."""


PROSE = 24
"""Letters of a cell that is more than a name or a number."""


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
    """A line below the title: what the page is about."""
    shown = "".join(f"<span>{escape(fact)}</span>" for fact in facts)
    return f'<p class="about">{shown}</p>'


def sign(lines: Iterable[tuple[str, str]]) -> str:
    """Lines to write on by hand, each with what belongs there."""
    shown = "".join(
        f"<div><b>{escape(text)}</b><span>{escape(name)}</span></div>"
        for name, text in lines
    )
    return f'<div class="sign">{shown}</div>'


def section(title: str, *body: str) -> str:
    """A heading with what stands under it; nothing where nothing does."""
    filled = [part for part in body if part]
    return f"<section><h2>{escape(title)}</h2>\n{chr(10).join(filled)}</section>"


def part(title: str, *body: str) -> str:
    """A lesser heading with what stands under it; nothing where nothing does."""
    filled = [block for block in body if block]
    return f"<h3>{escape(title)}</h3>\n{chr(10).join(filled)}" if filled else ""


def say(text: str, *, lead: bool = False) -> str:
    """A paragraph."""
    return f"<p{' class=lead' if lead else ''}>{escape(text)}</p>"


def verdict(first: str, more: Iterable[str | Marked], *, kind: Verdict | None) -> str:
    """The box that is read first; without a colour where nothing was to hold."""
    rest = "".join(f"<div{mark(text)}>{escape(written(text))}</div>" for text in more)
    colour = "open" if kind is None else kind.value
    return f'<div class="verdict {colour}"><strong>{escape(first)}</strong>{rest}</div>'


def mark(text: str | Marked) -> str:
    """The class of a text that has one."""
    return f' class="{text.kind}"' if isinstance(text, Marked) and text.kind else ""


def cards(numbers: Iterable[tuple[str | Marked, str]]) -> str:
    """A few numbers, each with what it is."""
    boxes = "".join(
        f'<div class="card"><b{mark(number)}>{escape(written(number))}</b>'
        f"<span>{escape(name)}</span></div>"
        for number, name in numbers
    )
    return f'<div class="cards">{boxes}</div>'


def figures(drawn: Iterable[tuple[str, str]]) -> str:
    """Drawings side by side, each under its title; those not drawn are left out."""
    shown = "".join(
        f"<figure><figcaption>{escape(title)}</figcaption>{svg}</figure>"
        for title, svg in drawn
        if svg
    )
    return f'<div class="charts">{shown}</div>' if shown else ""


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; columns of numbers stand right.

    Where a window has no room for many columns, a line becomes a block, and each cell
    says its head.
    """
    lines = [list(row) for row in rows]
    right = [
        bool(lines) and all(is_numeric(line[place]) for line in lines)
        for place in range(len(head))
    ]
    many = len(head) > (FEW_COLUMNS - has_prose(lines))
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


def has_prose(lines: Iterable[Sequence[object]]) -> bool:
    """Tell whether a column but the first has texts that need a width of their own."""
    return any(len(written(value)) > PROSE for line in lines for value in line[1:])


def cell(value: object, *, right: bool, head: str) -> str:
    """One cell of a table, with its head where a cell must say it."""
    kind = value.kind if isinstance(value, Marked) else "number" if right else ""
    mark = f' class="{kind}"' if kind else ""
    says = f' data-head="{escape(head)}"' if head else ""
    return f"<td{mark}{says}>{escape(written(value))}</td>"


def is_numeric(value: object) -> bool:
    """Tell whether a cell holds a number, or nothing in place of one."""
    return value is None or is_number(value) or is_percent(value)


def is_percent(value: object) -> bool:
    """Tell whether a text is a share in percent."""
    return isinstance(value, str) and value.endswith(" %")


def bullets(texts: Iterable[str]) -> str:
    """A list."""
    return f"<ul>{''.join(f'<li>{escape(text)}</li>' for text in texts)}</ul>"


def folded(title: str, body: str) -> str:
    """What is shown when asked for."""
    return f"<details><summary>{escape(title)}</summary>{body}</details>"
