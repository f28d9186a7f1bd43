# SPDX-License-Identifier: Apache-2.0
"""The shared SQL runs on any engine: here on SQLite, which knows no word of DuckDB."""

from __future__ import annotations

import pytest

from diversa.engines import sql
from diversa.engines.lookup import Lookup, join_lookups
from diversa.engines.packing import Packing
from sqlite_people import SQLITE, TABLE, sqlite_people

LOOKUP = Lookup(0, "zips", "t.c0", 2)
PACKING = Packing.plan([3])


@pytest.fixture
def run():
    with sqlite_people() as run:
        yield run


def test_tally_has_the_missing_value_last(run):
    assert run(sql.tally("people", "t.c0")) == [("13", 3), ("14", 1), (None, 1)]


def test_keys_are_counted(run):
    encoded = sql.encode("people", [LOOKUP], PACKING)
    assert run(sql.count_keys(encoded, PACKING)) == [(0, 3), (1, 1), (2, 1)]


def test_a_value_outside_its_dictionary_has_no_key(run):
    lacking = Lookup(0, "zips", "t.c1", None)
    assert set(run(sql.encode("people", [lacking], PACKING))) == {(-1,)}
    rows = f"SELECT count(*) FROM {join_lookups('people', [lacking])}"
    assert run(f"{rows}{sql.where([lacking.lacks_value])}") == [(5,)]


def test_no_columns_are_one_key(run):
    none = Packing.plan([])
    assert run(sql.count_keys(sql.encode("people", [], none), none)) == [(0, 5)]


def test_labels_and_suppressed_groups(run):
    join = sql.join_keys("gone", [LOOKUP], PACKING)
    label = sql.label(SQLITE, LOOKUP, "it's gone")
    rows = join_lookups("people", [LOOKUP], join)
    kept = f"SELECT {label}, c1 FROM {rows}{sql.where([sql.NOT_SUPPRESSED])}"
    assert sorted(run(kept)) == [
        ("1*", "x"),
        ("1*", "x"),
        ("1*", "y"),
        ("it's gone", "x"),
    ]
    starred = sql.star_unless(SQLITE, label, sql.NOT_SUPPRESSED)
    published = sorted(run(f"SELECT {starred} FROM {rows}"))
    assert published == [("*",), ("1*",), ("1*",), ("1*",), ("it's gone",)]


def test_rows_of_a_cell_are_numbered_by_their_content(run):
    rows = sql.number_rows(SQLITE, TABLE, [LOOKUP], PACKING, ["t.c0 IS NOT NULL"])
    placed = run(f"SELECT k0, place, c1 FROM {rows} AS t ORDER BY 1, 2")
    assert placed == [(0, 0, "x"), (0, 1, "x"), (0, 2, "y"), (1, 0, "x")]


@pytest.mark.parametrize("number", ["0.0", "-0.0"])
def test_a_zero_has_no_sign(run, number):
    zero = run(f"SELECT {sql.without_zero_sign('n')} FROM (SELECT {number} AS n)")[0][0]
    assert str(float(zero)) == "0.0"
