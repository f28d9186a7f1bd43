# SPDX-License-Identifier: Apache-2.0
"""Levels as bits say of many nodes at once which are below another one."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.search.lattice.level_bits import LevelBits
from examples import examples

HEIGHTS = st.lists(st.integers(0, 40), min_size=1, max_size=20)


@examples(100)
@given(HEIGHTS, st.data())
def test_nodes_below_are_those_below_in_every_attribute(heights, data):
    node = st.tuples(*(st.integers(0, height) for height in heights))
    nodes = data.draw(st.lists(node, min_size=1, max_size=6))
    other = data.draw(node)
    bits = LevelBits(heights, len(nodes))
    for place, one in enumerate(nodes):
        bits.put(place, one)
    below = [all(a <= b for a, b in zip(one, other, strict=True)) for one in nodes]
    assert bits.at_or_below(other, len(nodes)).tolist() == below


def test_nodes_move_to_the_first_places():
    bits = LevelBits([2, 2], 3)
    for place, node in enumerate([(2, 2), (0, 1), (1, 0)]):
        bits.put(place, node)
    bits.move(np.array([1, 2]))
    assert bits.at_or_below((0, 2), 2).tolist() == [True, False]


def test_without_attributes_every_node_is_below():
    assert LevelBits([], 3).at_or_below((), 3).tolist() == [True] * 3
