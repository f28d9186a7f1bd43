# SPDX-License-Identifier: Apache-2.0
"""The audit in a manifest: verdicts that agree, models that are known or explained."""

from __future__ import annotations

import math

import pytest

from diversa.codec import from_json, to_json
from diversa.errors import SourceError
from diversa.models.verdict import Verdict
from diversa.record.audit_record import (
    AuditRecord,
    Bin,
    JudgementRecord,
    ModelMeaning,
    is_known,
)

JUDGEMENT = {
    "spec": "k-anonymity:2",
    "holds": True,
    "attained": 3,
    "failing_groups": 0,
    "failing_rows": 0,
}
AUDIT = {
    "rows": 12,
    "groups": 3,
    "levels": {"k-anonymity": 3},
    "models": [JUDGEMENT],
    "holds": True,
    "failing_rows": 0,
    "group_sizes": [{"low": 3, "high": 5, "groups": 3, "rows": 12}],
}


def audit(**parts):
    return from_json(AuditRecord, AUDIT | parts, where="file")


def judgement(**parts):
    return from_json(JudgementRecord, JUDGEMENT | parts, where="file")


@pytest.mark.parametrize(
    ("holds", "verdict"),
    [(True, Verdict.HOLDS), (False, Verdict.FAILS), (None, Verdict.UNDECIDED)],
)
def test_a_verdict_is_what_holds_says(holds, verdict):
    assert judgement(holds=holds).verdict is verdict
    assert judgement(holds=holds, verdict=verdict.value).holds is holds
    assert audit(holds=holds).verdict is verdict


@pytest.mark.parametrize("verdict", ["fails", "undecided"])
def test_a_verdict_that_contradicts_holds_is_refused(verdict):
    with pytest.raises(SourceError, match="file: verdict must follow from the rest"):
        judgement(verdict=verdict)
    with pytest.raises(SourceError, match="file: verdict must follow from the rest"):
        audit(verdict=verdict)


def test_models_are_known_or_explain_themselves():
    assert is_known("k-anonymity:2")
    assert not is_known("my-model:3")
    own = JUDGEMENT | {"spec": "my-model:3"}
    with pytest.raises(SourceError, match="of models that are known, or"):
        audit(models=[own])
    meaning = {"attained": "three", "stops": "this", "misses": "that"}
    found = audit(models=[own], own_models={"my-model:3": meaning})
    assert found.own_models["my-model:3"] == ModelMeaning("three", "this", "that")


def test_numbers_that_are_infinite_are_null():
    endless = Bin(2.0, math.inf, 1, 3)
    assert to_json(endless) == {"low": 2, "high": None, "groups": 1, "rows": 3}
    assert from_json(Bin, to_json(endless), where="") == endless


def test_the_smallest_group():
    assert audit().smallest == 3
    assert audit(group_sizes=[]).smallest == 0


def test_what_says_nothing_is_left_out():
    assert to_json(judgement()) == {**JUDGEMENT, "verdict": "holds"}
    assert "own_models" not in to_json(audit())
    assert to_json(audit())["violating"] == []
