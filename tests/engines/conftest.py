# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from diversa.engines.duckdb import DuckDBEngine


@pytest.fixture
def engine():
    with DuckDBEngine(threads=4) as opened:
        yield opened
