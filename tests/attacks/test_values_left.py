# SPDX-License-Identifier: Apache-2.0
"""The values that releases leave, by intersections of sets."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.attacks.values_left import GroupValues, ReleaseOfPeople, values_left
from examples import examples

DOMAIN = 4
GROUPS = st.lists(
    st.frozensets(st.integers(0, DOMAIN - 1), min_size=1), min_size=1, max_size=3
)


def lists(parts):
    """Where each of some lists begins, and all of their numbers."""
    numbers = [number for part in parts for number in sorted(part)]
    starts = np.concatenate([[0], np.cumsum([len(part) for part in parts])])
    return starts.astype(np.int64), np.array(numbers, np.int64)


@st.composite
def releases(draw):
    kinds = draw(st.integers(1, 5))
    drawn = []
    for _ in range(draw(st.integers(1, 3))):
        groups = draw(GROUPS)
        unknown = [draw(st.booleans()) for _ in groups]
        some = st.frozensets(st.integers(0, len(groups) - 1), max_size=2)
        drawn.append((groups, unknown, [draw(some) for _ in range(kinds)]))
    return drawn


@examples(200)
@given(releases())
def test_values_that_every_release_allows_are_left(drawn):
    parts = [
        ReleaseOfPeople(GroupValues(*lists(groups), np.array(unknown)), *lists(of))
        for groups, unknown, of in drawn
    ]
    found = values_left(parts, DOMAIN)
    everything = frozenset(range(DOMAIN))
    for kind in range(len(drawn[0][2])):
        allowed = []
        for groups, unknown, of in drawn:
            own = of[kind]
            is_open = not own or any(unknown[group] for group in own)
            union = frozenset().union(*(groups[group] for group in own))
            allowed.append(everything if is_open else union)
        left = frozenset.intersection(*allowed)
        alone = min(map(len, allowed))
        assert (found.left[kind], found.alone[kind]) == (len(left), alone)
        assert found.certain[kind] == (len(left) == 1 < alone)
