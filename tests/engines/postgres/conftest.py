# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import psycopg
import pytest

from diversa.engines.postgres.engine import PostgresEngine


@pytest.fixture
def database(postgres):
    """A connection that commits at once; the schema `clinic` is made anew."""
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("SET client_min_messages = warning")
        connection.execute("SET lock_timeout = '10s'")
        connection.execute("DROP SCHEMA IF EXISTS clinic CASCADE")
        connection.execute("CREATE SCHEMA clinic")
        yield connection
        connection.execute("DROP SCHEMA IF EXISTS clinic CASCADE")


@pytest.fixture
def engine(database, postgres):
    """PostgreSQL alone; it ends before the schema goes, which it would block."""
    del database
    with PostgresEngine(postgres) as opened:
        yield opened


@pytest.fixture
def people(database, postgres):
    """A table of twelve people, and its address."""
    database.execute(
        "CREATE TABLE clinic.people (name text, zip varchar(5), age integer, ill text)"
    )
    rows = [
        (f"canary-{n}", f"1305{n % 2}", 20 + n % 3, ("flu", "cold", "hiv")[n % 3])
        for n in range(12)
    ]
    with database.cursor() as cursor:
        cursor.executemany("INSERT INTO clinic.people VALUES (%s, %s, %s, %s)", rows)
    return f"{postgres}?table=clinic.people"
