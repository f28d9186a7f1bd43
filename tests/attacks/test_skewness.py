# SPDX-License-Identifier: Apache-2.0
"""Skewness, by brute force and as the closeness paper has it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from attacked_tables import GROUPS, QUICK, histogram
from diversa.attacks.skewness import skewness
from diversa.counts.groups import Groups
from diversa.models import EntropyLDiversity


@QUICK
@given(GROUPS)
def test_skewness_by_brute_force(counts):
    table = sum(map(Counter, counts), Counter())
    ratios = [
        max(
            Fraction(n * table.total(), sum(one.values()) * table[value])
            for value, n in one.items()
        )
        for one in counts
    ]
    found = skewness(histogram(counts))
    assert found.worst == pytest.approx(float(max(ratios)))
    assert found.affected.tolist() == [g for g, r in enumerate(ratios) if r >= 2]


TESTED = {"negative": 9900, "positive": 100}
"""10,000 people of whom one in a hundred has the virus."""


def test_skewness_of_a_group_of_halves():
    groups = Groups.from_counts(
        [{"negative": 1, "positive": 1}], on="virus", table=TESTED
    )
    found = skewness(groups.histogram())
    assert found.worst == 50
    assert found.distance == pytest.approx(0.49)
    assert found.affected.tolist() == [0]
    assert EntropyLDiversity(2).holds(groups).all()


def test_equal_diversity_but_not_equal_risk():
    """49 of 50 positive, or 1 of 50: the same diversity."""
    counts = [{"negative": 1, "positive": 49}, {"negative": 49, "positive": 1}]
    groups = Groups.from_counts(counts, on="virus", table=TESTED)
    entropies = EntropyLDiversity(1).measure(groups).floats
    assert entropies == pytest.approx([1.103, 1.103], abs=5e-4)
    found = [skewness(groups.histogram().select(np.arange(2) == g)) for g in (0, 1)]
    assert [one.distance for one in found] == pytest.approx([0.97, 0.01])
    assert [one.worst for one in found] == pytest.approx([98, 2])
