# SPDX-License-Identifier: Apache-2.0
"""Maximal belief change; what all models of beliefs have in common."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diversa.counts.groups import Groups
from diversa.counts.population import Population
from diversa.errors import ModelError
from diversa.models import BeliefChange, parse
from diversa.models.bayes_optimal_privacy import find_beliefs


def believed(rows, people):
    groups = Groups.from_counts(rows, on="s")
    return replace(groups, population=Population.from_counts(people, on="s"))


def test_a_group_of_one_value_tells_all():
    groups = believed([{"x": 2}], [{"q": {"x": 1, "y": 3}}])
    assert BeliefChange(1).attained(groups) == 0.75
    assert BeliefChange("3/4").holds(groups).all()
    assert not BeliefChange("74/100").holds(groups).any()


def test_values_that_only_the_population_has_count():
    """The release shows that nobody of the group has z."""
    groups = believed([{"x": 1, "y": 1}], [{"q": {"x": 1, "y": 1, "z": 8}}])
    assert BeliefChange(1).attained(groups) == pytest.approx(0.8)


def test_people_who_cannot_be_in_the_group_are_left_out():
    people = [{"q": {"x": 1, "y": 1}, "other": {"z": 5}}]
    found = find_beliefs(believed([{"x": 1, "y": 1}], people).histogram())
    assert set(found.person.tolist()) == {0}
    assert found.prior.tolist() == [0.5, 0.5]


def test_ties_are_decided_exactly():
    """0.8 - 0.6 is more than 0.2 for floats."""
    people = [{"q": {"x": 3, "y": 2}}]
    groups = believed([{"x": 4, "y": 1}], people)
    assert abs(0.6 - 0.8) > 0.2
    assert BeliefChange("0.2").holds(groups).all()


def test_each_group_has_people_of_its_own():
    rows = [{"x": 1, "y": 1}, {"x": 1}]
    people = [{"a": {"x": 1, "y": 1}}, {"b": {"x": 1, "y": 1}}]
    groups = believed(rows, people)
    assert BeliefChange(0).measure(groups).floats.tolist() == [0, 0.5]
    assert BeliefChange(0).holds(groups).tolist() == [True, False]


def test_spec_and_parameters():
    assert parse("belief-change:0.2,on=s").spec == "belief-change:0.2,on=s"
    with pytest.raises(ModelError, match="change must be at most 1, got 2"):
        BeliefChange(2)
    with pytest.raises(ModelError, match="joint must be false, got true"):
        BeliefChange("0.2", joint=True)


def test_missing_values_may_not_be_anything():
    groups = Groups.from_counts([{"x": 1, None: 1}], on="s", missing="worst")
    with pytest.raises(ModelError, match="must have one of the policies"):
        BeliefChange(1, on="s").check(groups.sensitive, given=["population"])


def test_a_missing_value_may_be_a_value_of_its_own():
    groups = Groups.from_counts([{"x": 1, None: 1}], on="s", missing="own")
    people = Population.from_counts([{"q": {"x": 1, None: 1}}], on="s")
    groups = replace(groups, population=people)
    assert BeliefChange(0).holds(groups).all()
