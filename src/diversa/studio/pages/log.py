# SPDX-License-Identifier: Apache-2.0
"""The page of the log: who did what, and when."""

from __future__ import annotations

from functools import partial

from fastapi import Request
from nicegui import ui

from diversa.studio.history import EntryView, read_log
from diversa.studio.pages.elements import panel, table
from diversa.studio.pages.layout import page_frame
from diversa.studio.pages.step_visit import open_page
from diversa.studio.projects import list_projects
from diversa.studio.security.permissions import Action
from diversa.studio.visit import Visit

LEAD = (
    "Who did what when, the newest first. Lines are only ever added; they hold no value"
    " of any table."
)

AT_ONCE = 100
"""Lines that are shown at a time."""


def log_page(request: Request) -> None:
    """The lines of the log."""
    here = open_page(request, Action.READ_LOG)
    with page_frame("Who did what", LEAD, here):
        with panel():
            lines = ui.column().classes("w-full items-stretch")
        more = ui.row()
        show(here, lines, more, None)


def show(here: Visit, lines: ui.element, more: ui.row, before: int | None) -> None:
    """Show some lines, and a button for those before them."""
    entries = read_log(here, before=before, most=AT_ONCE)
    names = {one.id: one.name for one in list_projects(here)}
    with lines:
        table(
            ("when (UTC)", "who", "what", "project", "about"),
            [cells(entry, names) for entry in entries],
        )
    more.clear()
    if len(entries) == AT_ONCE:
        with more:
            older = partial(show, here, lines, more, entries[-1].id)
            ui.button("Older ones", on_click=older).props("outline")


def cells(entry: EntryView, names: dict[str, str]) -> tuple[str, ...]:
    """A line of the log as cells; a project that is gone has its number left."""
    project = entry.project or ""
    return (
        f"{entry.at:%d %b %Y, %H:%M:%S}",
        entry.by,
        entry.what,
        names.get(project, project[:8]),
        entry.about,
    )
