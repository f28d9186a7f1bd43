# SPDX-License-Identifier: Apache-2.0
"""Negative disclosure of Bayes-optimal privacy."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diversa.counts.groups import Groups
from diversa.counts.population import Population
from diversa.errors import ModelError
from diversa.models import BayesNegativeDisclosure, parse


def believed(rows, people):
    groups = Groups.from_counts([rows], on="s")
    return replace(groups, population=Population.from_counts([people], on="s"))


def test_a_possible_value_that_is_not_there_is_ruled_out():
    groups = believed({"x": 1, "y": 1}, {"q": {"x": 1, "y": 1, "z": 1}})
    assert BayesNegativeDisclosure("0.01").attained(groups) == 0
    assert not BayesNegativeDisclosure("0.01").holds(groups).any()


def test_values_that_cannot_be_are_no_news():
    groups = believed({"x": 3, "y": 1}, {"a": {"x": 1, "y": 1}, "b": {"x": 2}})
    found = BayesNegativeDisclosure("1/10")
    # b can have x only; a has y with 1/1 against 3/3 of x
    assert found.attained(groups) == pytest.approx(0.5)
    assert found.holds(groups).all()


def test_spec_and_parameters():
    spec = "bayes-negative-disclosure:0.1,on=s"
    assert parse(spec).spec == spec
    with pytest.raises(ModelError, match="epsilon must be above 0, got 0"):
        BayesNegativeDisclosure(0)
