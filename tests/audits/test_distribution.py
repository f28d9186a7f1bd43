# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.audits import distribution as module
from diversa.audits.distribution import BINS, EXACT, distribution, rank
from diversa.codec import to_json
from diversa.record.audit_record import Bin


def spread(numbers, sizes=None):
    sizes = [1] * len(numbers) if sizes is None else sizes
    return distribution(np.array(numbers, dtype=float), np.array(sizes, dtype=np.int64))


def test_few_numbers_have_a_bin_each():
    bins = spread([2.5, 1, 2.5, math.inf], sizes=[3, 1, 4, 2])
    assert bins == (
        Bin(1, 1, groups=1, rows=1),
        Bin(2.5, 2.5, groups=2, rows=7),
        Bin(math.inf, math.inf, groups=1, rows=2),
    )
    assert to_json(bins[2]) == {"low": None, "high": None, "groups": 1, "rows": 2}
    assert [type(to_json(one)["low"]) for one in bins[:2]] == [int, float]


@pytest.mark.parametrize("few", [0, 256])
def test_numbers_are_looked_up_or_sorted(few, monkeypatch):
    monkeypatch.setattr(module, "FEW", few)
    values, place = rank(np.array([2.5, math.inf, 1.0, 2.5]))
    assert values.tolist() == [1.0, 2.5, math.inf]
    assert place.tolist() == [1, 2, 0, 1]


def test_no_group_has_no_bin():
    assert spread([]) == ()


def test_rounding_errors_make_no_bins_of_their_own():
    assert len(spread([2.8284271247461903, 2.82842712474619, 2.9])) == 2


def test_many_numbers_of_one_order_of_magnitude_have_bins_of_equal_steps():
    bins = spread(range(100, 200))
    assert [one.groups for one in bins] == [10] * 9 + [10]
    assert (bins[0].low, bins[0].high, bins[-1].high) == (100, 109, 199)


def test_many_numbers_of_many_orders_have_bins_of_equal_factors():
    bins = spread([*range(1, 1025), math.inf])
    assert [(one.low, one.high) for one in bins[:4]] == [
        (1, 1),
        (2, 3),
        (4, 7),
        (8, 15),
    ]
    assert bins[-1] == Bin(math.inf, math.inf, 1, 1)


@given(
    st.lists(
        st.tuples(
            st.one_of(st.integers(0, 10**6), st.just(math.inf)), st.integers(1, 9)
        )
    )
)
def test_bins_are_a_partition_in_ascending_order(groups):
    bins = spread([n for n, _ in groups], [size for _, size in groups])
    assert len(bins) <= max(EXACT, BINS + 1)
    assert sum(one.groups for one in bins) == len(groups)
    assert sum(one.rows for one in bins) == sum(size for _, size in groups)
    for one in bins:
        inside = [size for n, size in groups if one.low <= n <= one.high]
        assert (one.groups, one.rows) == (len(inside), sum(inside))
    edges = [edge for one in bins for edge in (one.low, one.high)]
    assert edges == sorted(edges)


@pytest.mark.parametrize("kind", [np.int64, np.float64])
def test_group_sizes_may_be_integers(kind):
    sizes = np.array([3, 3, 1])
    assert [one.groups for one in distribution(sizes.astype(kind), sizes)] == [1, 2]
