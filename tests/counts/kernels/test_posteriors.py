# SPDX-License-Identifier: Apache-2.0
"""The beliefs about many groups at once, against all of their worlds."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from diversa.counts.kernels.posteriors import (
    BALANCED,
    CONTRADICTED,
    EXACT,
    MOST_STATES,
    Effort,
    RowGroups,
    posteriors,
)
from group_worlds import posterior_by_worlds, total_weight

SHAPES = [[1, 1, 1], [1, 1, 1], [2, 1], [3], [1, 0, 2], [2, 2, 1], [0], [4, 1]]
"""Counts of groups: some alike, one of one value, one without rows."""


EVERYTHING = Effort()


def groups_of(shapes):
    sizes, values = [sum(shape) for shape in shapes], [len(shape) for shape in shapes]
    starts = [
        np.concatenate([[0], np.cumsum(lengths)])
        for lengths in (sizes, values, np.multiply(sizes, values))
    ]
    counts = np.array([count for shape in shapes for count in shape])
    return RowGroups(starts[0], starts[1], counts, starts[2])


def drawn_weights(groups, seed=0):
    whole = np.random.default_rng(seed).integers(1, 9, groups.weights[-1])
    return whole.astype(float)


def find(groups, weights, effort=EVERYTHING):
    return posteriors(groups, weights, np.ones(len(groups.counts)), effort)


def lines_of(groups, numbers, group):
    first, last = groups.values[group : group + 2]
    begin, end = groups.weights[group : group + 2]
    return np.asarray(numbers[begin:end]).reshape(-1, max(last - first, 1))


def test_every_group_has_the_beliefs_of_its_worlds():
    groups = groups_of(SHAPES)
    weights = drawn_weights(groups)
    beliefs, logarithms, ways = find(groups, weights)
    for group, counts in enumerate(SHAPES):
        lines = [
            [Fraction(int(one)) for one in row]
            for row in lines_of(groups, weights, group)
        ]
        expected = posterior_by_worlds(lines, counts)
        found = lines_of(groups, beliefs, group).tolist()
        assert np.allclose(found, np.array(expected, float), atol=1e-12, rtol=0)
        assert logarithms[group] == pytest.approx(math.log(total_weight(lines, counts)))
    assert ways.tolist() == [EXACT] * len(SHAPES)


def test_sums_alone_are_the_same():
    groups = groups_of(SHAPES)
    weights = drawn_weights(groups)
    _, expected, _ = find(groups, weights)
    _, found, _ = find(groups, weights, Effort(with_beliefs=False))
    assert found.tolist() == expected.tolist()


def test_groups_of_many_states_are_balanced():
    """Rows add up to 1 and columns to their counts; rows alike are exact."""
    groups = groups_of([[2, 2, 1], [1, 1]])
    weights = drawn_weights(groups)
    weights[:15] = np.tile([1.0, 2.0, 5.0], 5)
    beliefs, logarithms, ways = find(groups, weights, Effort(4))
    assert ways.tolist() == [BALANCED, EXACT]
    alike = lines_of(groups, beliefs, 0)
    assert np.allclose(alike, [[0.4, 0.4, 0.2]] * 5, atol=1e-6)
    worlds = math.factorial(5) / 4
    assert logarithms[0] == pytest.approx(math.log(worlds * 1 * 1 * 2 * 2 * 5))
    weights = drawn_weights(groups, 1)
    beliefs, _, _ = find(groups, weights, Effort(4))
    lines = lines_of(groups, beliefs, 0)
    assert np.allclose(lines.sum(axis=1), 1)
    assert np.allclose(lines.sum(axis=0), [2, 2, 1], atol=1e-4)


def test_a_group_without_a_world_is_told():
    groups = groups_of([[1, 1], [1, 1], [1, 1]])
    weights = np.array([1.0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 1, 1])
    for most_states in (MOST_STATES, 1):
        _, logarithms, ways = find(groups, weights, Effort(most_states))
        assert logarithms[1] == -np.inf
        assert ways[1] == CONTRADICTED
        assert ways[2] != CONTRADICTED
    _, _, ways = find(groups, weights)
    assert ways[0] == CONTRADICTED


def test_small_weights_do_not_vanish():
    """Every row prefers one value by far; factors of a value cancel all the same."""
    groups = groups_of([[1] * 7])
    plain = drawn_weights(groups)
    lines = plain.reshape(7, 7).copy()
    lines[:, 1:] *= 1e-70
    lines[2] *= 1e-200
    expected, _, _ = find(groups, plain)
    found, logarithms, _ = find(groups, lines.ravel())
    assert np.allclose(found, expected, atol=1e-12)
    assert logarithms[0] < -700
