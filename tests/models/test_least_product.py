# SPDX-License-Identifier: Apache-2.0
"""The least product over all ways to share pieces, by trying each."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest

from diversa.models.least_product import candidates, combine, without_each

FACTORS = [
    {(0,): Fraction(1), (1,): Fraction(1, 2), (2,): Fraction(1, 3)},
    {(0,): Fraction(1), (1,): Fraction(4, 5), (2,): Fraction(1, 10)},
    {(0,): Fraction(1), (1,): Fraction(1, 3)},
]


def least(factors, pieces):
    """Try every way; pieces may be wasted."""
    return min(
        (
            prod((group[p] for group, p in zip(factors, chosen, strict=True)), start=1)
            for chosen in product(*factors)
            if sum(p for (p,) in chosen) <= pieces
        ),
        default=1,
    )


@pytest.mark.parametrize("pieces", range(5))
def test_without_each_group(pieces):
    rests = without_each(FACTORS, (pieces,))
    assert len(rests) == 4
    for place, rest in enumerate(rests):
        others = [group for at, group in enumerate(FACTORS) if at != place]
        assert rest[pieces,] == least(others, pieces)


def test_no_more_pieces_than_there_are():
    assert set(combine(FACTORS[0], FACTORS[1], (3,))) == {(0,), (1,), (2,), (3,)}


def test_candidates_hold_the_least_whichever_group_is_left_out():
    draw = np.random.default_rng(3)
    factors = draw.random((2, 30))
    chosen = set(candidates(factors, 2).tolist())
    for line in factors:
        assert set(np.argsort(line)[:3].tolist()) <= chosen
    assert len(chosen) <= 6
    assert candidates(factors, 29).tolist() == list(range(30))
