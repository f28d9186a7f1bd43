# SPDX-License-Identifier: Apache-2.0
"""Laws between the models of numbers, and each against its definition on any numbers.

The laws of every model (flags, batches, duplication) are in test_models.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from diversa.models import (
    DeltaLDiversity,
    EpsilonMAnonymity,
    FrequencyLDiversity,
    KeAnonymity,
    MultiLevelLDiversity,
    VarianceControl,
    WindowDiversity,
)
from examples import examples
from random_tables import codes

RELAXED = examples(40)
TENTHS = [f"{tenths / 10}" for tenths in range(-200, 201)]
WHOLE = [str(number) for number in range(-20, 21)]


@st.composite
def groups(draw, numbers):
    """Up to six groups of up to nine numbers."""
    sizes = draw(st.lists(st.integers(1, 9), min_size=1, max_size=6))
    places = iter(draw(codes(len(numbers), least=sum(sizes), most=sum(sizes))))
    return [[numbers[next(places)] for _ in range(size)] for size in sizes]


GROUPS = groups([*TENTHS, *10 * WHOLE, "-0.0"])
"""As many whole numbers as others, so that some are equal, or as far apart."""
WIDTHS = st.fractions(0, 15, max_denominator=20)
BOUNDS = st.fractions(1, 5, max_denominator=6)


def groups_of(tables):
    return Groups.from_counts([Counter(table) for table in tables], on="s")


def levels(model, tables):
    numbers = model.measure(groups_of(tables))
    below = numbers.denominators
    return [
        Fraction(int(above), 1 if below is None else int(below[place]))
        for place, above in enumerate(numbers.numerators)
    ]


exact = cache(Fraction)
"""A number of these tables as a fraction; to read a text takes long."""


def share(table, low, high):
    return Fraction(sum(low <= exact(y) <= high for y in table), len(table))


@RELAXED
@given(GROUPS, WIDTHS)
def test_epsilon_m_by_its_definition(tables, epsilon):
    assert levels(EpsilonMAnonymity(epsilon, 1), tables) == [
        1 / max(share(table, x - epsilon, x + epsilon) for x in map(exact, table))
        for table in tables
    ]


@RELAXED
@given(
    groups([*(f"{tenths / 10}" for tenths in range(1, 401)), *10 * WHOLE[21:]]),
    st.fractions(0, Fraction(19, 20), max_denominator=20),
)
def test_relative_epsilon_m_by_its_definition(tables, epsilon):
    assert levels(EpsilonMAnonymity(epsilon, 1, relative=True), tables) == [
        1
        / max(
            share(table, x * (1 - epsilon), x * (1 + epsilon))
            for x in map(exact, table)
        )
        for table in tables
    ]


@RELAXED
@given(GROUPS, WIDTHS)
def test_window_by_its_definition(tables, delta):
    """For every p at most N/l rows within δ; the fullest ends at two rows or one."""

    def centres(table):
        numbers = {exact(x) for x in table}
        return {(x + y) / 2 for x in numbers for y in numbers} | {
            x + delta for x in numbers
        }

    assert levels(WindowDiversity(delta, 1), tables) == [
        1 / max(share(table, p - delta, p + delta) for p in centres(table))
        for table in tables
    ]


@RELAXED
@given(GROUPS)
def test_range_and_variance_by_their_definitions(tables):
    numbers = [[exact(x) for x in table] for table in tables]
    assert levels(KeAnonymity(1, 1), tables) == [max(xs) - min(xs) for xs in numbers]
    means = [sum(xs) / len(xs) for xs in numbers]
    assert levels(VarianceControl(0), tables) == [
        sum((x - mean) ** 2 for x in xs) / len(xs)
        for xs, mean in zip(numbers, means, strict=True)
    ]


@RELAXED
@given(GROUPS, st.lists(st.fractions(-20, 20, max_denominator=20), min_size=1))
def test_levels_by_their_definition(tables, cuts):
    coded = [[sum(cut < exact(x) for cut in set(cuts)) for x in t] for t in tables]
    assert levels(MultiLevelLDiversity(1, cuts), tables) == [
        len(set(group)) for group in coded
    ]
    assert levels(MultiLevelLDiversity(1, cuts, "frequency"), tables) == [
        Fraction(len(group), max(Counter(group).values())) for group in coded
    ]


@RELAXED
@given(GROUPS, WIDTHS, BOUNDS)
def test_window_of_twice_the_length_literal_window(tables, delta, l):
    groups = groups_of(tables)
    wide = WindowDiversity(2 * delta, l).holds(groups)
    literal = DeltaLDiversity(delta, l).holds(groups)
    narrow = WindowDiversity(delta, l).holds(groups)
    assert (wide <= literal).all()
    assert (literal <= narrow).all()


@RELAXED
@given(GROUPS, WIDTHS, BOUNDS)
def test_the_literal_definition_is_epsilon_m(tables, delta, l):
    groups = groups_of(tables)
    alias = EpsilonMAnonymity(2 * delta, l)
    assert DeltaLDiversity(delta, l).holds(groups).tolist() == (
        alias.holds(groups).tolist()
    )


@RELAXED
@given(GROUPS)
def test_without_width_all_are_frequency_diversity(tables):
    # One text per number; there are two zeros.
    plain = [[str(float(x) + 0.0) for x in table] for table in tables]
    frequency = levels(FrequencyLDiversity(1), plain)
    for model in (
        EpsilonMAnonymity(0, 1),
        WindowDiversity(0, 1),
        DeltaLDiversity(0, 1),
    ):
        assert levels(model, plain) == frequency


def moved(tables, factor, shift):
    """The tables after x -> factor x + shift, still decimals."""
    moving = [[factor * exact(x) + shift for x in table] for table in tables]
    return [[str(float(x)) for x in table] for table in moving]


@pytest.mark.parametrize("kind", [WindowDiversity, EpsilonMAnonymity])
@RELAXED
@given(
    tables=GROUPS,
    width=WIDTHS,
    factor=st.sampled_from([Fraction(1, 2), Fraction(3), Fraction(25)]),
    shift=st.integers(-1000, 1000),
)
def test_shift_and_scale_change_nothing(kind, tables, width, factor, shift):
    other = moved(tables, factor, shift)
    assert levels(kind(width, 1), tables) == levels(kind(width * factor, 1), other)


@RELAXED
@given(
    groups(range(1, 100)),
    st.fractions(0, Fraction(9, 10), max_denominator=20),
    st.sampled_from([Fraction(1, 4), Fraction(7)]),
)
def test_relative_levels_do_not_depend_on_the_unit(tables, epsilon, factor):
    model = EpsilonMAnonymity(epsilon, 1, relative=True)
    assert levels(model, tables) == levels(model, moved(tables, factor, 0))


def test_the_union_that_breaks_the_literal_definition_only():
    tables = [[40, 60], [50, 80], [40, 50, 60, 80]]
    literal = DeltaLDiversity(7.5, 2).holds(groups_of(tables)).tolist()
    window = WindowDiversity(7.5, 2).holds(groups_of(tables)).tolist()
    assert (literal, window) == ([True, True, False], [True, True, True])
