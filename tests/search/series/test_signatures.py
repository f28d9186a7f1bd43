# SPDX-License-Identifier: Apache-2.0
"""Signatures against plain sets of values."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.search.series.signatures import Signatures


def sets_of(signatures):
    """The signatures as tuples of values."""
    return [
        tuple(values.tolist())
        for values in np.split(signatures.values, signatures.starts[1:-1])
        if len(signatures)
    ]


TWO = Signatures(np.array([0, 2, 5]), np.array([1, 4, 0, 1, 2]))


def test_values_are_collected_by_number():
    number, value = np.array([1, 0, 1, 1, 0]), np.array([3, 2, 0, 3, 5])
    signatures = Signatures.of(number, value, 2)
    assert sets_of(signatures) == [(2, 5), (0, 3)]
    assert len(signatures) == 2
    assert signatures.lengths.tolist() == [2, 2]


def test_some_are_taken_in_order():
    assert sets_of(TWO.take(np.array([1, 0, 1]))) == [(0, 1, 2), (1, 4), (0, 1, 2)]
    assert TWO.of_entry.tolist() == [0, 0, 1, 1, 1]


@pytest.mark.parametrize("number", [-1, 0, 1])
@pytest.mark.parametrize("value", range(6))
def test_values_are_found(number, value):
    (entry,) = TWO.find(np.array([number]), np.array([value]))
    known = number >= 0 and value in sets_of(TWO)[number]
    assert (entry >= 0) == known
    if known:
        assert (TWO.of_entry[entry], TWO.values[entry]) == (number, value)


def test_nothing_is_found_where_there_is_none():
    assert Signatures.none().find(np.array([0]), np.array([3])).tolist() == [-1]
    assert len(Signatures.none()) == 0


def test_those_of_both_without_repetition():
    other = Signatures(np.array([0, 1, 3]), np.array([2, 1, 4]))
    both, number = TWO.join(other)
    assert sorted(sets_of(both)) == [(0, 1, 2), (1, 4), (2,)]
    named = [sets_of(both)[place] for place in number]
    assert named == [*sets_of(TWO), *sets_of(other)]
