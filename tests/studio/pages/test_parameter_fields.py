# SPDX-License-Identifier: Apache-2.0
"""A field suits its parameter, and says when its value has changed."""

from __future__ import annotations

import asyncio

import pytest
from nicegui import ElementFilter, core, ui
from nicegui.app.app import State

from diversa.studio.pages.parameter_fields import parameter_field
from diversa.studio.steps.model_forms import ParameterField
from diversa.studio.steps.sliders import Slider


@pytest.mark.parametrize(
    ("field", "element"),
    [
        (
            ParameterField("k", "rows", "whole", True, 5, (), Slider(2, 20, 1)),
            ui.slider,
        ),
        (ParameterField("joint", "all at once", "yes_no", False, False), ui.switch),
        (ParameterField("on", "column", "column", False, "a", ("a", "b")), ui.select),
        (ParameterField("of", "values", "words", False, [], ("a", "b")), ui.select),
        (ParameterField("p", "shares", "numbers", False, []), ui.input),
    ],
)
def test_a_field_suits_its_parameter(draw, field, element):
    values, changes, kinds = {field.name: field.value}, [], set()

    async def change(event=None):
        changes.append(event)

    def part():
        parameter_field(field, values, change)
        kinds.update(map(type, ElementFilter()))

    text = draw(part)
    assert element in kinds
    assert field.meaning in text


def test_a_single_column_is_no_choice(draw):
    field = ParameterField("on", "column", "column", False, "a", ("a",))
    assert draw(lambda: parameter_field(field, {"on": "a"}, None)) == ""


def test_numbers_are_read_between_commas(draw, monkeypatch):
    values, changes = {"p": []}, []

    async def change():
        changes.append(list(values["p"]))

    async def part():
        field = ParameterField("p", "shares", "numbers", False, [])
        parameter_field(field, values, change)
        (text,) = ElementFilter(kind=ui.input)
        monkeypatch.setattr(core, "loop", asyncio.get_running_loop())
        monkeypatch.setattr(core.app, "_state", State.STARTED)
        text.value = "0.1, 0.2,"
        await asyncio.sleep(0.05)  # its handler is a task

    draw(part)
    assert changes == [["0.1", "0.2"]]
