# SPDX-License-Identifier: Apache-2.0
"""Laws of the beliefs about a group, against all of its worlds."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from diversa.counts.group_posterior import (
    ContradictionError,
    group_beliefs,
    group_posterior,
    has_world,
    row_groups,
    world_logarithms,
)
from diversa.counts.kernels.posteriors import Effort
from diversa.errors import InputError
from examples import examples
from group_worlds import posterior_by_worlds, total_weight

RELAXED = examples(80)
COUNTS = st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(
    lambda counts: 0 < sum(counts) <= 7
)
"""Counts of at most seven rows; the worlds of different values are counted, too."""
DIFFERENT = st.integers(1, 6).map(lambda rows: [1] * rows)


@st.composite
def groups(draw, least=0):
    """Counts and a weight of each row and value; whole numbers, so worlds are exact."""
    counts = draw(COUNTS | DIFFERENT)
    weight = st.integers(least, 9)
    line = st.lists(weight, min_size=len(counts), max_size=len(counts))
    rows = sum(counts)
    return draw(st.lists(line, min_size=rows, max_size=rows)), counts


def fractions(lines):
    return [[Fraction(one) for one in line] for line in lines]


@RELAXED
@given(groups())
def test_beliefs_are_those_of_all_worlds(group):
    lines, counts = group
    expected = posterior_by_worlds(fractions(lines), counts)
    if expected is None:
        with pytest.raises(ContradictionError, match="the facts contradict the table"):
            group_posterior(lines, counts)
        return
    found = group_posterior(lines, counts)
    assert np.abs(found - np.array(expected, float)).max() <= 1e-12
    assert np.allclose(found.sum(axis=0), counts)
    assert np.allclose(found.sum(axis=1), 1)


@RELAXED
@given(groups(least=1), st.data())
def test_factors_of_rows_and_values_cancel(group, data):
    lines, counts = group
    factor = st.sampled_from([1e-30, 0.5, 3.0, 1e30])
    rows = data.draw(st.lists(factor, min_size=len(lines), max_size=len(lines)))
    values = data.draw(st.lists(factor, min_size=len(counts), max_size=len(counts)))
    scaled = np.array(lines, float) * np.outer(rows, values)
    found, expected = group_posterior(scaled, counts), group_posterior(lines, counts)
    assert np.abs(found - expected).max() <= 1e-9


@RELAXED
@given(COUNTS | DIFFERENT, st.data())
def test_rows_alike_have_the_shares_of_the_group(counts, data):
    weight = st.integers(1, 9)
    line = data.draw(st.lists(weight, min_size=len(counts), max_size=len(counts)))
    found = group_posterior([line] * sum(counts), counts)
    shares = np.array(counts) / sum(counts)
    assert np.allclose(found, shares, atol=1e-12, rtol=0)


@RELAXED
@given(groups(least=1))
def test_odds_ratios_bound_beliefs(group):
    """P(i has s) ≤ c R / (R + N - 1), R the largest ratio of exchanging two values."""
    lines, counts = group
    weights = np.array(lines, float)
    ratios = weights[:, None, :, None] * weights[None, :, None, :]
    largest = (ratios / ratios.transpose(0, 1, 3, 2)).max()
    bound = np.array(counts) * largest / (largest + len(lines) - 1)
    assert (group_posterior(lines, counts) <= bound + 1e-9).all()


def test_two_rows_reach_the_bound():
    found = group_posterior([[9, 1], [1, 9]], [1, 1])
    assert found[0, 0] == pytest.approx(81 / 82, abs=1e-15)


@RELAXED
@given(COUNTS | DIFFERENT, st.data())
def test_theorem_of_one_person_is_a_case(counts, data):
    """One row of weights f(s|q), the others f(s|q*): n(s) f(s|q) / f(s|q*), scaled."""
    weight = st.integers(1, 9)
    line = st.lists(weight, min_size=len(counts), max_size=len(counts))
    hers, theirs = data.draw(line), data.draw(line)
    found = group_posterior([hers] + [theirs] * (sum(counts) - 1), counts)[0]
    beliefs = np.array(counts) * np.array(hers) / np.array(theirs)
    assert np.allclose(found, beliefs / beliefs.sum(), atol=1e-12, rtol=0)


@RELAXED
@given(groups(least=1), st.data())
def test_a_person_who_is_known_leaves_the_group(group, data):
    lines, counts = group
    assume(sum(counts) > 1)
    value = data.draw(st.sampled_from([s for s, count in enumerate(counts) if count]))
    known = [[float(s == value) for s in range(len(counts))], *lines[1:]]
    left = [count - (s == value) for s, count in enumerate(counts)]
    found = group_posterior(known, counts)
    assert found[0, value] == pytest.approx(1, abs=1e-12)
    assert np.allclose(found[1:], group_posterior(lines[1:], left), atol=1e-12)


@RELAXED
@given(groups())
def test_there_is_a_world_if_the_worlds_have_one(group):
    lines, counts = group
    expected = total_weight(fractions(lines), counts) > 0
    assert has_world(np.array(lines, float), np.array(counts)) == expected


def one_group(lines, counts):
    """The groups and weights of one group."""
    sizes, starts = np.array([sum(counts)]), np.array([0, len(counts)])
    weights = np.array(lines, float).ravel()
    return row_groups(sizes, starts, np.array(counts)), weights


def test_contradictions_of_large_groups_are_found():
    """Three rows that must have one of two values: balancing alone does not end."""
    lines = [[1, 1, 0, 0]] * 3 + [[1, 1, 1, 1]]
    assert group_posterior([[1, 1, 0, 0]] * 2 + lines[3:] * 2, [1] * 4).shape == (4, 4)
    group, weights = one_group(lines, [1] * 4)
    with pytest.raises(ContradictionError, match="group 0"):
        group_beliefs(group, weights, Effort(most_states=2))
    assert world_logarithms(group, weights)[0] == -np.inf


def test_the_way_is_told():
    group, weights = one_group(np.ones((6, 2)), [3, 3])
    assert group_beliefs(group, weights).approximate == 0
    assert group_beliefs(group, weights, Effort(most_states=15)).approximate == 1


def test_lines_and_counts_must_fit():
    with pytest.raises(InputError, match="must have 2 lines of 2 numbers"):
        group_posterior([[1, 1]], [1, 1])
