# SPDX-License-Identifier: Apache-2.0
"""Messages of a page: what is wrong, and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from nicegui import ui

from diversa.errors import DiversaError
from diversa.studio.explanations import explain_error
from diversa.studio.pages.texts import (
    heading,
)


def problem_panel(text: str) -> None:
    """A panel that says what is wrong, and what to do."""
    with ui.column().classes("panel warning"):
        heading("This does not work yet")
        for line in text.splitlines():
            ui.label(line)


@contextmanager
def show_errors() -> Iterator[None]:
    """Show the visitor an error of what was asked for."""
    try:
        yield
    except DiversaError as error:
        show_error(explain_error(error))


def show_bug(error: Exception) -> None:
    """Show that something in the studio itself went wrong."""
    show_error(explain_error(error))


def show_error(text: str) -> None:
    """Show a message of an error for some seconds."""
    ui.notify(text, type="negative", multi_line=True, close_button=True, timeout=12000)
