# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from diversa.errors import PlanError
from diversa.plan.keywords import make_plan

COLUMNS = ("zip", "age", "ill", "name")
ROLES = {"quasi_identifiers": ["zip", "age"], "sensitive": "ill"}


def test_a_plan_that_fits():
    make_plan(**ROLES, models="k-anonymity:2").check(COLUMNS)


def test_every_fault_is_told_at_once():
    plan = make_plan(
        **ROLES,
        models="k-map:3",
        kinds={"agee": "number"},
        identifiers="name",
        label="name",
        cut="median",
    )
    with pytest.raises(PlanError) as caught:
        plan.check(COLUMNS)
    starts = [
        "[kinds] 'agee' must be a column",
        "[privacy] k-map:3:",
        "search.label: must be a quasi-identifier",
        "search.cut: must come with the method mondrian",
    ]
    for start in starts:
        assert any(fault.startswith(start) for fault in caught.value.faults), start
    assert len(caught.value.faults) == len(starts)


def test_no_model():
    with pytest.raises(PlanError, match="models must name at least one model"):
        make_plan(**ROLES).check(COLUMNS)


def test_models_are_bound_to_the_sensitive_attributes():
    plan = make_plan(
        quasi_identifiers="zip",
        sensitive=["ill", "age"],
        models="distinct-l-diversity:2,on=*",
    )
    assert [model.spec for model in plan.bound_models()] == [
        "distinct-l-diversity:2,on=ill",
        "distinct-l-diversity:2,on=age",
    ]


def faults_of(**words):
    plan = make_plan(**ROLES, models="k-anonymity:2", **words)
    with pytest.raises(PlanError) as caught:
        plan.check(COLUMNS)
    with pytest.raises(PlanError) as open_faults:
        plan.check_columns(COLUMNS)
    assert {*open_faults.value.faults} <= {*caught.value.faults}
    return caught.value.faults


def test_people_are_counted_where_a_column_says_who():
    plan = make_plan(**ROLES, models="k-anonymity:2", person="name")
    plan.check(COLUMNS)
    assert plan.counted == "people"
    assert make_plan(**ROLES).counted == "rows"
    assert make_plan(**ROLES, rows_are_people=True).counted == "rows"


def test_a_person_says_that_rows_are_not_people():
    (fault,) = faults_of(person="name", rows_are_people=True)
    assert fault.startswith("people.rows_are_people: must be left out beside")


@pytest.mark.parametrize(
    ("word", "value", "key"),
    [
        ("person_rows", 3, "rows"),
        ("known_visits", "whole-visits", "known"),
        ("missing_person", "own", "missing_person"),
        ("person_rows", "distinct", "rows"),  # the default, but given
    ],
)
def test_what_is_said_of_a_person_needs_one(word, value, key):
    (fault,) = faults_of(**{word: value})
    assert fault.startswith(f"people.{key}: must come with roles.person, got it alone")
    plan = make_plan(**ROLES, models="k-anonymity:2", person="name", **{word: value})
    plan.check(COLUMNS)
    assert getattr(plan.people, key) == value


def test_a_column_that_is_not_the_subject_is_withheld():
    for name in ("zip", "ill"):
        (fault,) = faults_of(not_the_subject=name)
        assert fault.startswith("people.not_the_subject: must be an identifier or a")
    (fault,) = faults_of(not_the_subject="nam")
    assert "must be a column, got 'nam'; did you mean 'name'" in fault
    words = {"models": "k-anonymity:2", "not_the_subject": "name"}
    make_plan(**ROLES, **words).check(COLUMNS)
    make_plan(**ROLES, **words, identifiers="name").check(COLUMNS)


@pytest.mark.parametrize("word", ["person", "not_the_subject"])
@pytest.mark.parametrize("treatment", ["tokens", "mask"])
def test_the_column_of_the_person_is_always_withheld(word, treatment):
    (fault,) = faults_of(identifiers={"name": treatment}, **{word: "name"})
    assert fault.startswith("[identifiers] 'name' must be dropped, got another")
    assert ("it would link the rows of a person" in fault) == (word == "person")
    dropped = make_plan(
        **ROLES, models="k-anonymity:2", identifiers={"name": "drop"}, **{word: "name"}
    )
    dropped.check(COLUMNS)
