# SPDX-License-Identifier: Apache-2.0
"""How many rows of a group can be kept, against all parts of small groups."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from diversa.counts.groups import Groups
from diversa.data.missing import MissingPolicy
from diversa.models import parse
from diversa.models.keeping import (
    floor_product,
    most_under_caps,
    most_with_entropy,
    most_with_mean,
    most_with_tail,
    round_up,
    with_unknown,
)

COUNTS = [{"a": 5, "b": 2, "c": 1}, {"a": 3, "b": 3, "c": 0}, {"a": 1, "b": 1, "c": 4}]


def histogram():
    present = [{value: n for value, n in group.items() if n} for group in COUNTS]
    return Groups.from_counts(present, on="s").histogram()


def most(holds):
    """The rows of the largest part of each group that holds."""
    return [
        max(
            (
                sum(part)
                for part in product(*(range(n + 1) for n in group.values()))
                if sum(part) and holds(part)
            ),
            default=0,
        )
        for group in COUNTS
    ]


def test_rows_under_caps():
    caps = np.array([0.5, 0.4, 0.25])
    kept = most_under_caps(histogram(), caps).tolist()
    best = most(
        lambda part: all(
            n <= cap * sum(part) for n, cap in zip(part, caps, strict=True)
        )
    )
    assert all(bound >= rows for bound, rows in zip(kept, best, strict=True))
    # 5, 2, 1: with M rows at most 2 b and 1 c, so M / 2 a must fill the rest: M = 6.
    assert kept[0] == best[0] == 6


def test_caps_for_values_that_are_not_there_are_refused():
    with pytest.raises(ValueError, match="must have a block"):
        most_under_caps(histogram(), np.array([0.5]))


@pytest.mark.parametrize("c", [Fraction(1), Fraction(2), Fraction(3, 2)])
def test_rows_beside_a_tail(c):
    def holds(part):
        ordered = sorted(part, reverse=True)
        return ordered[0] < c * sum(ordered[1:])

    assert most_with_tail(histogram(), c, 2).tolist() == most(holds)


@pytest.mark.parametrize("l", [1.5, 2, 2.5])
def test_rows_with_an_entropy(l):
    def entropy(part):
        return -sum(n / sum(part) * math.log(n / sum(part)) for n in part if n)

    kept = most_with_entropy(histogram(), math.log(l)).tolist()
    best = most(lambda part: entropy(part) >= math.log(l) - 1e-12)
    assert all(bound >= rows for bound, rows in zip(kept, best, strict=True))
    assert most_with_entropy(histogram(), 0).tolist() == [8, 6, 6]


def test_rows_whose_numbers_have_a_mean():
    """2 rows of 10 carry 6 rows of 0 at a mean of 2.5, and all at a mean of 0."""
    groups = Groups.from_counts([{"a": 2, "b": 9}], on="s").histogram()
    counts, numbers = groups.counts, np.array([10.0, 0.0])
    assert most_with_mean(groups, counts, numbers, 2.5).tolist() == [8]
    assert most_with_mean(groups, counts, numbers, 0).tolist() == [11]


def test_rows_that_may_have_any_value_stay_with_others():
    groups = Groups.from_counts(
        [{"a": 2, None: 3}, {None: 4}], on="s", missing=MissingPolicy.WORST
    ).histogram()
    assert with_unknown(groups, np.array([2, 0])).tolist() == [5, 0]


def test_bounds_are_eased_upwards_only():
    for bound in (Fraction(1, 3), Fraction(10**30 + 1, 10**30), Fraction(7)):
        assert bound <= round_up(bound) <= bound + Fraction(1, 2**20)


def test_products_are_never_below_the_exact_ones():
    numbers = np.array([0, 1, 7, 2**61])
    factor = Fraction(10**18 + 1, 10**18)
    exact = [int(n) * factor.numerator // factor.denominator for n in numbers]
    assert all(
        rounded >= whole
        for rounded, whole in zip(
            floor_product(numbers, factor).tolist(), exact, strict=True
        )
    )


@pytest.mark.parametrize(
    "spec",
    [
        "window-diversity:delta=1,l=1.5",
        "delta-l-diversity:delta=1,l=1.5",
        "epsilon-m-anonymity:epsilon=1,m=1.5",
        "frequency-l-diversity:1.5",
        "alpha-k-anonymity:alpha=1/2,k=1",
        "entropy-l-diversity:1.5",
        "recursive-cl-diversity:c=2,l=2",
    ],
)
def test_no_row_is_kept_where_every_value_is_missing(spec):
    groups = Groups.from_counts([{None: 3}], on="s", missing="worst")
    assert parse(spec).most_kept(groups).tolist() == [0]
