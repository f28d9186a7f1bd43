# SPDX-License-Identifier: Apache-2.0
"""Stopping a run from the keyboard: it ends as interrupted, with nothing written."""

from __future__ import annotations

import os
import signal
import threading

import pytest

import diversa
from diversa.data.examples import inpatients, write_csv
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.duckdb.session import DuckDBSession

LONG = "SELECT count(*) FROM range(3000000000) numbers(i) WHERE hash(i) = 1"
"""A query of many seconds."""

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them"),
    pytest.mark.usefixtures("keyboard"),
]


def stopped_soon(work):
    """Do some work, and press Ctrl-C after a moment."""
    threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
    return work()


@pytest.fixture(scope="module")
def session():
    opened = DuckDBSession(memory_limit=None, threads=1)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    "ask",
    [
        lambda session: session.run(LONG),
        lambda session: session.arrays(LONG),
        lambda session: session.frame(LONG, "pandas"),
        lambda session: session.frame(LONG, "pyarrow"),
    ],
    ids=["run", "arrays", "pandas", "pyarrow"],
)
def test_a_query_is_interrupted(session, ask):
    with pytest.raises(KeyboardInterrupt) as caught:
        stopped_soon(lambda: ask(session))
    assert caught.value.__cause__ is None
    assert session.run("SELECT 1") == [(1,)]


def test_a_stopped_run_leaves_nothing_behind(tmp_path, monkeypatch):
    table = write_csv(inpatients(), tmp_path / "t.csv")

    def slowly(self, recoded, target, **options):
        write(self, recoded, target, **options)
        stopped_soon(lambda: self._session.run(LONG))

    write = DuckDBEngine.write
    monkeypatch.setattr(DuckDBEngine, "write", slowly)
    # One thread: with more, a query that cannot be divided may first run to its end.
    with DuckDBEngine(threads=1) as engine, pytest.raises(KeyboardInterrupt):
        diversa.anonymize(
            table,
            quasi_identifiers=["zip", "age"],
            models="k-anonymity:2",
            out=tmp_path / "release",
            engine=engine,
        )
    assert [one.name for one in tmp_path.iterdir()] == ["t.csv"]


def test_other_errors_stay_what_they_are(session, monkeypatch):
    class Broken:
        def execute(self, statement):
            raise RuntimeError(f"no {statement}")

        def close(self):
            pass

    monkeypatch.setattr(session, "_connection", Broken())
    with pytest.raises(RuntimeError, match="no SELECT"):
        session.run("SELECT 1")
