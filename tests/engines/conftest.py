# SPDX-License-Identifier: Apache-2.0
"""One suite for all engines: what a test expects holds for every one of them."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from diversa.engines.duckdb.dialect import DUCKDB
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.postgres.dialect import POSTGRES
from diversa.engines.postgres.engine import PostgresEngine
from memory_engine import MemoryEngine

ENGINES = {
    "duckdb": lambda _: DuckDBEngine(threads=4),
    "postgres": lambda request: PostgresEngine(request.getfixturevalue("postgres")),
    "memory": lambda _: MemoryEngine(),
}

DIALECTS = {"duckdb": DUCKDB, "postgres": POSTGRES}
"""The words of the engines that speak SQL."""

MANY_ROWS = {"duckdb": 400_000, "postgres": 20_000, "memory": 4_000}
"""Rows that an engine with several threads divides among them."""


@pytest.fixture(scope="module", params=ENGINES)
def engine_name(request):
    """The name of the engine of a test."""
    return request.param


@pytest.fixture(scope="module")
def engine(engine_name, request):
    """One engine for many tests: what one opens must not matter to another."""
    with ENGINES[engine_name](request) as opened:
        yield opened


@pytest.fixture
def many_rows(engine_name):
    """How many rows are many for an engine."""
    return MANY_ROWS[engine_name]


@pytest.fixture(scope="module", params=DIALECTS)
def sql_engine_name(request):
    """The name of an engine that speaks SQL."""
    return request.param


@pytest.fixture(scope="module")
def dialect(sql_engine_name):
    """The words of an engine that speaks SQL."""
    return DIALECTS[sql_engine_name]


@pytest.fixture(scope="module")
def sql_engine(sql_engine_name, request):
    """An engine that speaks SQL."""
    with ENGINES[sql_engine_name](request) as opened:
        yield opened


@pytest.fixture
def new_engine(engine_name, request):
    """Starts an engine of the same kind."""
    return lambda: ENGINES[engine_name](request)


@pytest.fixture(scope="module")
def characters(engine_name):
    """The characters that texts may have; PostgreSQL has no zero byte."""
    lacking = "\0" if engine_name == "postgres" else ""
    return st.characters(exclude_categories=["Cs"], exclude_characters=lacking)
