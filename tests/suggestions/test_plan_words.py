# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from diversa.data.missing import MissingPolicy
from diversa.hierarchies import Intervals, Suppression
from diversa.hierarchies.ready_hierarchy import Ready
from diversa.suggestions.plan_words import MEANINGS, MISSING, habit
from diversa.suggestions.role_guess import OTHER, ROLES


def test_hierarchies_in_words():
    assert habit(Intervals((5,))) == "numbers, in intervals that grow"
    assert habit(Suppression()) == "kept, or suppressed"
    assert "ICD-10" in habit(Ready("icd-10"))


def test_every_role_and_meaning_of_missing_values_has_words():
    assert {*MEANINGS} == {*ROLES, OTHER}
    assert {*MISSING} == {*MissingPolicy} - {MissingPolicy.RAISE}
