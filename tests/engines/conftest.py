# SPDX-License-Identifier: Apache-2.0
"""One suite for all engines: what a test expects holds for every one of them."""

from __future__ import annotations

import pytest

from diversa.engines.duckdb.dialect import DUCKDB
from diversa.engines.duckdb.engine import DuckDBEngine
from memory_engine import MemoryEngine

ENGINES = {"duckdb": lambda: DuckDBEngine(threads=4), "memory": MemoryEngine}

DIALECTS = {"duckdb": DUCKDB}
"""The words of the engines that speak SQL."""

MANY_ROWS = {"duckdb": 400_000, "memory": 4_000}
"""Rows that an engine with several threads divides among them."""


@pytest.fixture(scope="module", params=ENGINES)
def engine_name(request):
    """The name of the engine of a test."""
    return request.param


@pytest.fixture(scope="module")
def engine(engine_name):
    """One engine for many tests: what one opens must not matter to another."""
    with ENGINES[engine_name]() as opened:
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
def sql_engine(sql_engine_name):
    """An engine that speaks SQL."""
    with ENGINES[sql_engine_name]() as opened:
        yield opened
