# SPDX-License-Identifier: Apache-2.0
"""m-invariance: the worked example, and what the entry of the registry says."""

from __future__ import annotations

import pytest

from diversa.errors import ModelError, PlanError
from diversa.models import MInvariance, parse
from diversa.models.republication import judge_series, series_of
from diversa.plan.keywords import make_plan

FIRST = [[("Bob", "flu"), ("Alice", "asthma")]]


def test_alice_leaves_and_carl_joins():
    """{flu, asthma} and {flu, cancer} have flu in common: Bob has it."""
    found = judge_series(series_of([FIRST, [[("Bob", "flu"), ("Carl", "cancer")]]]))
    assert found.unique == (2, 2)
    assert not found.holds(2)
    assert found.level == 1
    assert (found.persons, found.changed_persons, found.least_left) == (3, 1, 1)
    assert found.violating_persons(2) == 1
    assert found.signatures == 2


def test_a_counterfeit_row_keeps_the_signature():
    """Carl waits; asthma stays in Bob's group though Alice is gone."""
    found = judge_series(series_of([FIRST, [[("Bob", "flu"), (None, "asthma")]]]))
    assert found.holds(2)
    assert found.level == 2
    assert found.violating_persons(2) == 0
    assert (found.persons, found.changed_persons, found.least_left) == (2, 0, 2)


def test_carl_gets_a_counterfeit_too():
    second = [
        [("Bob", "flu"), (None, "asthma")],
        [("Carl", "cancer"), (None, "flu")],
    ]
    assert judge_series(series_of([FIRST, second])).level == 2


def test_a_person_who_comes_back_must_find_the_same_signature():
    away = [[("Dan", "flu"), ("Eve", "asthma")]]
    back = [[("Bob", "flu"), ("Eve", "cancer")]]
    found = judge_series(series_of([FIRST, away, back]))
    assert found.changed_persons == 2
    assert found.level == 1


def test_no_release_and_an_empty_one():
    for series in ([], [[]]):
        found = judge_series(series_of(series))
        assert found.level is None
        assert found.holds(9)
        assert found.persons == 0


def test_what_is_found_holds_no_key_and_no_value():
    found = judge_series(series_of([FIRST]))
    text = f"{found!r} {found.to_json()}"
    for secret in ("Bob", "Alice", "flu", "asthma"):
        assert secret not in text
    assert found.to_json()["persons_at"] == [[2, 2]]


def test_spec_and_parameters():
    assert parse("m-invariance:3").spec == "m-invariance:3"
    with pytest.raises(ModelError, match="m must be at least 1, got 0"):
        MInvariance(0)


def test_a_plan_for_one_release_is_refused():
    plan = make_plan(
        quasi_identifiers="zip", sensitive="ill", models="m-invariance:2,on=ill"
    )
    with pytest.raises(PlanError, match="m-invariance:2,on=ill: needs every release"):
        plan.check(("zip", "ill"))
