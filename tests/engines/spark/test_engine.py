# SPDX-License-Identifier: Apache-2.0
"""What is true of Spark alone: whose session it is, frames of Spark in and out."""

from __future__ import annotations

import pandas as pd
import pyarrow as pa
import pytest

import diversa
from diversa.engines.registry import engine_for
from diversa.engines.spark.engine import SparkEngine, parse_tuples
from diversa.errors import InputError

pytestmark = pytest.mark.spark

WORDS = {
    "quasi_identifiers": ["zip", "age"],
    "sensitive": "ill",
    "hierarchies": {"zip": "masking", "age": [5, 10]},
}


def test_a_frame_of_spark_is_opened_by_spark(people):
    assert engine_for(people) == "spark"
    assert engine_for("hdfs://node/people") == "spark"
    assert engine_for("spark:clinic.people") == "spark"


def test_the_session_is_that_of_the_first_frame(people, spark):
    with SparkEngine() as engine:
        engine.open(people)
        assert engine.session.user is spark
    assert spark.range(1).count() == 1


def test_an_audit_of_a_frame_counts_in_spark(people):
    words = {name: WORDS[name] for name in ("quasi_identifiers", "sensitive")}
    audit = diversa.audit(people, **words)
    rows = [row.asDict() for row in people.collect()]
    expected = diversa.audit(pd.DataFrame(rows), **words)
    assert (audit.rows, audit.groups) == (12, 6)
    assert audit.levels == expected.levels


def test_a_session_of_the_user_has_its_own_limits(spark):
    with pytest.raises(InputError, match="keeps its master"):
        SparkEngine(spark, threads=2)


def test_a_closed_engine_stays_closed(people):
    engine = SparkEngine()
    engine.open(people)
    engine.close()
    engine.close()
    with pytest.raises(InputError, match="is closed"):
        engine.open(people)


def test_a_frame_comes_back_as_a_frame_of_the_same_session(engine, people, spark):
    table = engine.select(engine.open(people), ("zip", "age"))
    frame = engine.fetch(table)
    assert frame.sparkSession is spark
    engine.close()
    rows = [tuple(row) for row in frame.collect()]
    assert rows == sorted(rows)
    assert frame.columns == ["zip", "age"]
    assert len(rows) == 12


def test_batches_are_one_column():
    batches = [
        pa.record_batch({"c0": ["b", None], "tally": [2, 1]}),
        pa.record_batch({"c0": ["a", "b"], "tally": [5, 3]}),
    ]
    (column,), rows = parse_tuples(pa.Table.from_batches(batches))
    assert column.values == ["a", "b", None]
    assert column.codes.tolist() == [1, 2, 0, 1]
    assert rows.tolist() == [2, 1, 5, 3]
