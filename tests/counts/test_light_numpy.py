# SPDX-License-Identifier: Apache-2.0
"""Distinct numbers, runs and sums of products."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.light_numpy import (
    distinct,
    dot_product,
    order_of,
    places_in_runs,
    runs,
)
from examples import examples


@pytest.mark.parametrize(
    "numbers",
    [
        np.empty(0, dtype=np.int64),
        np.array([5]),
        np.array([2, 2, 2], dtype=np.int32),
        np.random.default_rng(0).integers(50, size=400),
        np.random.default_rng(0).integers(9, size=(20, 3)).astype(np.float64),
    ],
)
def test_as_numpy_finds_them(numbers):
    found = distinct(numbers)
    assert found.dtype == numbers.dtype
    assert np.array_equal(found, np.unique(numbers))


def test_masked_arrays_are_not_imported():
    lines = (
        "import sys, numpy as np; from diversa.counts.light_numpy import distinct;"
        " distinct(np.arange(9)); sys.exit('numpy.ma' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", lines], check=False).returncode == 0


@given(st.lists(st.tuples(st.integers(-(10**6), 10**6), st.integers(0, 10**6))))
def test_whole_numbers_are_summed_exactly(pairs):
    numbers = np.array([number for number, _ in pairs], dtype=np.int64)
    weights = np.array([weight for _, weight in pairs], dtype=np.int64)
    assert dot_product(numbers, weights) == sum(n * w for n, w in pairs)
    both = dot_product(np.stack([numbers, numbers]), weights)
    assert both.tolist() == [sum(n * w for n, w in pairs)] * 2


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 5))))
def test_runs_one_after_the_other(pairs):
    begins = np.array([begin for begin, _ in pairs], dtype=np.int64)
    lengths = np.array([length for _, length in pairs], dtype=np.int64)
    places = [place for _, length in pairs for place in range(length)]
    assert places_in_runs(lengths).tolist() == places
    numbers = [begin + place for begin, length in pairs for place in range(length)]
    assert runs(begins, lengths).tolist() == numbers


KEYS = st.sampled_from([-1, 0, 1, 2, 3, 2**40, 2**58, 2**59, 2**61, 2**63 - 1])


@examples(100)
@given(st.lists(KEYS, max_size=20), st.integers(40, 63))
def test_every_place_is_in_order_of_its_key(values, bits):
    keys = [value for value in values if value < 2**bits]
    order = order_of(np.array(keys, dtype=np.int64)).tolist()
    assert sorted(order) == list(range(len(keys)))
    assert [keys[place] for place in order] == sorted(keys)
