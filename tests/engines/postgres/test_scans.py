# SPDX-License-Identifier: Apache-2.0
"""What is read of a table of the database, type by type."""

from __future__ import annotations

import datetime as dt

import pytest

from diversa.data.database_table import DatabaseTable
from diversa.data.dictionary import Kind
from diversa.engines.postgres.engine import PostgresEngine
from diversa.engines.postgres.scans import table_scan
from diversa.errors import InputError, SourceError


def values(engine, postgres, column):
    table = engine.open(f"{postgres}?table=clinic.t")
    dictionary = engine.values(table, column)
    return dictionary.values.tolist(), dictionary.kind, dictionary.counts.tolist()


@pytest.mark.parametrize(
    ("kind", "rows", "expected"),
    [
        ("char(4)", ["'a'", "'a  '", "NULL"], (["a"], Kind.TEXT, [2, 1])),
        ("varchar(9)", ["'b'", "'B'"], (["B", "b"], Kind.TEXT, [1, 1])),
        ("float8", ["1.5", "'NaN'", "NULL"], ([1.5], Kind.NUMBER, [1, 2])),
        ("boolean", ["true", "false"], ([False, True], Kind.TEXT, [1, 1])),
        (
            "date",
            ["'2024-02-29'", "NULL"],
            ([dt.date(2024, 2, 29)], Kind.DATE, [1, 1]),
        ),
        ("date", ["'infinity'"], (["infinity"], Kind.TEXT, [1])),
        ("clinic.mood", ["'sad'", "'glad'"], (["glad", "sad"], Kind.TEXT, [1, 1])),
        ("clinic.grade", ["3", "3"], ([3], Kind.NUMBER, [2])),
        (
            "timestamptz",
            ["'2024-03-01 00:30+01'"],
            (["2024-02-29 23:30:00+00"], Kind.DATE, [1]),
        ),
    ],
)
def test_types(engine, database, postgres, kind, rows, expected):
    database.execute("CREATE TYPE clinic.mood AS ENUM ('sad', 'glad')")
    database.execute("CREATE DOMAIN clinic.grade AS integer CHECK (VALUE < 7)")
    database.execute(f"CREATE TABLE clinic.t (a {kind})")
    database.execute(f"INSERT INTO clinic.t VALUES {', '.join(f'({r})' for r in rows)}")
    assert values(engine, postgres, "a") == expected


def test_names_that_need_quotes(engine, database, postgres):
    database.execute('CREATE TABLE clinic."my ""table""" ("a ""b""" text)')
    database.execute('INSERT INTO clinic."my ""table""" VALUES (%s)', ["x"])
    table = engine.open(DatabaseTable(postgres, 'clinic."my ""table"""'))
    assert table.columns == ('a "b"',)
    assert engine.values(table, 'a "b"').texts == ("x",)


def test_views_and_queries(engine, database, postgres):
    database.execute(
        "CREATE TABLE clinic.t AS SELECT n, n % 2 AS odd FROM"
        " generate_series(1, 9) AS n"
    )
    database.execute("CREATE VIEW clinic.v AS SELECT odd FROM clinic.t")
    view = engine.open(f"{postgres}?table=clinic.v")
    assert (view.columns, view.rows) == (("odd",), 9)
    query = "SELECT n, n AS m FROM clinic.t WHERE odd = 1; "
    found = engine.open(DatabaseTable(postgres, query=query))
    assert (found.columns, found.rows) == (("n", "m"), 5)


@pytest.mark.parametrize("query", ["DELETE FROM clinic.t", "SELECT 1; DROP TABLE x"])
def test_only_one_select_is_a_query(engine, database, postgres, query):
    database.execute("CREATE TABLE clinic.t AS SELECT 1 AS a")
    with pytest.raises(InputError, match="not one SELECT"):
        engine.open(DatabaseTable(postgres, query=query))
    assert database.execute("SELECT count(*) FROM clinic.t").fetchone() == (1,)


def test_a_table_that_is_not_there_is_refused_with_those_there_are(
    engine, database, postgres
):
    database.execute("CREATE TABLE clinic.people AS SELECT 1 AS a")
    with pytest.raises(SourceError, match="did you mean 'people'"):
        engine.open(f"{postgres}?table=clinic.peple")
    with pytest.raises(SourceError, match="no tables that you can see"):
        engine.open(f"{postgres}?table=nowhere.people")


def test_columns_with_parts_are_known(engine, database, postgres):
    database.execute("CREATE TABLE clinic.t (a integer[], b json, c int4range, d text)")
    engine.open(DatabaseTable(postgres, query="SELECT 1 AS a"))
    scan = table_scan(DatabaseTable(postgres, "clinic.t"), engine.session.run)
    assert [column.type for column in scan.columns[:2]] == ["integer[]", "json"]
    database.execute("INSERT INTO clinic.t VALUES ('{1}', '{}', '[1,2)', 'x')")
    with PostgresEngine() as fresh:
        table = fresh.open(f"{postgres}?table=clinic.t")
        assert fresh.values(table, "c").texts == ("[1,2)",)
        for column in "ab":
            with pytest.raises(SourceError, match="must hold plain values"):
                fresh.values(table, column)
