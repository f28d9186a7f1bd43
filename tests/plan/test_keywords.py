# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace

import pytest

from diversa.data.identifiers import Mask
from diversa.data.population_source import PeopleSource
from diversa.data.read_options import ReadOptions
from diversa.errors import HierarchyError, PlanError
from diversa.hierarchies import Intervals, Masking
from diversa.plan.keywords import make_plan, revise


@pytest.fixture
def plan():
    return make_plan(
        quasi_identifiers=["zip", "age"],
        sensitive="ill",
        identifiers={"name": "mask", "ssn": "drop"},
        models="k-anonymity:4",
        suppression=0.1,
        hierarchies={"zip": "masking"},
        kinds={"age": "number"},
        objective="height",
        reading=ReadOptions(delimiter=";"),
    )


def test_nothing_given_changes_nothing(plan):
    assert revise(plan) == plan


def test_keywords_take_the_place_of_those_of_the_plan(plan):
    changed = revise(plan, models=["k-anonymity:9"], suppression="1/4", seed=3)
    assert [one.spec for one in changed.privacy.models] == ["k-anonymity:9"]
    assert changed.privacy.suppression == 1 / 4
    assert changed.search.seed == 3
    assert changed.search.objective == "height"
    assert changed.roles == plan.roles
    assert changed.reading == plan.reading


def test_hierarchies_are_added(plan):
    changed = revise(plan, hierarchies={"age": [5, 10]})
    assert changed.hierarchies == {"zip": Masking(), "age": Intervals((5, 10))}


def test_treatments_stay_with_their_identifiers(plan):
    changed = revise(plan, identifiers=["name", "mail"])
    assert changed.roles.identifiers == ("name", "mail")
    assert changed.identifiers == {"name": Mask()}


@pytest.mark.parametrize("column", ["zip", "nmae"])
def test_a_treatment_of_another_column_is_refused(plan, column):
    changed = revise(
        replace(plan, identifiers={column: Mask()}), models="k-anonymity:2"
    )
    with pytest.raises(PlanError, match=rf"\[identifiers\] '{column}' must be"):
        changed.check(("name", "ssn", "zip", "age", "ill"))


def test_every_fault_is_told_at_once():
    with pytest.raises(PlanError) as caught:
        make_plan(
            models="k-anonymity:0",
            seed="x",
            reading=";",
            kinds={"age": "nummer"},
            hierarchies={"zip": 3},
            identifiers={"name": "hide"},
            population="people.csv",
            population_count=3,
        )
    starts = [
        "population_count: must be a column, got 3",
        "kinds.age: must be one of",
        "identifiers.name: must be one of drop, hash",
        "hierarchies.zip: hierarchy",
        "privacy.models: k-anonymity",
        "search.seed: must be a whole number, got 'x'",
        "reading: must be ReadOptions, got ';'",
    ]
    for start in starts:
        assert any(fault.startswith(start) for fault in caught.value.faults), start
    assert len(caught.value.faults) == len(starts)


def test_one_fault_is_the_error_that_it_was():
    with pytest.raises(HierarchyError, match=r"hierarchies\.age: "):
        make_plan(hierarchies={"age": [5, 7]})


def test_a_keyword_that_does_not_exist():
    with pytest.raises(PlanError, match="sensitiv: is no keyword of a plan; did you"):
        make_plan(sensitiv="ill")


def test_a_table_of_columns_is_a_mapping():
    with pytest.raises(PlanError, match="kinds: must be a mapping of columns"):
        make_plan(kinds=["age"])


def test_population_with_its_counts():
    plan = make_plan(population="people.csv", population_count="n")
    assert plan.privacy.population == PeopleSource.of("people.csv", "n")
