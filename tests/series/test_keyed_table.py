# SPDX-License-Identifier: Apache-2.0
"""The people of a table: one line for each, told apart by their keys."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.errors import RoleError, SourceError
from series_tables import FIRST, keyed_table


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([*FIRST, ("Bob", 31, "acne")], "got 1 keys in several rows"),
        ([*FIRST, (None, 31, "acne")], "got 1 rows without one"),
    ],
)
def test_keys_must_tell_people_apart(publish, rows, words):
    with pytest.raises(RoleError, match=words) as error:
        publish(rows)
    assert "Bob" not in str(error.value)


def test_people_stand_by_their_keys():
    people = keyed_table(FIRST)
    assert people.people.tolist() == ["Alice", "Bob"]
    assert people.keys.column == "who"
    ills = [people.values[code] for code in people.cells.codes[:, -2]]
    assert ills == ["asthma", "flu"]
    assert people.dropped == 0
    assert people.finest.groups.sizes.tolist() == [1, 1]
    assert [hierarchy.attribute for hierarchy in people.hierarchies] == ["age"]


def test_some_of_the_people():
    people = keyed_table(FIRST).some(np.array([False, True]))
    assert people.people.tolist() == ["Bob"]
    assert people.keys.size == 2  # codes stay what they are


def test_a_missing_value_is_dropped_or_a_value_of_its_own():
    rows = [*FIRST, ("Eve", 41, None)]
    dropped = keyed_table(rows, missing="drop")
    assert (dropped.people.tolist(), dropped.dropped) == (["Alice", "Bob"], 1)
    own = keyed_table(rows, missing="own")
    assert None in own.values
    assert own.people.tolist() == ["Alice", "Bob", "Eve"]


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("whom", "must be a column of the table, got 'whom'; did you mean 'who'"),
        ("age", "must not be published, got 'age'"),
    ],
)
def test_a_key_must_be_a_column_that_is_not_published(key, words):
    with pytest.raises(RoleError, match=words):
        keyed_table(FIRST, key=key)


def test_a_table_must_have_rows():
    with pytest.raises(SourceError, match="must have rows"):
        keyed_table([])
