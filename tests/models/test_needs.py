# SPDX-License-Identifier: Apache-2.0
"""What a model may need beside the table."""

from __future__ import annotations

import pytest

from diversa.counts.groups import Groups
from diversa.errors import ModelError
from diversa.models import KMap, MInvariance
from diversa.models.needs import NONE_GIVEN, missing_need, population_of


def test_what_is_missing_is_said_with_what_to_do():
    assert missing_need([], []) is None
    assert missing_need(["population"], ["population", "history"]) is None
    assert "population=" in missing_need(["population"], ["history"])
    assert "diversa.republish" in missing_need(MInvariance.needs, [])


def test_a_model_asks_before_anything_is_judged():
    with pytest.raises(ModelError, match=r"^k-map:2: needs a table of the population"):
        KMap(2).check([])
    KMap(2).check([], given=["population"])


def test_groups_without_a_population():
    groups = Groups.from_counts([{"flu": 1}], on="ill")
    with pytest.raises(ModelError) as caught:
        population_of(groups, "k-map:2")
    assert str(caught.value) == f"k-map:2: {NONE_GIVEN['population']}"
