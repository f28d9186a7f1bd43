# SPDX-License-Identifier: Apache-2.0
"""Numbers: comparisons are exact, whatever the size of counts and bounds."""

from __future__ import annotations

import math
import operator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from diversa.models.group_numbers import Numbers, cut_safely, level_in_words
from examples import examples

RELAXED = examples(60)
HUGE = 2**62
COMPARE = {">=": operator.ge, "<=": operator.le, "<": operator.lt}
COUNTS = st.one_of(st.integers(0, 50), st.integers(HUGE - 50, HUGE))
BOUNDS = st.one_of(
    st.fractions(0, 5, max_denominator=20),
    st.fractions(0, 10**20, max_denominator=10**20),
    st.builds(Fraction, st.integers(HUGE - 50, HUGE), st.integers(HUGE - 50, HUGE)),
)


def numbers(*pairs):
    return Numbers(*np.array(pairs, dtype=np.int64).reshape(-1, 2).T)


@RELAXED
@given(
    st.lists(st.tuples(COUNTS, COUNTS.filter(bool)), max_size=8),
    BOUNDS,
    st.sampled_from(list(COMPARE)),
)
@example([(HUGE - 1, HUGE)], Fraction(1), "<")
@example([(14, 5)], Fraction("2.8"), ">=")
@example([(1, 3)], Fraction(1, 3), "<")
@example([(0, 7)], Fraction(1, 10**30), "<")
def test_like_fractions(pairs, bound, sense):
    expected = [COMPARE[sense](Fraction(a, b), bound) for a, b in pairs]
    assert numbers(*pairs).satisfy(sense, bound).tolist() == expected


@pytest.mark.parametrize("bound", ["1/7", "1", "1e30", "1e300", "1" + "0" * 400])
def test_nothing_below_is_infinite_and_nothing_at_all_is_zero(bound):
    both = numbers((3, 0), (HUGE, 0), (0, 0))
    exact = Fraction(bound)
    assert both.satisfy(">=", exact).tolist() == [True, True, False]
    assert both.satisfy("<", exact).tolist() == [False, False, True]
    assert both.satisfy("<=", exact).tolist() == [False, False, True]
    assert both.floats.tolist() == [math.inf, math.inf, 0.0]


def test_neighbours_that_floats_cannot_tell_apart():
    near = numbers((HUGE, HUGE - 1), (HUGE - 1, HUGE), (HUGE, HUGE))
    assert len(set(near.floats.tolist())) == 1
    assert near.satisfy("<", Fraction(1)).tolist() == [False, True, False]
    assert near.satisfy(">=", Fraction(1)).tolist() == [True, False, True]


@pytest.mark.parametrize("bound", [Fraction(3), Fraction("2.5"), Fraction(10**30)])
def test_whole_numbers_have_no_denominators(bound):
    whole = Numbers(np.array([2, 3, HUGE]))
    expected = [bound <= n for n in (2, 3, HUGE)]
    assert whole.satisfy(">=", bound).tolist() == expected


def test_floats_are_compared_as_floats():
    assert Numbers(np.array([2.5, 3.0])).satisfy(">=", Fraction(3)).tolist() == [
        False,
        True,
    ]


@pytest.mark.parametrize(("sense", "worst"), [(">=", 0.5), ("<", math.inf)])
def test_worst(sense, worst):
    assert numbers((1, 2), (3, 0), (5, 2)).worst(sense) == worst
    assert numbers().worst(sense) == math.inf


@pytest.mark.parametrize(("sense", "kept"), [(">=", [0.5, 2.0]), ("<=", [3.0, 7.0])])
def test_worst_by_parent(sense, kept):
    some = numbers((3, 1), (7, 1), (1, 2), (2, 1))
    parent = np.array([0, 1, 0, 1])
    assert some.worst_by(parent, 2, sense).floats.tolist() == kept


