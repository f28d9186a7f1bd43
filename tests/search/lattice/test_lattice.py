# SPDX-License-Identifier: Apache-2.0
"""The lattice: its order, and the minimal nodes of any set."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from diversa.search.lattice.lattice import Lattice
from examples import examples

SHAPES = st.lists(st.integers(1, 4), min_size=1, max_size=4).map(tuple)


def is_below(one, other):
    return all(a <= b for a, b in zip(one, other, strict=True))


def all_nodes(lattice):
    return list(itertools.product(*(range(height + 1) for height in lattice.heights)))


@pytest.fixture
def lattice():
    return Lattice((3, 0, 1))


def test_size_and_ends(lattice):
    assert lattice.shape == (4, 1, 2)
    assert lattice.size == 8
    assert lattice.bottom == (0, 0, 0)
    assert lattice.top == (3, 0, 1)


def test_nodes_have_no_level_beyond_the_ends():
    lattice = Lattice((3, 2), lows=(1, 0))
    every = itertools.product(range(5), range(4))
    assert {node for node in every if node in lattice} == set(
        itertools.product(range(1, 4), range(3))
    )


def test_neighbours(lattice):
    assert list(lattice.successors((2, 0, 0))) == [(3, 0, 0), (2, 0, 1)]
    assert list(lattice.successors(lattice.top)) == []
    assert list(lattice.predecessors((2, 0, 1))) == [(1, 0, 1), (2, 0, 0)]
    assert list(lattice.predecessors(lattice.bottom)) == []


def test_heights(lattice):
    for node in all_nodes(lattice):
        assert lattice.node_heights[node] == sum(node)


def test_above_and_below(lattice):
    for node in all_nodes(lattice):
        above = np.zeros(lattice.shape, dtype=bool)
        below = above.copy()
        above[lattice.above(node)] = True
        below[lattice.below(node)] = True
        assert lattice.nodes_below[node] == below.sum()
        for other in all_nodes(lattice):
            assert above[other] == is_below(node, other)
            assert below[other] == is_below(other, node)


@examples(60)
@given(SHAPES.flatmap(lambda shape: arrays(bool, shape)))
def test_minimal_nodes_by_definition(satisfying):
    lattice = Lattice(tuple(size - 1 for size in satisfying.shape))
    chosen = [node for node in all_nodes(lattice) if satisfying[node]]
    expected = {
        node
        for node in chosen
        if not any(other != node and is_below(other, node) for other in chosen)
    }
    minimal = lattice.minimal(satisfying)
    assert {tuple(line) for line in np.argwhere(minimal).tolist()} == expected


def test_no_attributes():
    lattice = Lattice(())
    assert lattice.size == 1
    assert lattice.node_heights.tolist() == 0
    assert lattice.minimal(np.ones((), dtype=bool)).all()
