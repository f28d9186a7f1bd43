# SPDX-License-Identifier: Apache-2.0
"""The number line: counting rows of a group between numbers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from examples import examples

RELAXED = examples(80)
TEXTS = st.sampled_from(["10", "9", "9.0", "-1", "0.5", "5e-1", "100", "1e30"])
TABLES = st.lists(st.lists(TEXTS | st.none(), min_size=1, max_size=8), max_size=6)


def line_of(tables):
    counts = [Counter(table) for table in tables]
    groups = Groups.from_counts(counts, on="s", missing="worst")
    return groups.histogram().number_line


def sorted_numbers(table):
    return sorted(Fraction(one) for one in table if one is not None)


@RELAXED
@given(TABLES)
def test_every_group_is_in_the_order_of_its_numbers(tables):
    line = line_of(tables)
    points, scale = line.sensitive.points, line.sensitive.scale
    repeated = np.repeat(np.arange(len(line.ranks)), line.counts)
    numbers = [Fraction(int(one), scale) for one in points[line.ranks[repeated]]]
    assert line.group[repeated].tolist() == [
        place for place, table in enumerate(tables) for _ in sorted_numbers(table)
    ]
    assert numbers == [one for table in tables for one in sorted_numbers(table)]


@RELAXED
@given(TABLES, st.data())
def test_rows_between_places(tables, data):
    line = line_of(tables)
    points = line.sensitive.points.tolist()
    places = st.lists(
        st.integers(0, len(points)), min_size=len(points), max_size=len(points)
    )
    first, beyond = (np.array(data.draw(places), dtype=np.int64) for _ in range(2))
    first = np.minimum(first, beyond)
    exact = [
        [points.index(x * line.sensitive.scale) for x in sorted_numbers(table)]
        for table in tables
    ]
    expected = [
        sum(first[rank] <= other < beyond[rank] for other in exact[group])
        for group, rank in zip(line.group.tolist(), line.ranks.tolist(), strict=True)
    ]
    assert line.rows_between(first, beyond).tolist() == expected


@RELAXED
@given(TABLES)
def test_distances_from_the_least_number(tables):
    line = line_of(tables)
    scale = line.sensitive.scale
    for place, table in enumerate(tables):
        here = line.group == place
        numbers = sorted_numbers(table)
        least = numbers[0] if numbers else 0
        found = {Fraction(int(one), scale) for one in line.above_least[here]}
        assert found == {one - least for one in numbers}
        assert line.is_new[here].sum() == len(set(numbers))


def test_from_an_entry_up_to_a_point():
    line = Groups.from_counts([{1: 2, 5: 1, 6: 4}, {5: 3, 9: 1}], on="s")
    line = line.histogram().number_line  # points 1, 5, 6, 9
    assert line.rows_up_to(np.array([1, 3, 4, 4])).tolist() == [2, 5, 4, 3, 1]
    assert line.rows_up_to(np.array([4, 4, 4, 4])).tolist() == [7, 5, 4, 4, 1]
