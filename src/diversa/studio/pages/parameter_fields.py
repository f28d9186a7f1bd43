# SPDX-License-Identifier: Apache-2.0
"""The fields of a model's form: a slider with a number, a switch, a choice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from nicegui import events, ui

from diversa.studio.pages.elements import say
from diversa.studio.pages.reading import words_of
from diversa.studio.pages.texts import aria_label, explain
from diversa.studio.steps.model_forms import ParameterField
from diversa.studio.steps.sliders import Slider

Change = Callable[..., Awaitable[None]]
"""Answers a changed value."""


def parameter_field(
    field: ParameterField, values: dict[str, Any], change: Change
) -> None:
    """A field for a parameter, bound to its entry of the values."""
    label = f"{field.name}: {field.meaning}"
    if field.slider is not None:
        number_field(field, field.slider, values, change)
    elif field.kind == "yes_no":
        ui.switch(label).bind_value(values, field.name).on_value_change(change)
    elif field.kind == "column" and len(field.choices) < 2:
        return
    elif field.kind in ("word", "column"):
        choice = ui.select(list(field.choices), label=label)
        choice.bind_value(values, field.name).on_value_change(change)
    elif field.kind == "words":
        choice = ui.select(
            list(field.choices), label=label, multiple=True, with_input=True
        ).props("use-chips")
        choice.bind_value(values, field.name).on_value_change(change)
    else:
        list_field(field.name, label, values, change)


def number_field(
    field: ParameterField, ends: Slider, values: dict[str, Any], change: Change
) -> None:
    """A slider and a number field for the same value."""
    with ui.row().classes("items-center w-full no-wrap gap-3"):
        name = ui.label(field.name).classes("text-weight-medium")
        explain(name, f"{field.meaning} ({field.bound})")
        slider = ui.slider(min=ends.low, max=ends.high, step=ends.step)
        slider.bind_value(values, field.name).style("flex: 1")
        aria_label(slider.props("label"), f"{field.name}: {field.meaning}")
        number = ui.number(step=ends.step, min=ends.low)
        number.bind_value(values, field.name).classes("w-24")
        aria_label(number, f"{field.name} as a number")
        slider.on_value_change(change)
    say(f"{field.meaning}; {field.bound}", "small muted")


def list_field(name: str, label: str, values: dict[str, Any], change: Change) -> None:
    """A field for several numbers, with commas between them."""

    async def read(event: events.ValueChangeEventArguments[Any]) -> None:
        values[name] = words_of(str(event.value or ""))
        await change()

    text = ui.input(f"{label} (numbers between commas)")
    text.on_value_change(read)
