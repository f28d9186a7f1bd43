# SPDX-License-Identifier: Apache-2.0
"""Weighted sums without BLAS."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.weighted_sum import weighted_sum


@given(st.lists(st.tuples(st.integers(-(10**6), 10**6), st.integers(0, 10**6))))
def test_whole_numbers_are_summed_exactly(pairs):
    numbers = np.array([number for number, _ in pairs], dtype=np.int64)
    weights = np.array([weight for _, weight in pairs], dtype=np.int64)
    assert weighted_sum(numbers, weights) == sum(n * w for n, w in pairs)
    both = weighted_sum(np.stack([numbers, numbers]), weights)
    assert both.tolist() == [sum(n * w for n, w in pairs)] * 2
