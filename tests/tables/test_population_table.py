# SPDX-License-Identifier: Apache-2.0
"""The people of a population table, counted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from diversa.data.missing import MissingPolicy
from diversa.data.population_source import PeopleSource
from diversa.data.roles import Roles
from diversa.errors import InputError, MissingValueError, RoleError, SourceError
from diversa.tables.population_table import count_people
from memory_engine import MemoryEngine

COLUMNS = ("zip", "ill", "n")


def people_of(rows, columns=COLUMNS, *, sensitive=(), **settings):
    engine = MemoryEngine()
    table = engine.open((columns, rows))
    roles = Roles(quasi_identifiers=("zip",), sensitive=tuple(sensitive))
    return count_people(engine, table, roles, **settings)


def as_counts(cells, *names):
    texts = [[*cells.dictionary(name).texts, None] for name in names]
    lines = np.stack([cells.column(name) for name in names], axis=1).tolist()
    return {
        tuple(text[code] for text, code in zip(texts, line, strict=True)): int(n)
        for line, n in zip(lines, cells.counts, strict=True)
    }


def test_one_line_per_person():
    found = people_of([("11", "x", 1), ("11", "y", 1), ("12", "x", 1)])
    assert as_counts(found, "zip") == {("11",): 2, ("12",): 1}


def test_a_line_for_several_people():
    rows = [("11", "x", "2"), ("11", "x", "3"), ("11", "y", "1.0"), ("12", "x", "0")]
    found = people_of(rows, sensitive=["ill"], count="n")
    assert sum(found.counts) == 6
    assert {key for key, _ in as_counts(found, "zip", "ill").items()} == {
        ("11", "x"),
        ("11", "y"),
    }
    assert [one.column for one in found.dictionaries] == ["zip", "ill"]


@pytest.mark.parametrize("bad", ["many", "1.5", "-1", None, "1e400", "1000000000001"])
def test_a_number_of_people_must_be_one(bad):
    message = (
        "'n' must hold whole numbers of people from 0 to 1,000,000,000,000, got 1 of 2"
        " distinct values"
    )
    with pytest.raises(SourceError, match=message):
        people_of([("11", "x", bad), ("11", "x", "2")], count="n")


def test_no_more_people_than_can_be_counted_exactly():
    half = 5 * 10**11
    rows = [("11", "x", half), ("12", "x", half)]
    assert sum(people_of(rows, count="n").counts) == 2 * half
    with pytest.raises(SourceError, match="'n' must count at most 1,000,000,000,000"):
        people_of([*rows, ("13", "x", 1)], count="n")


def test_columns_must_be_there():
    with pytest.raises(RoleError, match="must have the column 'zip', got none"):
        people_of([("x", 1)], columns=("ill", "n"))
    with pytest.raises(RoleError, match="must have the column 'sick', got none"):
        people_of([("11", "x", 1)], sensitive=["sick"])
    with pytest.raises(RoleError, match="'zip' must not hold the number of people too"):
        people_of([("11", "x", 1)], count="zip")


def test_missing_sensitive_values_follow_the_policy():
    rows = [("11", None, 1), ("11", "x", 1)]
    with pytest.raises(MissingValueError, match="population: column 'ill'"):
        people_of(rows, sensitive=["ill"])
    own = people_of(rows, sensitive=["ill"], missing=MissingPolicy.OWN)
    assert as_counts(own, "zip", "ill") == {("11", None): 1, ("11", "x"): 1}
    dropped = people_of(rows, sensitive=["ill"], missing=MissingPolicy.DROP)
    assert as_counts(dropped, "zip", "ill") == {("11", "x"): 1}


def test_a_source_in_a_plan():
    base = Path("folder")
    assert PeopleSource.parse("people.csv", base=base) == PeopleSource.of(
        "folder/people.csv"
    )
    counted = PeopleSource.parse({"file": "people.csv", "count": "n"}, base=base)
    assert counted == PeopleSource(base / "people.csv", "n")
    assert counted.declaration(base=base) == {"file": "people.csv", "count": "n"}
    assert PeopleSource.of("people.csv").declaration() == "people.csv"


@pytest.mark.parametrize("bad", [3, {"file": 3}, {"count": "n"}, {"file": "a", "x": 1}])
def test_a_source_that_is_none(bad):
    with pytest.raises(InputError, match="must be the path of a file, or"):
        PeopleSource.parse(bad, base=Path())


def test_frames_are_the_same_only_if_they_are_one():
    frame = np.zeros(3)
    assert PeopleSource(frame) == PeopleSource(frame)
    assert PeopleSource(frame) != PeopleSource(np.zeros(3))
    assert PeopleSource.of("a") != PeopleSource.of("a", "n")
    with pytest.raises(SourceError, match="a frame cannot be declared in a plan"):
        PeopleSource(frame).declaration()
