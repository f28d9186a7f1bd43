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
