# SPDX-License-Identifier: Apache-2.0
"""A series in a folder of its own, published release by release."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.engines.duckdb.engine import DuckDBEngine
from series_tables import COLUMNS, WORDS


@pytest.fixture(scope="module")
def engine():
    with DuckDBEngine(threads=2) as opened:
        yield opened


@pytest.fixture
def publish(engine, tmp_path):
    """Publish the next release of a series; the first one makes the register."""
    register = tmp_path / "register.json"

    def run(rows, columns=COLUMNS, **settings):
        table = pd.DataFrame(rows, columns=list(columns))
        series = {"first": not register.exists(), "register": register, "key": "who"}
        return diversa.republish(table, engine=engine, **series | WORDS | settings)

    return run
