# SPDX-License-Identifier: Apache-2.0
"""Tables of people and of visits, joined by every engine."""

from __future__ import annotations

from collections import Counter

import pyarrow as pa
import pytest

from diversa.engines.engine import Engine
from diversa.errors import InputError

PEOPLE = pa.table(
    {"id": ["1", "2", "3"], "sex": ["f", "m", None], "name": ["A", "B", "C"]}
)
VISITS = pa.table(
    {
        "who": pa.array([2, 1, 1, 1, 1, 9], pa.int64()),
        "ward": ["a", "b", "b", "b", None, "c"],
    }
)


def rows_of(engine, table):
    frame = engine.fetch(table, like="pyarrow")
    return Counter(tuple(row.values()) for row in frame.to_pylist())


def join(engine, **words):
    people, visits = engine.open(PEOPLE), engine.open(VISITS)
    return engine.join(visits, people, by=("who", "id"), **words)


def test_visits_get_columns_of_their_person(engine):
    table = join(engine, columns=["sex"])
    assert table.columns == ("who", "ward", "sex")
    assert table.rows == 5  # nobody is 9
    assert rows_of(engine, table) == {
        (2, "a", "m"): 1,
        (1, "b", "f"): 3,
        (1, None, "f"): 1,
    }


def test_numbered_visits_are_those_of_each_person_and_people_without_any(engine):
    table = join(engine, columns=["id"], number="number")
    found = rows_of(engine, table)
    assert sorted(n for (_, _, who, n) in found if who == "1") == [1, 2, 3, 4]
    assert found[(2, "a", "2", 1)] == 1
    assert found[(None, None, "3", 0)] == 1
    assert table.rows == 6


def test_an_engine_need_not_join():
    class Counter(Engine):
        pass

    with pytest.raises(InputError, match="cannot join tables"):
        Counter().join(None, None, by=("a", "b"), columns=())
