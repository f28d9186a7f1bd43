# SPDX-License-Identifier: Apache-2.0
"""A release as tables of a database: seen whole or not at all, said in comments."""

from __future__ import annotations

import pyarrow as pa
import pytest

from diversa.data.database_table import DatabaseTable
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.postgres.publishing import OURS, table_beside, table_target
from diversa.errors import TargetError

COUNT = "SELECT count(*) FROM clinic.release"


@pytest.fixture
def out(postgres):
    return DatabaseTable(postgres, "clinic.release")


def there(database):
    found = database.execute("SELECT to_regclass('clinic.release')").fetchone()
    return found != (None,)


def test_nothing_is_seen_before_the_commit(engine, people, database, out):
    table = engine.open(people)
    with table_target(out, engine, replaces=False) as target:
        assert target.engine is engine
        target.check()
        target.write(engine, engine.select(table, ("zip",)), out)
        assert not there(database)
        target.describe(out, "k-anonymity:6", {"zip": "quasi-identifier"})
        target.commit()
    assert database.execute(COUNT).fetchone() == (12,)
    told = "SELECT obj_description('clinic.release'::regclass, 'pg_class')"
    assert database.execute(told).fetchone() == (f"{OURS}: k-anonymity:6",)
    of_column = "SELECT col_description('clinic.release'::regclass, 1)"
    assert database.execute(of_column).fetchone() == ("quasi-identifier",)


def test_what_is_not_committed_never_was(engine, people, database, out):
    with table_target(out, engine, replaces=False) as target:
        target.write(engine, engine.open(people), out)
    engine.close()
    assert not there(database)


def test_rows_of_another_engine_come_in(database, out):
    columns = {"a": ["", None, 'x "y"'], "n": [1, 2, None]}
    with DuckDBEngine() as embedded:
        table = embedded.open(pa.table(columns))
        with table_target(out, embedded, replaces=False) as target:
            target.write(embedded, table, out)
            target.commit()
    rows = database.execute("SELECT * FROM clinic.release").fetchall()
    assert rows == [("", 1), ('x "y"', None), (None, 2)]


def test_the_fingerprint_is_that_of_the_rows(engine, people, database, out):
    with table_target(out, engine, replaces=False) as target:
        target.write(engine, engine.open(people), out)
        first = target.fingerprint(out)
        target.commit()
    database.execute("UPDATE clinic.release SET age = age WHERE age = 20")  # moves rows
    with table_target(out, engine, replaces=True) as target:
        assert target.fingerprint(out) == first
    engine.close()
    database.execute("UPDATE clinic.release SET age = 77 WHERE age = 20")
    with DuckDBEngine() as other, table_target(out, other, replaces=True) as target:
        assert target.fingerprint(out) != first


def test_only_releases_are_replaced_and_only_if_asked(engine, people, database, out):
    database.execute("CREATE TABLE clinic.release AS SELECT 1 AS mine")
    engine.open(people)
    for replaces in (False, True):
        with (
            table_target(out, engine, replaces=replaces) as target,
            pytest.raises(TargetError, match="no release of Diversa"),
        ):
            target.check()
    database.execute(f"COMMENT ON TABLE clinic.release IS '{OURS}: k'")
    engine.close()
    with DuckDBEngine() as other:
        with (
            table_target(out, other, replaces=False) as target,
            pytest.raises(TargetError, match="holds a release already"),
        ):
            target.check()
        with table_target(out, other, replaces=True) as target:
            target.check()
            target.make_way()
            target.commit()
    assert not there(database)


def test_the_sensitive_table_of_an_old_release_goes_with_it(database, out, postgres):
    for table in ("release", "release_sensitive"):
        database.execute(f"CREATE TABLE clinic.{table} AS SELECT 1 AS a")
        database.execute(f"COMMENT ON TABLE clinic.{table} IS '{OURS}: l'")
    with DuckDBEngine() as other, table_target(out, other, replaces=True) as target:
        target.make_way()
        target.commit()
    left = database.execute(
        "SELECT count(*) FROM pg_class WHERE relname LIKE 'release%'"
    )
    assert left.fetchone() == (0,)
    assert table_beside(out, "_sensitive").parts == ("clinic", "release_sensitive")
    del postgres
