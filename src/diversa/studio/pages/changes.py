# SPDX-License-Identifier: Apache-2.0
"""Switches and choices that go back if their new value is refused."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from nicegui import events
from nicegui.elements.mixins.value_element import ValueElement

from diversa.studio.pages.messages import show_errors


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
