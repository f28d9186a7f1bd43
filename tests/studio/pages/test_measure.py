# SPDX-License-Identifier: Apache-2.0
"""What a form begins with is what the plan has."""

from __future__ import annotations

from diversa import make_plan
from diversa.models import parse
from diversa.studio.pages.measure import start_of
from diversa.studio.pages.model_choice import is_wanted
from diversa.studio.steps.model_forms import form_of
from diversa.studio.steps.model_specs import spec_of


def test_values_of_a_form_give_the_model_back():
    spec = "npd-recursive-cl-diversity:c1=4,c2=5,l=3,disclosable=a|b,protected=c"
    plan = make_plan(quasi_identifiers="zip", sensitive="ill")
    form = form_of(parse(spec), plan)
    values = start_of(form)
    assert values["disclosable"] == ["a", "b"]  # a list, which a page can change
    assert spec_of(form.name, values) == parse(spec).spec


def test_models_are_found_by_their_words():
    words = "t-closeness skewness: a group that says more than the whole table does"
    assert is_wanted(None, words=words)
    assert is_wanted("Skew TABLE", words=words)
    assert not is_wanted("skew person", words=words)
