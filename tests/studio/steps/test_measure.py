# SPDX-License-Identifier: Apache-2.0
"""Forms come from declarations; the danger is what the attacks of the release say."""

from __future__ import annotations

import pytest

import diversa
from diversa import make_plan
from diversa.attacks.battery import attacks_on
from diversa.errors import ModelError
from diversa.models import MODELS, parse
from diversa.models.parameters import Param
from diversa.studio.steps.measure import (
    after,
    as_it_is,
    before,
    form_of,
    model_forms,
    slider_of,
    spec_of,
)

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


def test_words_with_commas_are_kept():
    values = {"c": 2, "l": 2, "disclosable": ["a,b", "c|d"], "on": "condition"}
    model = parse(spec_of("pd-recursive-cl-diversity", values))
    assert model.disclosable == ("a,b", "c|d")


def test_what_a_model_lacks_is_said():
    none = make_plan(quasi_identifiers="zip")
    lacks = {form.name: form.lacks for form in model_forms(none)}
    assert lacks["k-anonymity"] is None
    assert "sensitive" in lacks["t-closeness"]
    assert "population" in {f.name: f.lacks for f in model_forms(PLAN)}["k-map"]


def test_a_number_that_is_not_allowed_is_refused():
    with pytest.raises(ModelError, match="k must be at least 1"):
        spec_of("k-anonymity", {"k": 0})
    strict = slider_of("number", Param("x", above=0, below=1), 0.5)
    assert (strict.low, strict.high) == (0.01, 0.99)


def test_the_danger_before_is_that_of_the_table(table, patients):
    danger = before(table)
    sizes = patients.groupby(NAMES).size()
    assert (danger.rows, danger.groups) == (200, len(sizes))
    assert danger.alone == (sizes == 1).sum()
    assert danger.highest_risk == 1 / sizes.min()
    assert danger.average_risk == len(sizes) / 200
    attacks = diversa.attack(patients, quasi_identifiers=NAMES, sensitive="condition")
    assert [(one.attack, one.exposed) for one in danger.exposed] == [
        (one.name, one.exposed) for one in attacks
    ]
    assert f"{danger.alone:,} of 200" in danger.sentences[0]


@pytest.mark.parametrize("method", ["full-domain", "mondrian"])
def test_the_danger_after_is_that_of_the_release(table, method):
    words = {
        "models": ["k-anonymity:3", "distinct-l-diversity:2"],
        "suppression": 0.05,
        "method": method,
    }
    answer = after(table, **words)
    release = table.publish(table.search(**words))
    sizes = release.frame.groupby(NAMES).size()
    assert answer.failure is None
    assert answer.loss == release.metrics["loss"]
    assert answer.suppressed == 200 - len(release.frame)
    assert answer.danger.groups == len(sizes)
    assert answer.danger.smallest == sizes.min() >= 3
    attacks = diversa.attack(
        release.frame, quasi_identifiers=NAMES, sensitive="condition"
    )
    exposed = {one.attack: one.exposed for one in answer.danger.exposed}
    # Skewness is told by the original table there, and by the release here.
    assert exposed["homogeneity"] == attacks["homogeneity"].exposed
    assert answer.attained[0].level == f"k = {sizes.min()}"


def test_chosen_levels_and_failures_are_told(table):
    levels = {"zip": 5, "born": 4, "sex": 1}
    answer = after(table, levels, models="k-anonymity:3")
    assert answer.danger.groups == 1
    assert "k-anonymity:500" in after(table, models="k-anonymity:500").failure
    assert "models must name" in after(table).failure


def test_how_many_a_model_would_have_to_protect(table, patients):
    told = as_it_is(table, "k-anonymity:2")
    sizes = patients.groupby(NAMES).size()
    assert told.rows == sizes[sizes < 2].sum()
    assert f"{told.rows:,} of 200 people" in told.words
    assert as_it_is(table, "k-anonymity:1").holds


def test_attacks_are_those_of_the_groups(table):
    proposal = table.search(models="k-anonymity:4", suppression=0.1)
    groups = table.groups(proposal)
    exposed = after(table, models="k-anonymity:4", suppression=0.1).danger.exposed
    assert [one.exposed for one in exposed] == [
        one.exposed for one in attacks_on(groups)
    ]
