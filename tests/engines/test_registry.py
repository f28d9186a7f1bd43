# SPDX-License-Identifier: Apache-2.0
"""Which engine opens a source, and who closes it."""

from __future__ import annotations

import pandas as pd
import pyarrow as pa
import pytest

import diversa
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.limits import EngineLimits
from diversa.engines.postgres.engine import PostgresEngine
from diversa.engines.registry import (
    ENGINES,
    Backend,
    auditor_of,
    engine_for,
    name_of,
    open_counting,
    open_engine,
)
from diversa.engines.sources import SourceKind
from diversa.errors import InputError, SourceError
from memory_engine import MemoryEngine

FRAME = pd.DataFrame({"zip": ["1", "1", "2"], "ill": ["a", "b", "a"]})


@pytest.fixture
def toy(monkeypatch):
    """A second engine, which opens whatever no other engine does."""
    kinds = frozenset({SourceKind.OTHER})
    toy = Backend("memory_engine", "MemoryEngine", kinds, "pairs", package="pytest")
    monkeypatch.setitem(ENGINES, "toy", toy)


@pytest.mark.parametrize("source", ["t.csv", FRAME, pa.table({"a": [1]}), 5, None])
def test_duckdb_opens_files_and_frames(source):
    """Also what is no source: its message says what a source may be."""
    assert engine_for(source) == "duckdb"


@pytest.mark.usefixtures("toy")
def test_a_source_is_opened_by_what_it_is():
    pair = ("zip",), [("1",)]
    assert engine_for(pair) == "toy"
    with open_engine(None, pair, limits=EngineLimits("1GB", 2)) as engine:
        assert engine.limits == ("1GB", 2)
        assert engine.open(pair).rows == 1


def test_a_database_is_no_place_to_audit_a_file():
    assert auditor_of("duckdb") == "duckdb"
    assert auditor_of("postgres") is None
    assert auditor_of(None) is None
    assert auditor_of(PostgresEngine()) is None
    ours = MemoryEngine()
    assert (auditor_of(ours), name_of(ours)) == (ours, None)


def test_an_engine_by_its_name_is_closed_after_use():
    with open_engine("duckdb") as engine:
        assert isinstance(engine, DuckDBEngine)
        folder = engine._session.folder
        assert folder.is_dir()
    assert not folder.exists()


def test_an_engine_that_is_handed_over_stays_open():
    with DuckDBEngine(threads=1) as ours:
        with open_engine(ours) as engine:
            assert engine is ours
        assert ours.open(FRAME).rows == 3


def test_limits_are_for_engines_that_are_started():
    with open_engine(None, "t.csv", limits=EngineLimits("100MB", 1)) as engine:
        said = engine._session.run("SELECT current_setting('threads')")
        assert said == [(1,)]
    with pytest.raises(InputError, match="keeps its own limits"):
        open_engine(MemoryEngine(), limits=EngineLimits(threads=1))
    with open_engine(MemoryEngine(), limits=EngineLimits()):
        pass


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        ("duckbd", "or an engine, got 'duckbd'; did you mean 'duckdb'"),
        ("", "got ''"),
        (5, "got an object of type int"),
        (DuckDBEngine, "got an object of type type"),
    ],
)
def test_what_is_no_engine_is_refused(engine, message):
    with pytest.raises(InputError, match=message):
        open_engine(engine)


@pytest.mark.parametrize("engine", ["duckdb", DuckDBEngine, MemoryEngine, None])
def test_front_functions_take_a_name_or_an_engine(engine):
    words = {"quasi_identifiers": ["zip"], "sensitive": "ill"}
    chosen = engine() if isinstance(engine, type) else engine
    audit = diversa.audit(FRAME, engine=chosen, **words)
    assert (audit.rows, audit.groups) == (3, 2)
    with pytest.raises(InputError, match="got 'spork'"):
        diversa.audit(FRAME, engine="spork", **words)


def test_a_small_frame_is_counted_without_an_engine():
    with open_counting(None, FRAME, ["zip"]) as counting:
        assert type(counting).__name__ == "FrameCounts"
    for choice, source in ((None, pa.table({"zip": ["1"]})), ("duckdb", FRAME)):
        with open_counting(choice, source, ["zip"]) as counting:
            assert isinstance(counting, DuckDBEngine)


def test_what_is_no_source_is_refused_by_the_engine():
    with (
        open_engine(None, 5) as engine,
        pytest.raises(SourceError, match="got builtins"),
    ):
        engine.open(5)
