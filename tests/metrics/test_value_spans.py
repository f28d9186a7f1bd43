# SPDX-License-Identifier: Apache-2.0
"""Spans of values on an axis, against sets of positions."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.metrics.value_spans import join_spans, same_sets, same_spans

PARTS = 3

pieces = st.lists(
    st.tuples(st.integers(0, PARTS - 1), st.integers(0, 9), st.integers(0, 3)),
    min_size=1,
)
"""The part, the first position and the further positions of each span."""


def sets_of(part, first, last):
    """The positions of each part."""
    each = [set() for _ in range(PARTS)]
    for owner, low, high in zip(part, first, last, strict=True):
        each[owner] |= set(range(low, high + 1))
    return each


@given(pieces=pieces)
def test_joined_spans_cover_the_same_and_do_not_touch(pieces):
    part, first, more = (np.array(column) for column in zip(*pieces, strict=True))
    wanted = sets_of(part, first, first + more)
    starts, low, high = join_spans(part, first, first + more, PARTS)
    owner = np.repeat(np.arange(PARTS), np.diff(starts))
    assert sets_of(owner, low, high) == wanted
    same = owner[1:] == owner[:-1]
    assert (low[1:][same] > high[:-1][same] + 1).all()
    for label, chosen in (
        same_sets(starts, low, high),
        same_spans(starts, low, high, 20),
    ):
        for one in range(PARTS):
            assert wanted[chosen[label[one]]] == wanted[one]
    label, _ = same_sets(starts, low, high)
    for one in range(PARTS):
        for other in range(PARTS):
            assert (label[one] == label[other]) == (wanted[one] == wanted[other])
