# SPDX-License-Identifier: Apache-2.0
"""Forms of models: fields, what they begin with, the specs they give."""

from __future__ import annotations

import pytest

from diversa import make_plan
from diversa.models import MODELS, parse
from diversa.studio.steps.model_forms import form_of, model_forms
from diversa.studio.steps.model_specs import spec_of

PLAN = make_plan(quasi_identifiers="zip", sensitive="condition")
NAMES = ["zip", "born", "sex"]


def test_every_model_has_a_form_from_its_declaration():
    forms = model_forms(PLAN)
    assert [form.name for form in forms] == list(MODELS)
    for form in forms:
        kind = MODELS[form.name]
        assert [field.name for field in form.fields] == list(kind.parameters())
        assert (form.stops, form.misses) == (kind.stops, kind.misses)
        assert form.summary
        for field in form.fields:
            assert field.meaning
            if field.slider is not None:
                assert field.slider.low < field.slider.high
                assert field.slider.low <= field.value <= field.slider.high


@pytest.mark.parametrize("name", MODELS)
def test_what_a_form_begins_with_can_be_asked(name):
    """But for lists, which only people can fill, the first values are allowed."""
    (form,) = [form for form in model_forms(PLAN) if form.name == name]
    if any(field.required and field.value == () for field in form.fields):
        return
    values = {field.name: field.value for field in form.fields}
    assert parse(spec_of(name, values)).name() == name
    numbers = [field for field in form.fields if field.slider is not None]
    for field in numbers if len(numbers) == 1 else []:  # one may bound another
        for end in (field.slider.low, field.slider.high):
            spec_of(name, {**values, field.name: end})


def test_a_form_has_the_values_of_a_plan():
    form = form_of(parse("recursive-cl-diversity:c=2.5,l=3,on=condition"), PLAN)
    values = {field.name: field.value for field in form.fields}
    assert (values["c"], values["l"], values["on"]) == (2.5, 3, "condition")
    assert spec_of(form.name, values) == (
        "recursive-cl-diversity:c=2.5,l=3,on=condition"
    )


def test_what_a_model_lacks_is_said():
    none = make_plan(quasi_identifiers="zip")
    lacks = {form.name: form.lacks for form in model_forms(none)}
    assert lacks["k-anonymity"] is None
    assert "sensitive" in lacks["t-closeness"]
    assert "population" in {f.name: f.lacks for f in model_forms(PLAN)}["k-map"]
