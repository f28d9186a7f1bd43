# SPDX-License-Identifier: Apache-2.0
"""Positive disclosure of Bayes-optimal privacy."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diversa.counts.groups import Groups
from diversa.counts.population import Population
from diversa.errors import ModelError
from diversa.models import BayesPositiveDisclosure, parse


def test_the_least_doubt_that_is_left():
    groups = Groups.from_counts([{"x": 3, "y": 1}, {"x": 2}], on="s")
    people = [{"a": {"x": 1, "y": 1}}, {"b": {"x": 1, "y": 1}}]
    groups = replace(groups, population=Population.from_counts(people, on="s"))
    model = BayesPositiveDisclosure("1/4")
    assert model.measure(groups).floats.tolist() == [0.25, 0]
    assert model.holds(groups).tolist() == [True, False]
    assert not BayesPositiveDisclosure("0.26").holds(groups).any()


def test_spec_and_parameters():
    spec = "bayes-positive-disclosure:0.1,on=s"
    assert parse(spec).spec == spec
    with pytest.raises(ModelError, match="delta must be above 0, got 0"):
        BayesPositiveDisclosure(0)
