# SPDX-License-Identifier: Apache-2.0
"""Zayatz: Bayes' rule with hypergeometric probabilities, by whole numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.risks.sample import Sample
from diversa.risks.zayatz import zayatz
from examples import examples


@examples(30)
@given(
    sizes=st.lists(st.integers(1, 4), min_size=1, max_size=7),
    times=st.integers(2, 5),
)
def test_zayatz_is_bayes_rule(sizes, times):
    rows, people = sum(sizes), times * sum(sizes)

    def once(size):
        return size * math.comb(people - size, rows - 1) / math.comb(people, rows)

    ones = sizes.count(1)
    chance = ones * once(1) / sum(map(once, sizes))
    found = zayatz(Sample.of(np.array(sizes), 1 / times))
    assert found.people == people
    assert found.uniques == pytest.approx(min(people, ones * chance * times))


def test_zayatz_by_hand():
    """Groups 1, 1, 2, half of the people: P(f=1|F=1) = 1/2, P(f=1|F=2) = 4/7."""
    found = zayatz(Sample.of(np.array([1, 1, 2]), 0.5))
    assert found.uniques == pytest.approx(2 * 2 * (2 * 1 / 2) / (2 * 1 / 2 + 4 / 7))
