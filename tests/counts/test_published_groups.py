# SPDX-License-Identifier: Apache-2.0
"""The groups that are published, and those that are suppressed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from diversa.counts.groups import Groups
from diversa.counts.population import Population
from diversa.counts.published_groups import published


def test_published_groups_and_people():
    groups = Groups.from_counts([{"x": 1}, {"x": 2, "y": 1}, {"y": 4}], on="s")
    people = Population.from_sizes([3, 5, 7], absent=[2])
    groups = replace(groups, population=people)
    kept = np.array([False, True, False])
    dropped = published(groups, kept, star=False)
    assert dropped.sizes.tolist() == [3]
    assert dropped.population.sizes.tolist() == [5]
    assert dropped.population.absent == 12
    starred = published(groups, kept, star=True)
    assert starred.sizes.tolist() == [3, 5]
    assert starred.histogram().distinct.tolist() == [2, 2]
    assert starred.population.sizes.tolist() == [5, 12]
    assert starred.population.absent == 0
    assert published(groups, np.ones(3, dtype=bool), star=True) is groups


def test_suppressed_rows_that_nobody_can_be():
    groups = Groups.from_counts([{"x": 1}, {"x": 1}], on="s")
    groups = replace(groups, population=Population.from_sizes([1, 0]))
    starred = published(groups, np.array([True, False]), star=True)
    assert starred.population.sizes.tolist() == [1, 0]


def test_everything_may_be_removed():
    groups = Groups.from_counts([{"x": 1}, {"x": 2}], on="s")
    groups = replace(groups, population=Population.from_sizes([1, 4]))
    none = np.zeros(2, dtype=bool)
    assert len(published(groups, none, star=False)) == 0
    starred = published(groups, none, star=True)
    assert (starred.sizes.tolist(), starred.population.sizes.tolist()) == ([3], [5])
