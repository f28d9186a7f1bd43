# SPDX-License-Identifier: Apache-2.0
"""Distinct numbers, runs and sums of products."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.light_numpy import distinct, dot_product, places_in_runs, runs


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
