# SPDX-License-Identifier: Apache-2.0
"""Tables of the database stay where they are; files and frames are copied in."""

from __future__ import annotations

import pandas as pd
import psycopg
import pyarrow as pa
import pytest

from diversa.data.database_table import DatabaseTable
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.postgres.dialect import POSTGRES
from diversa.engines.postgres.engine import PostgresEngine
from diversa.engines.postgres.reading import PostgresReader
from diversa.errors import InputError, SourceError
from diversa.tables.role_cells import values_of
from memory_engine import MemoryEngine


def test_a_table_is_read_where_it_is(engine, people):
    table = engine.open(people)
    assert table.columns == ("name", "zip", "age", "ill")
    assert (table.rows, table.source, table.ordered) == (12, "postgresql", False)
    kind = engine.session.run(
        f"SELECT relkind::text FROM pg_class WHERE oid = '{table.name}'::regclass"
    )
    assert kind == [("v",)]


def test_only_what_will_be_asked_for_is_read(engine, people):
    table = engine.open(people, columns=["zip"])
    assert table.columns == ("name", "zip", "age", "ill")
    assert engine.values(table, "zip").texts == ("13050", "13051")
    assert engine.session.types(table.name) == ["text"]


def test_one_state_of_the_table_is_seen(engine, people, database):
    table = engine.open(people)
    before = engine.values(table, "age").counts.tolist()
    database.execute("DELETE FROM clinic.people WHERE age = 20")
    database.execute("INSERT INTO clinic.people VALUES ('x', 'y', 99, 'z')")
    ages = engine.values(table, "age")
    assert ages.counts.tolist() == before
    assert engine.count(table, [ages]).counts.sum() == 12


def test_no_rows_and_no_order(engine, people, database):
    with pytest.raises(SourceError, match="no order to keep"):
        engine.open(people, ordered=True)
    database.execute("DELETE FROM clinic.people")
    with (
        PostgresEngine() as another,
        pytest.raises(SourceError, match="must have rows"),
    ):
        another.open(people)


def test_files_stand_beside_tables(engine, people, tmp_path):
    path = tmp_path / "known.csv"
    path.write_text("zip,age\n13050,\n,21\n", encoding="utf-8")
    engine.open(people)
    known = engine.open(path)
    assert (known.columns, known.rows, known.source) == (("zip", "age"), 2, "csv")
    assert engine.values(known, "zip").texts == ("13050",)
    assert not list(engine.local.session.folder.glob("*.csv"))


def test_a_role_that_may_only_read(people, database, postgres):
    database.execute("DROP ROLE IF EXISTS reader")
    database.execute("CREATE ROLE reader LOGIN")
    address = people.replace("diversa@", "reader@")
    with PostgresEngine() as engine, pytest.raises(InputError, match="privilege"):
        engine.open(address)
    database.execute("GRANT USAGE ON SCHEMA clinic TO reader")
    database.execute("GRANT SELECT ON clinic.people TO reader")
    with PostgresEngine() as engine:
        assert engine.open(address).rows == 12
    database.execute("DROP OWNED BY reader")
    database.execute("DROP ROLE reader")
    del postgres


@pytest.mark.parametrize(
    "kind", ["BIGINT", "DOUBLE", "DECIMAL(9,2)", "BOOLEAN", "DATE", "VARCHAR", "UUID"]
)
def test_types_go_in_and_come_back(kind):
    assert POSTGRES.duckdb_type(POSTGRES.type_of(kind)) == kind


def test_an_engine_that_unloads_nothing_is_refused(engine):
    with MemoryEngine() as another:
        rows = another.open((("zip",), [("1",)]))
        with pytest.raises(InputError, match="MemoryEngine cannot copy its tables"):
            PostgresReader(engine.session).copy(another, rows)


def test_what_no_log_may_know(people, postgres_folder_and_address, engine):
    """The server of the tests logs every statement; no raw value is in any."""
    folder, address = postgres_folder_and_address
    if folder is None:
        pytest.skip("the log of that server is not ours to read")
    del people, address
    table = engine.open(pa.table({"name": ["canary-in-a-frame"], "zip": ["1"]}))
    names = engine.values(table, "name")
    engine.count(table, [names])
    assert "canary-in-a-frame" not in (folder / "log").read_text(encoding="utf-8")


def test_a_lost_connection_is_told(engine, people, database):
    table = engine.open(people)
    (number,) = engine.session.run("SELECT pg_backend_pid()")[0]
    database.execute(f"SELECT pg_terminate_backend({number})")
    with pytest.raises(InputError, match=r"shut down|connection to the database"):
        engine.values(table, "zip")
    with psycopg.connect(database.info.dsn, user="diversa"):
        pass


def test_an_enumeration_has_its_own_order(engine, database, postgres):
    database.execute("CREATE TYPE clinic.size AS ENUM ('small', 'large', 'huge')")
    database.execute(
        "CREATE TABLE clinic.shirts AS SELECT s::clinic.size AS size, s AS word"
        " FROM unnest(ARRAY['huge', 'small', 'large']) AS s"
    )
    table = engine.open(f"{postgres}?table=clinic.shirts")
    assert table.orders == {"size": ("small", "large", "huge")}
    assert values_of(engine, table, "size").texts == ("small", "large", "huge")
    assert values_of(engine, table, "word").texts == ("huge", "large", "small")


def test_moments_have_the_zone_of_the_database(database, postgres):
    """Half past midnight in Berlin is in March, though not in Greenwich."""
    database.execute(
        "CREATE TABLE clinic.moments AS SELECT"
        " timestamptz '2024-02-29 23:30:00+00' AS seen, 1 AS n"
    )
    address = f"{postgres}?options=-c%20TimeZone%3DEurope/Berlin"
    with PostgresEngine() as engine:
        table = engine.open(DatabaseTable(address, "clinic.moments"))
        assert table.zones == {"seen": "Europe/Berlin"}
        seen = engine.values(table, "seen")
        assert seen.texts == ("2024-03-01 00:30:00+01:00",)
        assert engine.count(table, [seen]).counts.tolist() == [1]
    with PostgresEngine(f"{postgres}?options=-c%20TimeZone%3DUTC") as engine:
        plain = engine.open(DatabaseTable(engine._connection, "clinic.moments"))
        assert plain.zones == {}
        assert engine.values(plain, "seen").texts == ("2024-02-29 23:30:00+00",)


@pytest.mark.parametrize("zone", ["Europe/Berlin", "+05:30", "-03:30", "UTC"])
def test_zones_and_orders_of_frames_are_kept(engine, zone):
    """A moment has the same text as in the engine that reads frames."""
    moments = pa.array([0, 1_709_249_400_000_000, None], pa.timestamp("us", zone))
    frame = pa.table({"seen": moments})
    table = engine.open(frame)
    with DuckDBEngine() as embedded:
        expected = embedded.values(embedded.open(frame), "seen")
    assert engine.values(table, "seen").texts == expected.texts
    sizes = pd.Categorical(["b", "a"], ["b", "a"], ordered=True)
    ordered = engine.open(pd.DataFrame({"size": sizes}))
    assert ordered.orders == {"size": ("b", "a")}
