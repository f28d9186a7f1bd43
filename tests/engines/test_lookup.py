# SPDX-License-Identifier: Apache-2.0
"""Parts of packed keys, looked up in a table or computed."""

from __future__ import annotations

import sqlite3

import pytest

from diversa.engines.lookup import Consecutive, Lookup, join_lookups, pack_keys
from diversa.engines.packing import Packing


@pytest.fixture
def run():
    """Numbers with a gap and a missing one, and a dictionary of some of them."""
    connection = sqlite3.connect(":memory:")
    connection.executescript("""
        CREATE TABLE numbers (c0 BIGINT);
        INSERT INTO numbers VALUES (5), (6), (7), (9), (NULL);
        CREATE TABLE known (value BIGINT, part BIGINT, part1 BIGINT);
        INSERT INTO known VALUES (5, 0, 0), (6, 4, 0), (7, 8, 4);
    """)
    yield lambda statement: [row[0] for row in connection.execute(statement)]
    connection.close()


PACKING = Packing.plan([4])


def parts(run, lookup):
    (key,) = pack_keys([lookup], PACKING)
    return run(f"SELECT {key} FROM {join_lookups('numbers', [lookup])}")


@pytest.mark.parametrize(("missing", "last"), [(None, None), (12, 12)])
def test_numbers_without_a_gap_have_the_parts_of_a_table(run, missing, last):
    table = Lookup(0, "known", "t.c0", missing)
    computed = Consecutive(0, "", "t.c0", missing, first=5, last=7, scale=4)
    assert parts(run, table) == [0, 4, 8, None, last]
    assert parts(run, computed) == [0, 4, 8, None, last]


def test_every_way_to_count_has_parts_of_its_own(run):
    lookup = Lookup(0, "known", "t.c0", 12, (12, 8))
    assert parts(run, lookup.way(0)) == [0, 4, 8, None, 12]
    assert parts(run, lookup.way(1)) == [0, 0, 4, None, 8]


def test_values_that_a_lookup_lacks(run):
    for missing, lacking in ((None, [9, None]), (12, [9])):
        lookup = Lookup(0, "known", "t.c0", missing)
        rows = join_lookups("numbers", [lookup])
        assert run(f"SELECT c0 FROM {rows} WHERE {lookup.lacks_value}") == lacking
