# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.labels.isolation import (
    isolation,
    isolation_scores,
    unavoidable_isolation,
)
from label_worlds import chance_of_one, tight_set, widened, worlds_of

TENTH, HALF = Fraction(1, 10), Fraction(1, 2)


def weights(share):
    return {"a": share, "b": 1 - share}


@pytest.mark.parametrize(
    ("share", "expected"), [(HALF, Fraction(1, 6)), (TENTH, Fraction(729, 910))]
)
def test_a_member_of_a_tight_set_of_two(share, expected):
    """Examples 5 and 6: neither all five rows nor none have the member."""
    worlds = worlds_of(tight_set, "{a, b}", "ab", 5)
    assert chance_of_one(worlds, "a", weights(share)) == expected
    assert isolation(5, share, range(1, 5)) == expected


def test_a_member_of_a_region():
    """Example 7."""
    worlds = worlds_of(lambda _: "region", "region", "ab", 5)
    expected = Fraction(6561, 20000)
    assert chance_of_one(worlds, "a", weights(TENTH)) == expected
    assert isolation(5, TENTH) == expected


def test_a_star_that_only_rare_values_get_is_worse_than_the_set():
    """Examples 17 and 18: elimination leaves one row against four."""
    worlds = worlds_of(widened(tight_set, 2), "*", "ab", 5)
    assert worlds == [("a", "a", "a", "a", "b"), ("a", "b", "b", "b", "b")]
    expected = Fraction(729, 730)
    assert chance_of_one(worlds, "a", weights(TENTH)) == expected
    assert isolation(5, TENTH, [1, 4]) == expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [(2, HALF), (5, Fraction(256, 625)), (10, Fraction(9, 10) ** 9)],
)
def test_what_is_unavoidable(rows, expected):
    """Example 27."""
    assert unavoidable_isolation(rows) == expected


shares = st.fractions(0, 1, max_denominator=50)


@given(rows=st.integers(1, 30), share=shares)
def test_without_a_claim_no_cell_isolates_better(rows, share):
    """T1: (1 - 1/n)^(n-1) is the most, and is attained at 1/n."""
    assert isolation(rows, share) <= unavoidable_isolation(rows)


@given(rows=st.integers(2, 20), shares=st.tuples(shares, shares))
def test_a_rarer_claimed_cell_isolates_better(rows, shares):
    """T2: decreasing in the share, towards 1."""
    rare, common = sorted(shares)
    if rare > 0:
        possible = range(1, rows + 1)
        assert isolation(rows, rare, possible) >= isolation(rows, common, possible)
        assert isolation(rows, common, possible) <= 1


@given(
    rows=st.integers(2, 12),
    least=st.integers(2, 6),
    share=shares,
    part=shares,
)
def test_a_cell_with_enough_rows_gives_little_more_than_is_unavoidable(
    rows, least, share, part
):
    """T3: of a cell inside a claim backed by m rows, at most (1 - 1/m)^(m-1)."""
    least = min(least, rows)
    if not 0 < share < 1:
        return
    assert isolation(rows, share, range(least, rows + 1)) == (least <= 1)
    chances = {
        count: comb(rows, count) * share**count * (1 - share) ** (rows - count)
        for count in range(least, rows + 1)
    }
    mean = sum(
        chance * isolation(count, part) for count, chance in chances.items()
    ) / sum(chances.values())
    assert mean <= unavoidable_isolation(least)


@given(rows=st.integers(1, 40), share=st.floats(0.01, 0.99))
def test_scores_of_many_cells_are_those_of_each(rows, share):
    exact = Fraction(share)
    scores = isolation_scores(
        np.array([rows] * 3), np.array([share] * 3), np.array([0, 1, 2])
    )
    expected = [isolation(rows, exact), isolation(rows, exact, range(1, rows + 1)), 0]
    assert scores == pytest.approx([float(one) for one in expected])
