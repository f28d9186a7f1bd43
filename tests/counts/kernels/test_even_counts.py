# SPDX-License-Identifier: Apache-2.0
"""Rows that can be kept so that counts are even, by trying all numbers."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.kernels.even_counts import most_beside_tail, most_diverse
from diversa.counts.kernels.keeping import most_capped
from examples import examples
from histogram_entries import as_entries, assert_largest

RELAXED = examples(80)


COUNTS = st.lists(st.integers(0, 12), min_size=5, max_size=5)


@RELAXED
@given(
    COUNTS,
    st.lists(st.booleans(), min_size=5, max_size=5),
    st.integers(1, 5),
    st.integers(1, 5),
    st.integers(0, 3),
)
def test_rows_beside_a_tail(line, bounded, above, below, passed):
    pairs = [(n, mark) for n, mark in zip(line, bounded, strict=True) if n]
    largest = max((n for n, mark in pairs if mark), default=0)

    def cut_to(size):
        return [min(n, size) if mark else n for n, mark in pairs]

    def fits(size):
        others = cut_to(size)
        others.remove(size)
        return below * size < above * sum(sorted(others, reverse=True)[passed:])

    best = max((size for size in range(1, largest + 1) if fits(size)), default=0)
    starts, _, counts = as_entries([line])
    marks = np.array([mark for _, mark in pairs], dtype=np.bool_)
    most = most_beside_tail(starts, counts, marks, above, below, passed)
    assert most.tolist() == [sum(cut_to(best))]


@RELAXED
@given(st.lists(st.integers(1, 40), min_size=1, max_size=60), st.integers(0, 3))
def test_many_values_are_sorted_as_few_are(counts, passed):
    starts = np.array([0, len(counts)], dtype=np.int64)
    marks = np.ones(len(counts), dtype=np.bool_)
    found = [
        most_beside_tail(starts, np.array(order), marks, 2, 1, passed).tolist()
        for order in (counts, sorted(counts), sorted(counts, reverse=True))
    ]
    assert found[0] == found[1] == found[2]


@RELAXED
@given(COUNTS, st.sampled_from([1.1, 1.5, 2.0, 2.7, 3.0, 4.5]))
def test_rows_of_an_entropy(line, wanted):
    def even(size):
        """The counts after all are cut to the same number, in all so many."""
        low, high = 0.0, float(max(line))
        for _ in range(200):
            middle = (low + high) / 2
            if sum(min(n, middle) for n in line) > size:
                high = middle
            else:
                low = middle
        return [min(n, low) for n in line if n]

    def lacks(size):
        parts = [n / size for n in even(size)]
        entropy = -sum(part * math.log(part) for part in parts if part > 0)
        gap = math.log(wanted) - entropy
        return Fraction(gap) if abs(gap) > 1e-9 else Fraction(0)

    starts, _, counts = as_entries([line])
    most = most_diverse(starts, counts, math.log(wanted))
    assert_largest(int(most[0]), sum(line), lacks)


def test_no_groups():
    starts, values = np.zeros(1, dtype=np.int64), np.empty(0, dtype=np.int32)
    counts = np.empty(0, dtype=np.int64)
    blocks = np.arange(1, dtype=np.int32)[None]
    assert len(most_capped(starts, values, counts, blocks, np.ones(1), 1.0)) == 0
    assert len(most_diverse(starts, counts, 1.0)) == 0
    assert len(most_beside_tail(starts, counts, np.empty(0, np.bool_), 1, 1, 0)) == 0
