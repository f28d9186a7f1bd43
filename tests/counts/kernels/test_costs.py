# SPDX-License-Identifier: Apache-2.0
"""Costs of nodes, added up row by row in plain Python."""

from __future__ import annotations

import itertools
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.kernels.arrays import Prices
from diversa.counts.kernels.costs import (
    attribute_costs,
    costs_below,
    open_below,
    raise_below,
)
from examples import examples

RELAXED = examples(60)
RANDOM = st.integers(0, 2**32 - 1).map(Random)
"""Random numbers, which Hypothesis would take long to draw one by one."""


@st.composite
def nodes(draw):
    """Levels, sizes, codes of groups and rows."""
    levels = draw(st.lists(st.integers(0, 2), min_size=1, max_size=3))
    sizes = [draw(st.integers(1, 3)) for _ in levels]
    line = st.tuples(*(st.integers(0, size - 1) for size in sizes))
    groups = draw(st.lists(line, min_size=1, max_size=6))
    rows = draw(st.lists(st.integers(0, 5), min_size=len(groups), max_size=len(groups)))
    return levels, sizes, groups, rows


def as_codes(groups):
    return np.ascontiguousarray(np.array(groups, dtype=np.int32).T)


@RELAXED
@given(nodes(), RANDOM)
def test_costs_of_every_attribute(node, random):
    _, sizes, groups, rows = node
    costs = [[random.randint(0, 9) for _ in range(size)] for size in sizes]
    begins = np.cumsum([0, *sizes[:-1]], dtype=np.int64)
    flat = np.array([cost for line in costs for cost in line], dtype=np.int64)
    kept = [random.random() < 0.7 for _ in groups]
    found = attribute_costs(
        as_codes(groups), np.array(rows), np.array(kept), Prices(begins, flat)
    )
    expected = [
        sum(
            n * costs[place][group[place]]
            for group, n, stays in zip(groups, rows, kept, strict=True)
            if stays
        )
        for place in range(len(sizes))
    ]
    assert found.tolist() == expected


@RELAXED
@given(nodes(), RANDOM)
def test_costs_of_a_node_and_of_all_below_it(node, random):
    levels, sizes, groups, rows = node
    costs = [
        [[random.random() for _ in range(size)] for _ in range(level + 1)]
        for level, size in zip(levels, sizes, strict=True)
    ]
    lengths = [len(line) * len(line[0]) for line in costs]
    found = costs_below(
        as_codes(groups),
        np.array(rows),
        np.cumsum([0, *lengths[:-1]], dtype=np.int64),
        np.array(sizes, dtype=np.int64),
        np.array(levels, dtype=np.int64),
        np.array([cost for line in costs for level in line for cost in level]),
    )
    below = itertools.product(*(range(level + 1) for level in levels))
    expected = [
        sum(
            n * costs[place][level][group[place]]
            for group, n in zip(groups, rows, strict=True)
            for place, level in enumerate(lower)
        )
        for lower in below
    ]
    assert found.tolist() == pytest.approx(expected)


@st.composite
def boxes(draw):
    """The shape of a lattice and one of its nodes."""
    shape = draw(st.lists(st.integers(1, 3), min_size=1, max_size=4))
    node = [draw(st.integers(0, levels - 1)) for levels in shape]
    return shape, node


@RELAXED
@given(boxes(), RANDOM)
def test_open_nodes_below_one(box, random):
    shape, node = box
    bounds = np.array([random.random() for _ in range(np.prod(shape))])
    settled = np.array([random.random() < 0.5 for _ in bounds])
    below = tuple(slice(level + 1) for level in node)
    is_open = (bounds.reshape(shape) <= 0.6) & ~settled.reshape(shape)
    found = open_below(bounds, settled, np.array(shape), np.array(node), 0.6)
    assert found == np.count_nonzero(is_open[below])


@pytest.mark.parametrize("one_number", [False, True])
@RELAXED
@given(boxes(), RANDOM)
def test_bounds_below_a_node_are_raised(one_number, box, random):
    shape, node = box
    floors, bounds = np.array(
        [[random.random() for _ in range(np.prod(shape))] for _ in range(2)]
    )
    below = tuple(slice(level + 1) for level in node)
    added = np.array([random.random() for _ in floors.reshape(shape)[below].ravel()])
    added = added[:1] if one_number else added
    expected = bounds.reshape(shape).copy()
    by_node = added if one_number else added.reshape([level + 1 for level in node])
    expected[below] = np.maximum(
        expected[below], floors.reshape(shape)[below] + by_node
    )
    raise_below(bounds, floors, np.array(shape), np.array(node), added)
    assert bounds.tolist() == expected.ravel().tolist()
