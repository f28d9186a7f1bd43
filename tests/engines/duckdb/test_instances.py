# SPDX-License-Identifier: Apache-2.0
"""A session takes the instance that another left, and finds nothing of it there."""

from __future__ import annotations

import os
from contextlib import closing

import polars as pl
import pytest

import diversa
from diversa.data.examples import hospital
from diversa.engines.duckdb import instances
from diversa.engines.duckdb.row_codes import create_enum
from diversa.engines.duckdb.session import DuckDBSession
from tight_labels import tight

LIMITS = {"memory_limit": None, "threads": 1}


@pytest.fixture(autouse=True)
def idle():
    """Instances that these tests leave; at the beginning there are none."""
    instances.close_idle()
    yield instances.IDLE
    instances.close_idle()


def test_the_next_session_takes_the_instance_of_the_last(idle):
    with closing(DuckDBSession(**LIMITS)) as first:
        taken = first._instance
        assert idle == []
    assert idle == [taken]
    with closing(DuckDBSession(**LIMITS)) as second:
        assert second._instance is taken


def test_two_sessions_at_once_have_two_instances():
    with (
        closing(DuckDBSession(**LIMITS)) as one,
        closing(DuckDBSession(**LIMITS)) as two,
    ):
        assert one._instance is not two._instance


def test_other_limits_need_another_instance():
    with closing(DuckDBSession(**LIMITS)):
        pass
    with closing(DuckDBSession(memory_limit="64MB", threads=2)) as session:
        (found,) = session.run(
            "SELECT current_setting('threads'), current_setting('memory_limit')"
        )
    assert found == (2, "61.0 MiB")


def test_nothing_of_a_session_is_left_to_the_next():
    with closing(DuckDBSession(**LIMITS)) as session:
        table = session.derive("SELECT range AS secret FROM range(10_000)")
        view = session.view(f"SELECT * FROM {table}")
        frame = session.register(pl.DataFrame({"secret": [1]}))
        session.run(f"SET VARIABLE kept = (SELECT max(secret) FROM {table})")
        session.run("SET TimeZone = 'Asia/Tokyo'")
        kind = create_enum(session, "(SELECT ['secret'] AS kept)", "kept")
        assert session.run(f"SELECT 'secret'::{kind}") == [("secret",)]
        instance = session._instance
    with closing(DuckDBSession(**LIMITS)) as session:
        assert session._instance is instance
        for name in (table, view, frame):
            with pytest.raises(Exception, match="does not exist"):
                session.run(f"SELECT * FROM {name}")
        with pytest.raises(Exception, match="does not exist"):
            session.run(f"SELECT 'secret'::{kind}")
        assert session.run("SELECT getvariable('kept')") == [(None,)]
        assert session.run("SELECT current_setting('TimeZone')") == [("UTC",)]
        listed = "duckdb_tables() WHERE NOT internal"
        assert session.rows(listed) == 0
        held = "SELECT sum(memory_usage_bytes) FROM duckdb_memory()"
        assert session.run(held)[0][0] < 80_000


def test_every_session_spills_into_its_own_folder():
    for _ in range(2):
        with closing(DuckDBSession(**LIMITS)) as session:
            folder = session.run("SELECT current_setting('temp_directory')")
            assert folder == [(str(session.folder),)]


def test_an_instance_that_has_spilled_is_closed(idle):
    with closing(DuckDBSession(memory_limit="32MB", threads=1)) as session:
        session.derive("SELECT repeat('x', 1000) || range AS x FROM range(100_000)")
        assert [path for path in session.folder.iterdir() if path.name != "lock"]
    assert idle == []


def test_an_instance_that_fails_is_not_taken(idle):
    with closing(DuckDBSession(**LIMITS)):
        pass
    (broken,) = idle
    broken.close()
    with closing(DuckDBSession(**LIMITS)) as session:
        assert session._instance is not broken
        assert session.run("SELECT 1") == [(1,)]


def test_a_session_that_is_closed_twice_leaves_one_instance(idle):
    session = DuckDBSession(**LIMITS)
    session.close()
    session.close()
    assert len(idle) == 1


def test_few_instances_wait(idle):
    sessions = [DuckDBSession(memory_limit=None, threads=1 + i) for i in range(4)]
    for session in sessions:
        session.close()
    assert [one.limits["threads"] for one in idle] == ["3", "4"]


def test_a_process_that_is_forked_has_none(idle):
    with closing(DuckDBSession(**LIMITS)):
        pass
    child = os.fork()
    if not child:
        os._exit(len(idle))
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    with closing(DuckDBSession(**LIMITS)) as session:
        assert session.run("SELECT 1") == [(1,)]


@pytest.mark.parametrize("method", ["full-domain", "mondrian", "anatomy"])
def test_a_release_leaves_nothing_in_the_instance(tmp_path, idle, method):
    patients = pl.DataFrame(hospital(rows=60)).select("zip", "sex", "condition")
    model = "distinct-l-diversity:2" if method == "anatomy" else "k-anonymity:3"
    diversa.anonymize(
        patients,
        quasi_identifiers=["zip", "sex"],
        sensitive="condition",
        models=model,
        method=method,
        **tight(method),
        out=tmp_path / "release",
        format="parquet",
    )
    assert idle
    kinds = ["tables", "views", "types", "functions", "databases", "indexes"]
    for instance in idle:
        connection = instance.connect(tmp_path)
        for kind in kinds:
            internal = "" if kind == "indexes" else "WHERE NOT internal"
            found = connection.sql(f"FROM duckdb_{kind}() {internal}").fetchall()
            names = [row[0] for row in found if row[0] != "memory"]
            assert (kind, names) == (kind, [])
