# SPDX-License-Identifier: Apache-2.0
"""Histograms of a sensitive attribute in every group."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from diversa.counts.histogram import reduce_groups
from examples import examples
from three_attributes import TABLES, groups_of, histogram_dicts

RELAXED = examples(60)


@RELAXED
@given(st.lists(st.lists(st.integers(-9, 9), max_size=4), max_size=8))
def test_reduce_groups(lists):
    entries = np.array([one for part in lists for one in part], dtype=np.int64)
    starts = np.cumsum([0, *map(len, lists)])
    assert reduce_groups(np.add, entries, starts).tolist() == [sum(x) for x in lists]
    largest = [max(part, default=0) for part in lists]
    assert reduce_groups(np.maximum, entries, starts).tolist() == largest


@RELAXED
@given(TABLES, st.data())
def test_some_groups_of_a_histogram(tables, data):
    histogram = groups_of(tables).histogram("t")
    chosen = np.array([data.draw(st.booleans()) for _ in tables], dtype=bool)
    expected = [
        one for one, c in zip(histogram_dicts(histogram), chosen, strict=True) if c
    ]
    some = histogram.select(chosen)
    assert histogram_dicts(some) == expected
    assert some.sizes.tolist() == histogram.sizes[chosen].tolist()


@RELAXED
@given(TABLES, st.data())
def test_groups_by_their_numbers_as_often_as_named(tables, data):
    histogram = groups_of(tables).histogram("t")
    every = histogram_dicts(histogram)
    most = 6 if every else 0
    number = st.integers(0, max(0, len(every) - 1))
    numbers = data.draw(st.lists(number, max_size=most))
    taken = histogram.take(np.array(numbers, dtype=np.int64))
    assert histogram_dicts(taken) == [every[number] for number in numbers]


@RELAXED
@given(TABLES, st.lists(st.integers(0, 2), min_size=4, max_size=4))
def test_other_codes_are_counted_instead(tables, codes):
    histogram = groups_of(tables).histogram("s")
    other = histogram.recode(np.array(codes, dtype=np.int32), 3)
    expected = []
    for counts in histogram_dicts(histogram):
        summed = Counter()
        for value, n in counts.items():
            summed[codes[value]] += n
        expected.append(dict(summed))
    assert histogram_dicts(other) == expected


@pytest.mark.parametrize("most", [9, 2**60], ids=["packed", "too large to pack"])
@examples(40)
@given(data=st.data())
def test_counts_descend_inside_each_group(most, data):
    rows = st.dictionaries(st.sampled_from("abc"), st.integers(1, most), min_size=1)
    counts = data.draw(st.lists(rows, max_size=9))
    histogram = Groups.from_counts(counts, on="s").histogram()
    assert histogram.descending.tolist() == [
        count for group in counts for count in sorted(group.values(), reverse=True)
    ]
