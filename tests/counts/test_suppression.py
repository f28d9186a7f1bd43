# SPDX-License-Identifier: Apache-2.0
"""The groups that are published, and those that are suppressed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from diversa.counts.groups import Groups
from diversa.counts.population import Population
from diversa.counts.suppression import blank_groups, release_groups
from tables import SmallTable


def test_published_groups_and_people():
    groups = Groups.from_counts([{"x": 1}, {"x": 2, "y": 1}, {"y": 4}], on="s")
    people = Population.from_sizes([3, 5, 7], absent=[2])
    groups = replace(groups, population=people)
    kept = np.array([False, True, False])
    dropped = release_groups(groups, kept, star=False)
    assert dropped.sizes.tolist() == [3]
    assert dropped.population.sizes.tolist() == [5]
    assert dropped.population.absent == 12
    starred = release_groups(groups, kept, star=True)
    assert starred.sizes.tolist() == [3, 5]
    assert starred.histogram().distinct.tolist() == [2, 2]
    assert starred.population.sizes.tolist() == [5, 12]
    assert starred.population.absent == 0
    assert release_groups(groups, np.ones(3, dtype=bool), star=True) is groups


def test_a_group_that_is_all_star_is_one_with_the_suppressed_rows():
    ladder = {"*": ("*",), "a": ("a1",), "b": ("*",)}
    rows = (("*", "x"), ("a", "y"), ("b", "x"))
    node = SmallTable(("q", "s"), rows, {"q": ladder}).counted(levels=(1,))
    blank = blank_groups(node)
    labels = [node.hierarchies[0].labels[1][code] for code in node.codes[0]]
    assert dict(zip(labels, blank.tolist(), strict=True)) == {"*": True, "a1": False}
    groups = Groups.from_counts([{"x": 1}, {"x": 2}, {"y": 4}], on="s")
    kept = np.array([False, True, True])
    like_them = np.array([False, False, True])
    starred = release_groups(groups, kept, star=True, blank=like_them)
    assert starred.sizes.tolist() == [2, 5]
    dropped = release_groups(groups, kept, star=False, blank=like_them)
    assert dropped.sizes.tolist() == [2, 4]
    whole = np.ones(3, dtype=bool)  # nothing is suppressed
    assert release_groups(groups, whole, star=True, blank=like_them) is groups


def test_suppressed_rows_that_nobody_can_be():
    groups = Groups.from_counts([{"x": 1}, {"x": 1}], on="s")
    groups = replace(groups, population=Population.from_sizes([1, 0]))
    starred = release_groups(groups, np.array([True, False]), star=True)
    assert starred.population.sizes.tolist() == [1, 0]


def test_everything_may_be_removed():
    groups = Groups.from_counts([{"x": 1}, {"x": 2}], on="s")
    groups = replace(groups, population=Population.from_sizes([1, 4]))
    none = np.zeros(2, dtype=bool)
    assert len(release_groups(groups, none, star=False)) == 0
    starred = release_groups(groups, none, star=True)
    assert (starred.sizes.tolist(), starred.population.sizes.tolist()) == ([3], [5])
