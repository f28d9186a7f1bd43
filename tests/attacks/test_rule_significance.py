# SPDX-License-Identifier: Apache-2.0
"""Hypergeometric probabilities against exact fractions, and Holm's correction."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.attacks.rule_significance import chances_of_so_few, holm
from examples import examples


def exact(rows, condition, value, both):
    """The sum over all possible counts up to `both`."""
    ways = sum(
        comb(value, j) * comb(rows - value, condition - j) for j in range(both + 1)
    )
    return Fraction(ways, comb(rows, condition))


@st.composite
def tables(draw):
    rows = draw(st.integers(1, 400))
    condition = draw(st.integers(0, rows))
    value = draw(st.integers(0, rows))
    least, most = max(0, condition + value - rows), min(condition, value)
    return rows, condition, value, draw(st.integers(least, most))


@examples(300)
@given(tables())
def test_the_chance_of_so_few(table):
    rows, *counts = table
    (found,) = chances_of_so_few(rows, *(np.array([count]) for count in counts))
    condition, value, both = counts
    if both * rows < condition * value:
        assert found == pytest.approx(float(exact(*table)), rel=1e-9)
    else:
        assert found == 1
        assert exact(*table) >= Fraction(1, 2)


def test_several_at_once():
    cases = [(30, 20, 3), (30, 20, 0), (60, 50, 12), (10, 90, 8)]
    columns = [np.array(column) for column in zip(*cases, strict=True)]
    found = chances_of_so_few(100, *columns)
    assert found == pytest.approx([float(exact(100, *case)) for case in cases])


@examples(100)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.floats(0.01, 0.3))
def test_holm_by_hand(chances, level):
    """The smallest is compared with level/m, the next with level/(m-1), and so on."""
    marked = set()
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    for step, place in enumerate(order):
        if chances[place] > level / (len(chances) - step):
            break
        marked.add(place)
    assert set(np.flatnonzero(holm(np.array(chances), level))) == marked
