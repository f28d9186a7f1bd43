# SPDX-License-Identifier: Apache-2.0
"""Distances of values that are equal or leaves of a tree."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.groups import Groups
from diversa.hierarchies import Taxonomy
from diversa.models.comparison import TableComparison
from diversa.models.ground_distance import LineDistance
from diversa.models.tree_distance import EqualDistance, TreeDistance

SALARIES = dict.fromkeys(range(3, 12), 1)
"""3k, 4k, ..., 11k: the table of the example of Section 5.3."""


def work(distance, *counts, table):
    groups = Groups.from_counts(list(counts), on="s", table=table)
    return distance.work(TableComparison.with_table(groups.histogram())).floats


def test_all_values_equally_far_apart():
    """Half the sum of all differences: 3 (1/3 - 1/9)."""
    numbers = work(EqualDistance(9), {3: 1, 4: 1, 5: 1}, table=SALARIES)
    assert numbers == pytest.approx([2 / 3])


def test_values_of_a_tree():
    tree = Taxonomy(tree={"any": {"lungs": ["flu", "cold"], "stomach": ["ulcer"]}})
    table = {"flu": 1, "cold": 1, "ulcer": 2}
    groups = [{"flu": 1, "ulcer": 1}, {"flu": 1, "cold": 1}]
    made = Groups.from_counts(groups, on="s", table=table, taxonomy=tree)
    distance = TreeDistance(made.histogram().sensitive.tree)
    numbers = distance.work(TableComparison.with_table(made.histogram())).floats
    # a quarter goes from flu to cold, half way up; half goes over the root
    assert numbers.tolist() == [0.125, 0.5]


@pytest.mark.parametrize("distance", [EqualDistance(9), LineDistance(np.arange(9))])
def test_how_far_apart_values_are(distance):
    apart = distance.apart(np.arange(9))
    assert (np.diag(apart) == 0).all()
    assert (apart == apart.T).all()
    assert apart.max() == 1
    assert apart[0, 4] == (0.5 if isinstance(distance, LineDistance) else 1)
