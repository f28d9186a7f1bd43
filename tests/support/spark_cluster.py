# SPDX-License-Identifier: Apache-2.0
"""A Spark session for the tests: two threads of this machine, and no pages."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from importlib.util import find_spec

from diversa.engines.spark.java import lacking_java

SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.sql.shuffle.partitions": "2",
    "spark.default.parallelism": "2",
    # Tables of a few rows take longer to compile for, and to plan anew, than to read.
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
    # Nor does Java's best compiler pay in minutes.
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
}


def lacking_spark():
    """What is not there for the tests of Spark, and how to get it; None for nothing."""
    if find_spec("pyspark") is None:
        return "no PySpark here: pip install 'diversa[spark]'"
    lacking = lacking_java()
    return None if lacking is None else f"no Spark here: {lacking}"


@contextmanager
def spark_session(master="local[2]", **settings):
    """A session as a user has one; it is stopped at the end."""
    from pyspark.sql import SparkSession

    from diversa.engines.spark.launch import quiet

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master(master).appName("tests")
    for name, value in (SETTINGS | settings).items():
        builder = builder.config(name, value)
    with quiet():
        session = builder.getOrCreate()
    try:
        yield session
    finally:
        session.stop()


def spark_engine(session):
    """An engine on a session; its module is imported only where Spark is."""
    from diversa.engines.spark.engine import SparkEngine

    return SparkEngine(session)
