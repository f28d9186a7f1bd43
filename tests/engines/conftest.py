# SPDX-License-Identifier: Apache-2.0
"""One suite for all engines: what a test expects holds for every one of them."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from diversa.engines.duckdb.dialect import DUCKDB
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.postgres.dialect import POSTGRES
from diversa.engines.postgres.engine import PostgresEngine
from diversa.engines.spark.dialect import SPARK
from memory_engine import MemoryEngine

ENGINES = {
    "duckdb": lambda _: DuckDBEngine(threads=4),
    "postgres": lambda request: PostgresEngine(request.getfixturevalue("postgres")),
    "memory": lambda _: MemoryEngine(),
    "spark": lambda request: spark_engine(request.getfixturevalue("spark")),
}

DIALECTS = {"duckdb": DUCKDB, "postgres": POSTGRES, "spark": SPARK}
"""The words of the engines that speak SQL."""

MANY_ROWS = {"duckdb": 250_000, "postgres": 20_000, "memory": 4_000, "spark": 20_000}
"""Rows that an engine with several threads divides among them: DuckDB does so with
blocks of 122,880."""


KEPT = "_hypothesis_internal_use_settings"
"""Where Hypothesis keeps the settings of a law."""

FEW = 2
"""Examples that a law is tried on where each takes seconds."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Spark takes a second where others take a millisecond: it tries few examples."""
    law = getattr(item, "function", None)
    usual = getattr(law, KEPT, None)
    if item.get_closest_marker("spark") is None or usual is None:
        return (yield)
    setattr(law, KEPT, settings(usual, max_examples=FEW))
    try:
        return (yield)
    finally:
        setattr(law, KEPT, usual)


def spark_engine(session):
    """Spark is imported where its tests are run."""
    from diversa.engines.spark.engine import SparkEngine

    return SparkEngine(session)


def marked(names):
    """The engines as parameters: those that need a server or Java are run apart."""
    apart = {"postgres": pytest.mark.postgres, "spark": pytest.mark.spark}
    return [pytest.param(name, marks=apart.get(name, ())) for name in names]


@pytest.fixture(scope="module", params=marked(ENGINES))
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


@pytest.fixture(scope="module", params=marked(DIALECTS))
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
