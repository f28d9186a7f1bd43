# SPDX-License-Identifier: Apache-2.0
"""Messages of a page: what is wrong, what to do, and what is kept or refused."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from nicegui import events, ui
from nicegui.elements.mixins.value_element import ValueElement

from diversa.errors import DiversaError
from diversa.studio.explanations import explain_error
from diversa.studio.pages.texts import heading


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


def keep_changes(
    element: ValueElement[Any], keep: Callable[[Any], Awaitable[object]]
) -> None:
    """Keep every new value of an element; after a refusal it shows the last kept one.

    Args:
        element: A switch, a choice, or another element with a value.
        keep: Stores a value; a `DiversaError` is shown to the visitor.
    """
    last = element.value

    async def change(event: events.ValueChangeEventArguments[Any]) -> None:
        nonlocal last
        if event.value == last:
            return
        with show_errors():
            await keep(event.value)
            last = event.value
            return
        element.value = last

    element.on_value_change(change)
