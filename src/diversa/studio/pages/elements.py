# SPDX-License-Identifier: Apache-2.0
"""Small pieces that pages are made of: numbers with explanations, bars, tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from html import escape
from typing import Any, TypeVar

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from diversa.models.verdict import Verdict
from diversa.studio.pages.texts import (
    aria_label,
    explain,
    heading,
    paragraph,
    tip,
)

Place = TypeVar("Place", bound=ui.element)

EXPLAINED = {
    "rows": "Rows of the table. Each row counts as one person, unless a column says"
    " whose it is.",
    "distinct": "How many different values the column has.",
    "missing": "Rows in which the column is empty.",
    "distinction": "Different values divided by rows. 100 % means that every row has a"
    " value of its own, so that anybody who knows it finds the row.",
    "separation": "The share of all pairs of rows in which the values differ.",
    "alone": "People whose combination of known facts nobody else in the table has."
    " Whoever knows these facts finds their row.",
    "loss": "How much of the detail of the known columns is hidden: 0 % is the table as"
    " it is, 100 % a table that says nothing about them. Withheld rows count as lost.",
    "suppressed": "Rows that are not published, because they would stand out.",
    "repeats": "Rows that are not published either, because other rows of the same"
    " person are.",
    "highest risk": "The chance that the most exposed person is found: one divided by"
    " the size of the smallest group of rows that look alike.",
    "average risk": "The chance that a person is found, on average over all rows.",
    "smallest": "The number of rows in the smallest group of rows that look alike; of"
    " people, where a column says whose a row is."
    " Everybody hides among at least that many.",
    "groups": "Groups of rows that look alike in the known columns.",
    "share": "The share of the rows that have this value.",
    "adds": "The distinction that is lost if nobody knows this column: what it adds to"
    " the others.",
    "labels": "The number of different labels that would be published on this level.",
    "rarest": "The number of rows with the rarest label of this level. A small number"
    " stands out.",
    "before": "The share of people exposed in the table as it is.",
    "after": "The share of people still exposed in what would be published.",
    "coarse": "The level of the column, of those it has: 0 publishes its values as they"
    " are, the highest hides them.",
    "column loss": "The share of the detail of this column that is hidden.",
    "group sizes": "The share of the published rows that are in groups of this size."
    " The larger a group, the better its people are hidden.",
    "told": "Values of known columns that the labels of a group state, and that a"
    " single row of it may have. Whoever reads them can describe that row.",
    "prior": "The belief of a reader who only counts the values in the person's group.",
    "rule": "The belief of a reader who also knows the protections, and that the"
    " publisher makes no group coarser than necessary.",
}
"""The meaning of the numbers, in plain words."""

SENTENCES = {
    "": "q-ma-none",
    "small": "q-ma-none small",
    "muted": "q-ma-none muted",
    "small muted": "q-ma-none small muted",
    "small bad": "q-ma-none small bad",
    "small undecided": "q-ma-none small undecided",
}
"""Kinds of sentences, and the classes that they have."""

CHIPS = {
    None: "chip",
    Verdict.HOLDS: "chip holds",
    Verdict.FAILS: "chip fails",
    Verdict.UNDECIDED: "chip undecided",
}
"""The classes of a word in a frame, by its verdict."""

PANELS = {
    "": "panel items-stretch",
    "fine": "panel items-stretch fine",
    "warning": "panel items-stretch warning",
    "doubt": "panel items-stretch doubt",
}
"""Kinds of panels, and the classes that they have."""

SERIES = (
    "A survey grows. Its groups are formed when it is published, so that they fit the"
    " earlier releases. Until then there is no best release to show."
)
"""The reason why a survey has no best release before it is published."""


def percent(share: float | None, digits: int = 1) -> str:
    """A share for people; a small one is not rounded to nothing.

    >>> percent(0.1234), percent(0.00012), percent(None), percent(1.0, 0)
    ('12.3 %', '< 0.1 %', '–', '100 %')
    """
    if share is None:
        return "–"
    least = 10.0**-digits
    if 0 < 100 * share < least:
        return f"< {least:g} %"
    text = f"{100 * share:.{digits}f}"
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text} %"


def empty(place: Place) -> Place:
    """Empty an element, in which something else is drawn."""
    place.clear()
    return place


def panel(title: str = "", *, kind: str = "") -> AbstractContextManager[Any]:
    """A part of a page with its own background, of one of the kinds of `PANELS`."""
    column = ui.column().classes(PANELS[kind])
    if title:
        with column:
            heading(title)
    return column


def say(text: str, kind: str = "") -> TextElement:
    """A sentence of one of the kinds of `SENTENCES`."""
    return paragraph(text).classes(SENTENCES[kind])


def numbers() -> AbstractContextManager[Any]:
    """A row for several numbers."""
    return ui.element("div").classes("numbers")


def number(name: str, value: str, term: str, was: str = "") -> None:
    """A number that explains its term on hover, tap or focus, with its former value."""
    first = f'<span class="was">{escape(was)} → </span>' if was else ""
    now = ' class="now"' if was else ""
    box = ui.html(
        f'<b>{first}<span{now} style="font-size:inherit">{escape(value)}'
        f"</span></b><span>{escape(name)}</span>",
    ).classes("number")
    explain(aria_label(box.props("role=group"), f"{name}: {value}"), EXPLAINED[term])


def bars(lines: Sequence[tuple[str, float, str]], meaning: str = "") -> None:
    """Names with bars, each with its length and the text behind it."""
    most = max((length for _, length, _ in lines), default=0.0) or 1.0
    cells = "".join(
        f'<span class="name" title="{escape(name)}">{escape(name)}</span>'
        f'<span><div class="bar" style="width:{100 * length / most:.1f}%"></div>'
        f'</span><span class="rows">{escape(text)}</span>'
        for name, length, text in lines
    )
    drawn = ui.html(cells).classes("bars")
    if meaning:
        explain(drawn, meaning)


def table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    right: Sequence[int] = (),
    meanings: Mapping[str, str] | None = None,
) -> None:
    """A plain table; `right` are the places of columns that are aligned right."""
    tips = [(meanings or {}).get(name, "") for name in head]

    def cells(tag: str, line: Sequence[str]) -> str:
        return "".join(
            f"<{tag}{' class=right' if place in right else ''}"
            f"{tip(tips[place], reachable=tag == 'th')}>{escape(cell)}</{tag}>"
            for place, cell in enumerate(line)
        )

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    ui.html(
        f'<table class="plain"><thead><tr>{cells("th", head)}</tr></thead>'
        f"<tbody>{body}</tbody></table>",
    ).classes("scroll")


def chip(text: str, meaning: str = "", *, verdict: Verdict | None = None) -> None:
    """A word in a frame that explains itself, in the colour of a verdict."""
    shown = TextElement(tag="span", text=text).classes(CHIPS[verdict])
    if meaning:
        explain(shown, meaning)


COLOURS = {
    "green": "colour-line",
    "amber": "colour-line amber",
    "red": "colour-line red",
    "grey": "colour-line grey",
}
"""The classes of a line on a finding, by its colour."""


def colour_line(colour: str, title: str, words: str) -> None:
    """A finding beside a line in its colour, with a title that says the same."""
    with ui.column().classes(COLOURS[colour]):
        TextElement(tag="b", text=title)
        say(words, "small")


def show_once(title: str, secret: str, address: str | None = None) -> None:
    """A secret that is not shown again; a link if it is that of an address."""
    with panel(title, kind="fine"):
        say("Copy it now: only its fingerprint is kept, so it is not shown again.")
        shown = link(secret, address, new_tab=True) if address else ui.label(secret)
        shown.classes("text-weight-bold").style("overflow-wrap: anywhere")
        ui.button(
            "Copy",
            icon="content_copy",
            on_click=partial(ui.clipboard.write, secret),
        ).props("outline dense").classes("self-start q-px-sm")


def link(text: str, address: str, **words: bool) -> ui.link:
    """A link in a text."""
    return ui.link(text, address, **words).style("color: var(--after)")
