# SPDX-License-Identifier: Apache-2.0
"""Visits of a person are joined where their groups are, compiled or not."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.kernels.people import join_visits
from examples import examples

VISITS = st.lists(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 3)), min_size=1, max_size=40),
    min_size=1,
    max_size=6,
)


@examples(30)
@given(VISITS)
def test_joined_visits_are_sorted_and_different(kinds):
    starts = np.cumsum([0] + [len(visits) for visits in kinds])
    flat = np.array([visit for visits in kinds for visit in visits], dtype=np.int32)
    edges, groups, values = join_visits(starts, flat[:, 0].copy(), flat[:, 1].copy(), 4)
    found = list(zip(groups.tolist(), values.tolist(), strict=True))
    assert [found[low:high] for low, high in itertools.pairwise(edges)] == [
        sorted(set(visits)) for visits in kinds
    ]
