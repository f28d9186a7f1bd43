# SPDX-License-Identifier: Apache-2.0
"""A database that fails or changes while we work: a clear error, or one state of it."""

from __future__ import annotations

import os
import pwd
import subprocess
from contextlib import contextmanager

import psycopg
import pytest

import diversa
from diversa.data.database_table import DatabaseTable
from diversa.engines.postgres.publishing import PostgresTarget
from diversa.engines.postgres.session import PostgresSession
from diversa.errors import InputError
from tight_labels import tight

ROWS = 60_000

WORDS = {
    "quasi_identifiers": ["zip", "age"],
    "sensitive": "ill",
    "identifiers": "name",
    "models": ["k-anonymity:4"],
}

PEOPLE = (
    "CREATE TABLE shaky.people AS SELECT 'canary-' || n AS name, CAST(13000 + n % 7 AS"
    " text) AS zip, 20 + n % 11 AS age, (ARRAY['flu', 'cold', 'hiv'])[1 + n % 3] AS ill"
    " FROM generate_series(1, {rows}) AS n"
)


@pytest.fixture
def database(postgres):
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("SET client_min_messages = warning")
        connection.execute("SET lock_timeout = '10s'")
        connection.execute("DROP SCHEMA IF EXISTS shaky CASCADE")
        connection.execute("CREATE SCHEMA shaky")
        connection.execute(PEOPLE.format(rows=ROWS))
        yield connection
        connection.execute("DROP SCHEMA IF EXISTS shaky CASCADE")


def tables(database):
    """What stands in our schema, and what sessions that ended have left."""
    found = database.execute(
        "SELECT c.relname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid ="
        " c.relnamespace WHERE n.nspname = 'shaky' OR c.relname LIKE 'diversa_x%'"
        " ORDER BY 1"
    )
    return [name for (name,) in found]


def publish(postgres, folder, *, options="", **words):
    """Let the people become a release beside them."""
    place = DatabaseTable(f"{postgres}{options}", "shaky.people")
    out = DatabaseTable(f"{postgres}{options}", "shaky.release")
    return diversa.anonymize(
        place, out=out, evidence=folder / "evidence", **WORDS, **words
    )


@pytest.mark.parametrize("method", ["full-domain", "mondrian"])
def test_what_others_change_meanwhile_is_not_seen(
    database, postgres, tmp_path, monkeypatch, method
):
    write = PostgresTarget.write

    def changed(self, engine, table, out):
        database.execute("DELETE FROM shaky.people WHERE age < 25")
        database.execute("INSERT INTO shaky.people VALUES ('late', '99999', 99, 'x')")
        write(self, engine, table, out)

    monkeypatch.setattr(PostgresTarget, "write", changed)
    release = publish(postgres, tmp_path, method=method, **tight(method))
    assert release.rows_out == ROWS
    ((rows, late),) = database.execute(
        "SELECT count(*), count(*) FILTER (WHERE zip LIKE '9%') FROM shaky.release"
    ).fetchall()
    assert (rows, late) == (ROWS, 0)


STEPS = ("bring", "upload", "view", "types", "commit")
"""Where the connection is lost: while it is counted, recoded, written, committed."""


@pytest.mark.parametrize("step", STEPS)
def test_a_connection_that_is_lost_leaves_nothing(
    database, postgres, tmp_path, monkeypatch, step
):
    work, lost = getattr(PostgresSession, step), []

    def losing(self, *words, **more):
        if not lost:
            ((number,),) = self.run("SELECT pg_backend_pid()")
            database.execute("SELECT pg_terminate_backend(%s)", [number])
            lost.append(number)
        return work(self, *words, **more)

    monkeypatch.setattr(PostgresSession, step, losing)
    with pytest.raises(InputError, match=r"shut down|connection to the database"):
        publish(postgres, tmp_path, method="local-recoding", labels="tight")
    assert lost
    assert tables(database) == ["people"]
    assert list(tmp_path.iterdir()) == []


def test_a_limit_of_time_leaves_nothing(database, postgres, tmp_path, monkeypatch):
    write = PostgresTarget.write

    def slow(self, engine, table, out):
        with self.engine.session.guard("limit"):
            self.engine.session.run("SET LOCAL statement_timeout = 1")
        write(self, engine, table, out)

    monkeypatch.setattr(PostgresTarget, "write", slow)
    with pytest.raises(InputError, match="statement_timeout"):
        publish(postgres, tmp_path)
    assert tables(database) == ["people"]
    assert list(tmp_path.iterdir()) == []


@contextmanager
def small_tablespace(database, folder):
    """A tablespace on a file system of two megabytes; skips where none can be made."""
    words = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(words, check=False).returncode:
        pytest.skip("no file system can be mounted here; run as root")
    try:
        os.chown(folder, pwd.getpwnam("postgres").pw_uid, -1)
        database.execute(f"CREATE TABLESPACE tight LOCATION '{folder}'")
        yield
        database.execute("DROP TABLESPACE tight")
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_leaves_nothing(
    database, postgres, tmp_path, postgres_folder_and_address
):
    folder = postgres_folder_and_address[0]
    if folder is None:
        pytest.skip("the disk of that server is not ours")
    place = folder / "tight"
    place.mkdir()
    options = "?options=-c%20default_tablespace%3Dtight"
    with small_tablespace(database, place):
        with pytest.raises(InputError, match="disk of the database is full"):
            publish(postgres, tmp_path, options=options)
        assert tables(database) == ["people"]
        assert list(tmp_path.iterdir()) == []
    place.rmdir()
