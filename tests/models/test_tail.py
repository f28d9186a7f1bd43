# SPDX-License-Identifier: Apache-2.0
"""The tail of a group, against sorted lists."""

from __future__ import annotations

from fractions import Fraction

import pytest

from diversa.models.tail import in_descending_order, largest, largest_l, ratio_to_tail

GROUPS = [(5, 3, 2, 1), (1, 1, 4), (6,), (2, 2)]


@pytest.mark.parametrize("number", range(5))
def test_the_largest_counts_and_the_next(table, number):
    removed, following = largest(table(*GROUPS).histogram(), number)
    counts = [sorted(group, reverse=True) for group in GROUPS]
    assert removed.tolist() == [sum(group[:number]) for group in counts]
    assert following.tolist() == [sum(group[number : number + 1]) for group in counts]


def test_descending_order(table):
    descending, rank = in_descending_order(table(*GROUPS).histogram())
    assert descending.tolist() == [5, 3, 2, 1, 4, 1, 1, 6, 2, 2]
    assert rank.tolist() == [0, 1, 2, 3, 0, 1, 2, 0, 0, 1]


@pytest.mark.parametrize("l", [2, 3])
def test_the_ratio_of_the_most_frequent_value(table, l):
    histogram = table((5, 3, 2, 1)).histogram()
    ratio = ratio_to_tail(histogram, l, histogram.max(histogram.counts))
    assert ratio.exact(0) == {2: Fraction(5, 6), 3: Fraction(5, 3)}[l]


def test_the_ratio_is_0_for_one_value(table):
    histogram = table((5, 3)).histogram()
    assert ratio_to_tail(histogram, 1, histogram.sizes).floats.tolist() == [0]


@pytest.mark.parametrize("c", [Fraction(1, 2), Fraction(1), Fraction(2), Fraction(9)])
def test_the_largest_l_by_trying_each(table, c):
    """r_1 < c (r_l + ... + r_m) by the definition."""

    def holds(counts, l):
        return l == 1 or counts[0] < c * sum(counts[l - 1 :])

    expected = [
        max(l for l in range(1, 6) if holds(sorted(group, reverse=True), l))
        for group in GROUPS
    ]
    assert largest_l(table(*GROUPS).histogram(), c).tolist() == expected
