# SPDX-License-Identifier: Apache-2.0
"""Weights of values among matching rows: whole numbers, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.attacks.row_weights import ValueLines, add_up
from diversa.counts.groups import Groups
from diversa.errors import InputError
from examples import examples

LINE = st.tuples(
    st.integers(0, 3), st.integers(0, 9), st.integers(0, 9), st.integers(1, 9)
)


@examples(100)
@given(st.lists(LINE, min_size=1, max_size=8))
def test_sums_are_whole_and_in_proportion(lines):
    """Each value gets the sum of count times numerator over denominator."""
    columns = [np.array(column, dtype=np.int64) for column in zip(*lines, strict=True)]
    weights = add_up(*columns, size=4)
    exact = [
        sum(Fraction(c * n, d) for value, c, n, d in lines if value == code)
        for code in range(4)
    ]
    assert all(isinstance(weight, int) for weight in weights)
    assert [w * sum(exact) for w in weights] == [e * sum(weights) for e in exact]


def test_rows_of_people_who_are_known_are_taken_out():
    groups = Groups.from_counts([{"a": 2, "b": 1}, {"a": 5}], on="s")
    entries = ValueLines.of(groups.histogram(), np.array([0]))
    assert entries.without({(0, 0): 1, (1, 0): 9}, np.array([0])).counts.tolist() == [
        1,
        1,
    ]
    with pytest.raises(InputError, match="contradict the table"):
        entries.without({(0, 1): 2}, np.array([0]))


UNKNOWN = pd.DataFrame({"age": "30-39", "s": ["a", "b", None]})
WORDS = {"quasi_identifiers": "age", "sensitive": "s", "target": {"age": 35}}


def test_a_missing_value_that_may_be_any_value():
    told = diversa.attack(UNKNOWN, missing="worst", **WORDS).target
    assert told.posterior() == pytest.approx(dict.fromkeys(["a", "b", None], 1 / 3))


def test_a_population_says_nothing_of_values_that_may_be_any():
    people = pd.DataFrame({"age": [35, 35], "s": ["a", "b"]})
    with pytest.raises(InputError, match="choose another meaning"):
        diversa.attack(UNKNOWN, missing="worst", population=people, **WORDS)