def test_worst_by_parent_needs_children():
    with pytest.raises(ValueError, match="every parent must have a child"):
        numbers((1, 1)).worst_by(np.array([1]), 2, ">=")


@pytest.mark.parametrize("values", [np.array([3, 4]), np.array([3.0, 4.0])])
def test_out_of_reach(values):
    where = np.array([True, False])
    assert Numbers(values).out_of_reach(where, ">=").floats.tolist() == [0.0, 4.0]
    assert Numbers(values).out_of_reach(where, "<").floats.tolist() == [math.inf, 4.0]


BIG = 10**30


def big(*pairs):
    """Numbers that outgrow 64 bits."""
    return Numbers(*np.array(pairs, dtype=object).reshape(-1, 2).T)


@RELAXED
@given(
    st.lists(st.tuples(st.integers(0, BIG), st.integers(1, BIG)), min_size=1),
    BOUNDS,
    st.sampled_from(list(COMPARE)),
)
def test_numbers_of_any_size_are_compared_exactly(pairs, bound, sense):
    expected = [COMPARE[sense](Fraction(*pair), bound) for pair in pairs]
    assert big(*pairs).satisfy(sense, bound).tolist() == expected
    rounded = [float(Fraction(*pair)) for pair in pairs]
    assert big(*pairs).floats.tolist() == rounded
    assert [big(*pairs).exact(place) for place in range(len(pairs))] == [
        Fraction(*pair) for pair in pairs
    ]


def test_numbers_of_any_size_by_zero():
    assert big((BIG, 0), (0, 0)).floats.tolist() == [math.inf, 0]
    assert big((BIG, 0), (0, 0)).satisfy("<=", Fraction(1)).tolist() == [False, True]


@pytest.mark.parametrize(("sense", "kept"), [(">=", [0.5, 2.0]), ("<=", [7.0, 3.0])])
def test_worst_in_runs(sense, kept):
    some = numbers((3, 1), (7, 1), (1, 2), (2, 1), (6, 2))
    starts = np.array([0, 3, 5])
    assert some.worst_in(starts, sense).floats.tolist() == kept
    assert len(numbers().worst_in(np.array([0]), sense)) == 0


def test_the_smaller_of_two():
    one, other = numbers((1, 2), (3, 1), (5, 0)), numbers((1, 3), (7, 2), (9, 1))
    assert one.least(other).floats.tolist() == [1 / 3, 3, 9]


def test_numbers_among_infinite_ones():
    where = np.array([False, True, True])
    assert numbers((1, 2), (0, 5)).spread(where).floats.tolist() == [math.inf, 0.5, 0]
    floats = Numbers(np.array([0.25, 0.0])).spread(where)
    assert floats.floats.tolist() == [math.inf, 0.25, 0]


@pytest.mark.parametrize(
    ("level", "sense", "words"),
    [
        (4, ">=", "x = 4"),
        (2.9999, ">=", "x = 2.999"),
        (0.1231, "<=", "x = 0.124"),
        (0.1231, "<", "x > 0.124"),
        (math.inf, ">=", "every x"),
        (math.inf, "<=", "no x that holds"),
        (math.inf, "<", "no x that holds"),
    ],
)
def test_words(level, sense, words):
    assert level_in_words(level, "x", sense, {}) == words


def test_the_other_numbers_stand_behind():
    words = level_in_words(2, "c", "<", {"l": 3, "e": Fraction(1, 3)})
    assert words == "c > 2 at l = 3, e = 1/3"


@pytest.mark.parametrize("level", [0.0004, 1.0005, 7 / 3, 99.99999])
def test_a_level_that_is_cut_is_still_reached(level):
    assert cut_safely(level, ">=") <= Fraction(level)
    assert cut_safely(level, "<=") >= Fraction(level)


def test_a_rounded_number_is_the_number_that_was_meant():
    assert cut_safely(0.1 + 0.2, ">=") == cut_safely(0.1 + 0.2, "<=") == Fraction(3, 10)
