# SPDX-License-Identifier: Apache-2.0
"""One dictionary for a table and its population."""

from __future__ import annotations

import pytest

from diversa.counts.shared_dictionaries import share, share_dictionaries
from diversa.data.dictionary import Dictionary
from diversa.errors import InputError
from populations import cells_of

TABLE = cells_of(["zip", "s"], [("11", "x"), ("11", "y"), ("21", "x")])


PEOPLE = cells_of(["zip"], [("11",), ("11",), ("12",), ("21",), ("31",), ("31",)])


def test_shared_codes_keep_the_rows_of_the_table():
    shared = share_dictionaries(TABLE, PEOPLE, ["zip"])
    both = shared.cells.dictionary("zip")
    assert both.texts == ("11", "12", "21", "31")
    assert both.counts.tolist() == [2, 0, 1, 0]
    assert shared.own[0].tolist() == [0, 2]
    assert shared.cells.column("zip").tolist() == [0, 0, 2]
    assert shared.people.column("zip").tolist() == [0, 0, 1, 2, 3, 3]


def test_values_are_matched_as_they_are_written():
    own = Dictionary.build("age", [39, 40], [1, 1], kind="number")
    other = Dictionary.build("age", [39.0, 41.5], [1, 1], kind="number")
    found = share(own, other)
    assert found.dictionary.values.tolist() == [39, 40, 41.5]
    assert found.other.tolist() == [0, 2]


def test_a_missing_value_matches_a_missing_value():
    own = Dictionary.build("zip", ["a"], [1])
    other = Dictionary.build("zip", ["a", None], [1, 1])
    found = share(own, other)
    assert found.dictionary.missing_code == 1
    assert found.dictionary.counts.tolist() == [1, 0]
    assert (found.own.tolist(), found.other.tolist()) == ([0], [0, 1])
    back = share(other, own)
    assert (back.own.tolist(), back.other.tolist()) == ([0, 1], [0])


def test_a_population_of_another_kind_is_refused():
    own = Dictionary.build("age", [39], [1], kind="number")
    other = Dictionary.build("age", ["thirty"], [1])
    with pytest.raises(InputError, match="population: column 'age': 1 of 2 distinct"):
        share(own, other)
