# SPDX-License-Identifier: Apache-2.0
"""Ground distances with the numbers of the t-closeness paper."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.groups import Groups
from diversa.models.comparison import TableComparison
from diversa.models.ground_distance import LineDistance

SALARIES = dict.fromkeys(range(3, 12), 1)
"""3k, 4k, ..., 11k: the table of the example of Section 5.3."""


def work(distance, *counts, table):
    groups = Groups.from_counts(list(counts), on="s", table=table)
    return distance.work(TableComparison.with_table(groups.histogram())).floats


def test_values_on_a_line_as_in_the_paper():
    """D({3k,4k,5k}, Q) = 0.375 and D({6k,8k,11k}, Q) = 0.167."""
    low, spread = {3: 1, 4: 1, 5: 1}, {6: 1, 8: 1, 11: 1}
    numbers = work(LineDistance(np.arange(9)), low, spread, table=SALARIES)
    assert numbers == pytest.approx([0.375, 1 / 6])


def test_a_declared_length():
    far = LineDistance(np.array([0, 1]), 4)
    assert work(far, {"a": 1}, table={"a": 1, "b": 1}).tolist() == [0.125]
