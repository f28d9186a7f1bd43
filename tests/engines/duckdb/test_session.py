# SPDX-License-Identifier: Apache-2.0
"""The engine leaves nothing behind, reaches for nothing, and says nothing of rows."""

from __future__ import annotations

import subprocess
import sys
import traceback
from contextlib import closing

import polars as pl
import pytest

from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.duckdb.session import DuckDBSession, guard
from diversa.errors import DiversaError, InputError, InternalError


@pytest.fixture(scope="module")
def session():
    opened = DuckDBSession(memory_limit=None, threads=2)
    yield opened
    opened.close()


def test_temporary_files_go(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with DuckDBEngine() as engine:
        (folder,) = tmp_path.iterdir()
        assert folder.stat().st_mode & 0o777 == 0o700
        engine.open(pl.DataFrame({"a": [1]}))
    assert not list(tmp_path.iterdir())
    forgotten = DuckDBEngine()
    assert list(tmp_path.iterdir())
    del forgotten
    assert not list(tmp_path.iterdir())


def test_nothing_appears_where_we_are_or_at_home(tmp_path, monkeypatch):
    """Also when texts are spilled, which here take more than the memory."""
    here, home = tmp_path / "here", tmp_path / "home"
    here.mkdir()
    home.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("HOME", str(home))
    texts = [str(number).zfill(1000) for number in range(20_000)]
    with DuckDBEngine(memory_limit="32MB") as engine:
        table = engine.open(pl.DataFrame({"a": texts}))
        assert engine.count(table, [engine.values(table, "a")]).rows == 20_000
    assert not list(here.iterdir())
    assert not list(home.iterdir())


def test_no_variable_is_taken_for_a_table(session):
    people = pl.DataFrame({"a": [1]})
    assert people.height
    with pytest.raises(InternalError), guard("test"):
        session.run("SELECT * FROM people")


@pytest.mark.parametrize(
    "setting",
    [
        "autoinstall_known_extensions",
        "autoload_known_extensions",
        "allow_community_extensions",
        "allow_persistent_secrets",
        "enable_progress_bar",
    ],
)
def test_nothing_is_fetched_or_shown(session, setting):
    assert session.run(f"SELECT current_setting('{setting}')") == [(False,)]


@pytest.mark.parametrize("extension", ["parquet", "json"])
def test_formats_are_built_in(session, extension):
    query = (
        f"SELECT loaded FROM duckdb_extensions() WHERE extension_name = '{extension}'"
    )
    assert session.run(query) == [(True,)]


def test_messages_of_duckdb_are_not_passed_on(session):
    with pytest.raises(DiversaError) as caught, guard("count"):
        session.run("SELECT CAST('Canary' AS INTEGER)")
    shown = "".join(traceback.format_exception(caught.value))
    assert "Could not convert" not in shown
    assert "Canary" not in str(caught.value)


def test_too_little_memory_is_said():
    with closing(DuckDBSession(memory_limit="32MB", threads=2)) as session:
        session.run("SET temp_directory = ''")
        with pytest.raises(InputError, match="more memory"), guard("count"):
            session.run("SELECT list(i) FROM range(10000000) r(i)")


def test_only_the_engine_loads_duckdb():
    code = (
        "import sys, diversa.engines.engine, diversa.engines.sql, diversa.data.frames;"
        "print(sorted({'duckdb', 'pandas', 'polars', 'pyarrow'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_files_need_no_frame_library(tmp_path):
    (tmp_path / "t.csv").write_text("a,b\nx,1\n,2\n")
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "sys.modules |= dict.fromkeys(('pandas', 'polars', 'pyarrow'))\n"
        "from diversa.engines.duckdb.engine import DuckDBEngine\n"
        "with DuckDBEngine() as engine:\n"
        "    table = engine.open('t.csv')\n"
        "    cells = engine.count(table, [engine.values(table, 'a')])\n"
        "    engine.write(table, Path('out.parquet'))\n"
        "    print(cells.rows, engine.open('out.parquet').rows)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert done.stdout.split() == ["2", "2"]


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"memory_limit": "lots"}, "memory: must be a number and its unit, got 'lots'"),
        ({"memory_limit": "4"}, "memory: must be a number and its unit, got '4'"),
        ({"memory_limit": "-1GB"}, "memory: must be a number and its unit"),
        ({"memory_limit": "1KB"}, "memory: must be at least 32MB"),
        ({"threads": 0}, "threads: must be from 1 to"),
        ({"threads": -2}, "threads: must be from 1 to"),
    ],
)
def test_limits_that_make_no_sense(limits, said):
    with pytest.raises(InputError, match=said):
        DuckDBEngine(**limits)


@pytest.mark.parametrize("kind", ["VARCHAR", "BIGINT", "DATE"])
def test_columns_of_a_query(session, kind):
    dates = "'2020-01-01', NULL, '2020-01-02'" if kind == "DATE" else "7, NULL, 8"
    rows = f"SELECT CAST(unnest([{dates}]) AS {kind}) AS c0, 5 AS tally"
    values, counts = session.columns(rows, [kind])
    assert list(counts) == [5, 5, 5]
    assert list(values) == [row[0] for row in session.run(rows)]
    assert values[1] is None
