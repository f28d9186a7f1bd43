# SPDX-License-Identifier: Apache-2.0
"""A session of Spark: the one that runs in this process, or one that is started."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pyspark.sql import SparkSession

from diversa.engines.limits import EngineLimits, read_memory, read_threads
from diversa.engines.spark.java import lacking_java
from diversa.engines.spark.session import DiversaSparkSession, guard
from diversa.errors import InputError

STARTED = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",
    "spark.driver.maxResultSize": "0",
}
"""Settings of sessions that we start: their logs would quote values."""


def start_session(master: str | None, limits: EngineLimits) -> DiversaSparkSession:
    """A session of the one that runs in this process, or of one that is started.

    Without a master, `spark-submit`, `spark-defaults.conf` or this machine decides.
    """
    running = SparkSession.getActiveSession()
    if running is not None and master is None and not limits.any:
        return DiversaSparkSession(running, own=False)
    if running is not None:
        raise InputError(
            "engine: a Spark session runs already, which keeps its master and its"
            " limits; leave them out, or stop it"
        )
    lacking = lacking_java()
    if lacking is not None:
        raise InputError(f"engine: Spark needs Java; {lacking}")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("diversa")
    for name, value in (STARTED | limit_settings(master, limits)).items():
        builder = builder.config(name, value)
    with guard(f"engine: Spark at {master or 'its default master'}"), quiet():
        spark = builder.getOrCreate()
    return DiversaSparkSession(spark, own=True)


def limit_settings(master: str | None, limits: EngineLimits) -> dict[str, str]:
    """The master and the limits as settings of Spark."""
    settings = {}
    if master is not None:
        settings["spark.master"] = master
    elif limits.threads is not None:
        settings["spark.master"] = f"local[{read_threads(limits.threads)}]"
    if limits.memory is not None:
        settings["spark.driver.memory"] = mebibytes(read_memory(limits.memory))
    return settings


def mebibytes(amount: str) -> str:
    """An amount of memory in a unit of Java.

    >>> mebibytes("4GB"), mebibytes("512MiB")
    ('3814m', '512m')
    """
    number, unit = float(amount.rstrip("KMGTiB")), amount.lstrip("0123456789.")
    base = 1024 if "i" in unit else 1000
    return f"{int(number * base ** ('KMGT'.index(unit[0]) + 1)) // 1024**2}m"


@contextmanager
def quiet() -> Iterator[None]:
    """Let Java say nothing on the screen, now and later: it begins with warnings."""
    sys.stderr.flush()
    screen = os.dup(2)
    with Path(os.devnull).open("wb") as nothing:
        os.dup2(nothing.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(screen, 2)
        os.close(screen)
