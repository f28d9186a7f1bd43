# SPDX-License-Identifier: Apache-2.0
"""Which methods accept a model: `auto` goes through them, and refusals name them."""

from __future__ import annotations

import re
from contextlib import suppress

import pandas as pd
import pytest

import diversa
from diversa.errors import NoSolutionError, PlanError
from diversa.hierarchies import Taxonomy
from diversa.methods.acceptance import general_method, suitable
from diversa.models import MODELS, audited
from diversa.plan.keywords import make_plan
from memory_engine import MemoryEngine
from tight_labels import tight

ILL = ["Cancer", "Cancer", "Flu", "HIV"]
PEOPLE = pd.DataFrame({"age": [1, 2, 3, 4], "ill": ILL})
WORDS = {"quasi_identifiers": "age", "sensitive": "ill"}
NUMBERS = pd.DataFrame({"age": range(8), "ill": [1, 2, 3, 4, 1, 2, 3, 4]})
KINDS = Taxonomy(tree={"*": {"few": ["1", "2"], "many": ["3", "4"]}})
REFUSING = ["local-recoding", "dealing", "anatomy", "mbf"]
"""Methods that refuse some models; mondrian and mdav refuse as local-recoding does."""


def test_auto_takes_anatomy_where_equal_values_must_not_meet():
    made = diversa.anonymize(PEOPLE, models="m-uniqueness:2", method="auto", **WORDS)
    assert made.method == "anatomy"
    assert "auto chose anatomy because" in made.search.reason
    assert "published as they are" in made.search.reason
    assert made.audit.holds


def test_auto_goes_on_where_a_method_finds_nothing():
    """As one group the table has too many of one value; two towns hold by themselves.

    Rows must look alike for k-anonymity, so that no two tables are published.
    """
    towns = pd.DataFrame(
        {"town": ["A", "A", "B", "B", "C"], "ill": ["x", "y", "x", "z", "x"]}
    )
    made = diversa.anonymize(
        towns,
        quasi_identifiers="town",
        sensitive="ill",
        models=["k-anonymity:2", "m-uniqueness:2"],
        suppression=0.2,
        method="auto",
    )
    assert made.method == "full-domain"
    assert "mondrian found nothing" in made.search.reason
    assert sorted(made.frame.town) == ["A", "A", "B", "B"]


def test_what_was_tried_in_vain_is_said():
    with pytest.raises(NoSolutionError) as caught:
        diversa.anonymize(PEOPLE, models="m-uniqueness:4", method="auto", **WORDS)
    assert "auto tried mondrian and full-domain as well" in str(caught.value)
    assert caught.value.attained


def test_a_setting_of_one_method_is_not_ignored_by_the_next():
    """Where a setting belongs to anatomy alone no other method is tried."""
    with pytest.raises(NoSolutionError) as caught:
        diversa.anonymize(
            PEOPLE, models="m-uniqueness:4", method="auto", nearby=True, **WORDS
        )
    assert "as well" not in str(caught.value)


EVERY = [model for model in audited(["ill"]) if not model.needs]


def plans(model, method, **words):
    return make_plan(
        models=model,
        method=method,
        **tight(method),
        hierarchies={"ill": KINDS},
        **{**WORDS, **words},
    )


@pytest.mark.parametrize("method", REFUSING)
@pytest.mark.parametrize("model", EVERY, ids=lambda model: model.name())
def test_every_refusal_names_a_method_that_accepts_the_model(model, method):
    """The method that a refusal names may find nothing, but does not refuse."""
    try:
        diversa.anonymize(NUMBERS, plans(model, method), engine=MemoryEngine())
    except PlanError as refusal:
        (named,) = set(re.findall(r"use ([a-z-]+)", str(refusal)))
        with suppress(NoSolutionError):
            diversa.anonymize(NUMBERS, plans(model, named), engine=MemoryEngine())
    except NoSolutionError:
        pass


def test_the_general_method_is_one_that_accepts_the_model():
    assert len(EVERY) >= len(MODELS) // 2
    for model in EVERY:
        plan = plans(model, "auto")
        names = [name for name, _ in suitable(plan)]
        assert general_method(plan) in names
        assert names[0] != "full-domain" or not model.local
