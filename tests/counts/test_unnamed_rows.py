# SPDX-License-Identifier: Apache-2.0
"""Rows that anybody of a group may have."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diversa.counts.groups import Groups
from diversa.counts.unnamed_rows import UnnamedRows

NAMED = Groups.from_counts([{"h": 1, "f": 1}, {"x": 1}], on="ill")
"""The people of two groups by their values: f, h, x."""


def with_rows(owners, values, rows):
    columns = (np.array(one) for one in (owners, values, rows))
    return replace(NAMED, unnamed=UnnamedRows(*columns))


def test_one_more_may_have_the_value_of_each_row():
    """Example 21: `a:h b:f ?:h` has two people, and both may have h."""
    histogram = with_rows([0], [1], [1]).histogram()
    assert histogram.sizes.tolist() == [2, 1]
    assert histogram.counts.tolist() == [1, 2, 1]
    assert not histogram.is_exclusive


def test_nobody_more_than_there_are_people():
    histogram = with_rows([0, 1], [2, 0], [9, 4]).histogram()
    assert histogram.values.tolist() == [0, 1, 2, 0, 2]
    assert histogram.counts.tolist() == [1, 1, 2, 1, 1]


def test_some_groups_keep_their_people():
    histogram = with_rows([0], [1], [1]).histogram()
    for some in (histogram.take(np.array([0])), histogram.select(np.array([1, 0]) > 0)):
        assert some.sizes.tolist() == [2]
        assert some.counts.tolist() == [1, 2]
        assert not some.is_exclusive


@pytest.mark.parametrize(("number", "owners"), [([0, 0], [0, 0]), ([1, 0], [1, 0])])
def test_rows_move_with_their_groups(number, owners):
    rows = UnnamedRows(np.array([0, 1]), np.array([0, 1]), np.array([1, 1]))
    assert rows.move(np.array(number)).owners.tolist() == owners
