# SPDX-License-Identifier: Apache-2.0
"""A cluster of two executor processes whose tasks fail, and one of which is killed.

`python spark_faults.py FOLDER` tells what came out as JSON. It is a program, for
there is one Spark in a process.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

from pyspark import TaskContext
from pyspark.sql import SparkSession
from pyspark.sql.functions import udf

import diversa
from diversa.data.cluster_table import ClusterTable
from diversa.engines.spark.engine import SparkEngine
from diversa.engines.spark.publishing import ClusterTarget
from diversa.errors import InputError

ROWS = 400_000
PATIENCE = 240
"""Seconds after which something that should happen has not."""
EXECUTOR = b"CoarseGrainedExecutorBackend"

JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Java's best compiler does not pay in minutes."""

SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.executor.memory": "512m",
    "spark.sql.shuffle.partitions": "4",
    "spark.default.parallelism": "8",
    "spark.sql.adaptive.enabled": "false",
    "spark.driver.extraJavaOptions": JAVA,
    "spark.executor.extraJavaOptions": JAVA,
}

WORDS = {
    "quasi_identifiers": ["zip", "age"],
    "sensitive": "ill",
    "models": ["k-anonymity:2000"],
    "hierarchies": {"zip": "masking", "age": [5, 10, 20]},
}


def executors():
    """The executors of our own cluster: what our children have started."""
    parents, found = {}, []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(") ")[2].split()
            parents[int(folder.name)] = int(fields[1])
            if EXECUTOR in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue  # it has ended

    def is_ours(number):
        while number > 1 and number != os.getpid():
            number = parents.get(number, 0)
        return number == os.getpid()

    return sorted(filter(is_ours, found))


def wait_for(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.02)


@contextmanager
def killing(spark, killed):
    """Kill an executor as soon as a task of the work inside runs on one."""
    tracker = spark.sparkContext.statusTracker()
    over = threading.Event()

    def is_working():
        stages = map(tracker.getStageInfo, tracker.getActiveStageIds())
        return over.is_set() or any(s and s.numActiveTasks for s in stages)

    def kill():
        wait_for(is_working)
        if not over.is_set():
            victim = executors()[0]
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def whole(spark):
    """Wait until both executors work."""
    wait_for(lambda: len(executors()) == 2)
    spark.range(100).count()


def release(people, folder, name):
    """Publish into a folder of the cluster; the fingerprint of what is there."""
    out = folder / "lake" / name
    try:
        made = diversa.anonymize(
            people, out=out.as_uri(), evidence=folder / f"evidence-{name}", **WORDS
        )
    except InputError as error:
        return {"error": str(error)}
    with SparkEngine() as engine:
        target = ClusterTarget(ClusterTable(out.as_uri()), engine, replaces=False)
        digest = target.fingerprint(target.out)
    return {"rows": made.rows_out, "levels": dict(made.levels), "digest": digest}


def failing(people):
    """The same people, whose tasks fail when they are tried for the first time."""

    @udf("string")
    def tried_again(zip_code):
        if TaskContext.get().attemptNumber() == 0:
            raise OSError("the first attempt fails")
        return zip_code

    return people.withColumn("zip", tried_again("zip"))


def run(folder):
    os.environ["PYSPARK_PYTHON"] = sys.executable  # what executors fail with
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("faults")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    people = spark.range(ROWS).selectExpr(
        "concat('0', id % 37) AS zip", "id % 60 AS age", "concat('d', id % 7) AS ill"
    )
    told, killed = {}, []
    whole(spark)
    told["before"] = release(people, folder, "before")
    told["retried"] = release(failing(people), folder, "retried")
    whole(spark)
    with SparkEngine(spark) as engine, killing(spark, killed):
        table, names = engine.open(people), ("zip", "age", "ill")
        engine.gather(table, names)
        cells = engine.count(table, [engine.values(table, name) for name in names])
        told["cells"] = [len(cells.counts), int(cells.counts.sum())]
    told["killed while counting"] = len(killed)
    whole(spark)
    write = ClusterTarget.write

    def killed_write(self, *words):
        with killing(spark, killed):
            write(self, *words)

    ClusterTarget.write = killed_write
    told["after"] = release(people, folder, "after")
    told["killed"] = len(killed)
    spark.stop()
    return told


if __name__ == "__main__":
    sys.stdout.write(json.dumps(run(Path(sys.argv[1]))) + "\n")
