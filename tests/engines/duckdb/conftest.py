# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from diversa.engines.duckdb.engine import DuckDBEngine


@pytest.fixture(scope="module")
def engine():
    """DuckDB alone."""
    with DuckDBEngine(threads=4) as opened:
        yield opened
