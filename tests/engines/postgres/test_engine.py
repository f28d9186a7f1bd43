# SPDX-License-Identifier: Apache-2.0
"""What is true of PostgreSQL alone: connections, limits of time, one database."""

from __future__ import annotations

import psycopg
import pytest

from diversa.data.database_table import DatabaseTable
from diversa.engines.postgres.engine import PostgresEngine
from diversa.errors import InputError

SLOW = "SELECT n AS a FROM generate_series(1, 1000000000) AS n"


def test_the_first_table_says_where_the_database_is(people):
    with PostgresEngine() as engine:
        assert engine.open(people).rows == 12
        assert engine.open(people).rows == 12


def test_there_is_one_database(people):
    with PostgresEngine() as engine:
        engine.open(people)
        with pytest.raises(InputError, match="must be in the database") as error:
            engine.open("postgresql://ann:canary@127.0.0.1/other?table=t")
        assert "canary" not in str(error.value)


def test_a_connection_of_the_user(people, postgres):
    with psycopg.connect(postgres) as own:
        with PostgresEngine() as engine:
            table = engine.open(DatabaseTable(own, "clinic.people"))
            assert engine.values(table, "age").values.tolist() == [20, 21, 22]
        assert own.execute("SELECT count(*) FROM clinic.people").fetchone() == (12,)
    del people


def test_a_time_limit_is_told(people, postgres):
    address = f"{postgres}?options=-c%20statement_timeout%3D200"
    with PostgresEngine() as engine, pytest.raises(InputError, match="time limit"):
        engine.open(DatabaseTable(address, query=SLOW))
    del people


def test_a_closed_engine_stays_closed(people):
    engine = PostgresEngine()
    engine.open(people)
    engine.close()
    engine.close()
    with pytest.raises(InputError, match="is closed"):
        engine.open(people)


def test_a_table_is_handed_out_as_a_frame(engine, people):
    frame = engine.fetch(engine.select(engine.open(people), ("zip", "age")))
    assert list(frame.columns) == ["zip", "age"]

    assert frame["age"].dtype == "int32"
    assert len(frame) == 12
