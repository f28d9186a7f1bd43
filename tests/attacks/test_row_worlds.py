# SPDX-License-Identifier: Apache-2.0
"""A row of a group in whole numbers, against all worlds."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.attacks import row_worlds as module
from diversa.attacks.row_worlds import row_worlds
from examples import examples


def all_worlds(weights, rows, counts):
    """The belief about the first row, from every order of the values."""
    lines = [
        line for line, times in zip(weights, rows, strict=True) for _ in range(times)
    ]
    values = [value for value, times in enumerate(counts) for _ in range(times)]
    sums = [0] * len(counts)
    for world in set(permutations(values)):
        sums[world[0]] += prod(line[v] for line, v in zip(lines, world, strict=True))
    total = sum(sums)
    return [Fraction(one, total) for one in sums] if total else None


@st.composite
def groups(draw):
    counts = draw(st.lists(st.integers(0, 3), min_size=1, max_size=3).filter(any))
    left, rows = sum(counts), []
    while left:
        rows.append(draw(st.integers(1, left)))
        left -= rows[-1]
    line = st.lists(st.integers(0, 4), min_size=len(counts), max_size=len(counts))
    return [draw(line) for _ in rows], rows, counts


@examples(200)
@given(groups())
def test_equal_to_all_worlds(group):
    assert row_worlds(*group) == all_worlds(*group)


@examples(50)
@given(groups())
def test_large_groups_are_rounded(group):
    weights, rows, counts = group
    positive = [[weight + 1 for weight in line] for line in weights]
    exact = row_worlds(positive, rows, counts)
    assert module.round_worlds(positive, rows, counts) == pytest.approx(exact)


def test_a_group_of_many_states(monkeypatch):
    monkeypatch.setattr(module, "MOST_STEPS", 3)
    assert row_worlds([[9, 1], [1, 9]], [1, 1], [1, 1]) == pytest.approx(
        [81 / 82, 1 / 82]
    )


def test_more_values_than_rows():
    assert row_worlds([[1, 1]], [1], [1, 1]) is None
