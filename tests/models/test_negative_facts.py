# SPDX-License-Identifier: Apache-2.0
"""Negative facts: posteriors after a = 0, 1, 2, ... and certainty."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from diversa.models.negative_facts import facts_for_certainty, posterior_after
from examples import examples


@pytest.mark.parametrize(
    ("counts", "posteriors"),
    [
        ((2, 1, 1), ["1/2", "2/3", "1"]),
        ((5, 3, 1, 1), ["1/2", "5/7", "5/6", "1"]),
        ((10, 1, 1, 1), ["10/13", "5/6", "10/11", "1"]),
        ((1,), ["1"]),
    ],
)
def test_worked_numbers(table, counts, posteriors):
    wanted = [float(Fraction(one)) for one in posteriors]
    histogram = table(counts).histogram()
    found = [
        posterior_after(histogram, facts).worst("<=") for facts in range(len(wanted))
    ]
    assert found == pytest.approx(wanted)
    assert facts_for_certainty(histogram).tolist() == [len(counts) - 1]


def by_exclusion(counts, facts):
    """Over every target value and every set of other values that are excluded."""
    worst = Fraction(0)
    for value, count in enumerate(counts):
        others = [n for place, n in enumerate(counts) if place != value]
        for left in itertools.combinations(others, max(0, len(others) - facts)):
            worst = max(worst, Fraction(count, count + sum(left)))
    return worst


COUNTS = st.lists(st.integers(1, 6), min_size=1, max_size=5)


@examples(60)
@given(st.lists(COUNTS, min_size=1, max_size=4), st.integers(0, 5))
def test_all_groups_at_once_are_every_exclusion(groups, facts):
    named = [dict(zip("abcde", line, strict=False)) for line in groups]
    histogram = Groups.from_counts(named, on="s").histogram()
    found = posterior_after(histogram, facts)
    wanted = [by_exclusion(line, facts) for line in groups]
    assert found.floats.tolist() == pytest.approx([float(one) for one in wanted])
    certain = facts_for_certainty(histogram)
    assert [x == 1 for x in wanted] == (facts >= certain).tolist()


def test_missing_values_may_be_the_most_frequent(table):
    lost = table((2, 1, 1), unknown=(1,)).histogram()
    assert posterior_after(lost, 0).floats.tolist() == pytest.approx([3 / 5])
    assert facts_for_certainty(lost).tolist() == [2]
    assert facts_for_certainty(table((), unknown=(2,)).histogram()).tolist() == [0]
