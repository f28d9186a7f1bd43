# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

WITHOUT_SPARK = ("test_java.py", "test_column_types.py", "conftest.py")
"""Tests that need neither Java nor PySpark."""


def pytest_ignore_collect(collection_path, config):
    """PySpark is imported only where its tests are run."""
    file = collection_path.suffix == ".py"
    apart = file and collection_path.name not in WITHOUT_SPARK
    return True if apart and not config.getoption("--spark") else None


@pytest.fixture
def engine(spark):
    """Spark alone."""
    from diversa.engines.spark.engine import SparkEngine

    with SparkEngine(spark) as opened:
        yield opened


@pytest.fixture
def people(spark):
    """A frame of twelve people."""
    rows = [
        (f"canary-{n}", f"0305{n % 2}", 20 + n % 3, ("flu", "cold", "hiv")[n % 3])
        for n in range(12)
    ]
    return spark.createDataFrame(rows, "name string, zip string, age int, ill string")
