# SPDX-License-Identifier: Apache-2.0
"""Statements that make a table of another are run by SQLite."""

from __future__ import annotations

import pytest

from diversa.engines import sql, sql_tables
from sqlite_people import SQLITE, TABLE, sqlite_people


@pytest.fixture
def run():
    with sqlite_people() as run:
        yield run


def test_names_leave_the_engine_as_they_are(run):
    released = sql_tables.release_query(
        SQLITE, sql_table := TABLE, sql.every_column(sql_table)
    )
    assert run(f'SELECT "a ""b""" FROM ({released}) LIMIT 2') == [("x",), ("x",)]


def test_narrow_and_tally(run):
    assert set(run(sql.narrow(TABLE, ['a "b"']))) == {("x",), ("y",)}
    told = run(sql_tables.tally_of(TABLE, ['a "b"']))
    assert sorted(told) == [("x", 4), ("y", 1)]


def test_rows_without_a_person_are_not_joined(run):
    told = run(sql_tables.tally_of(TABLE, ['a "b"'], TABLE.columns[0]))
    assert sorted(told) == [("x", 1), ("x", 3), ("y", 1)]
