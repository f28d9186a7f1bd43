# SPDX-License-Identifier: Apache-2.0
"""A session beside the user's: nothing of theirs changes, nothing is left behind."""

from __future__ import annotations

import logging

import numpy as np
import pytest

from diversa.engines.spark.dialect import SPARK
from diversa.engines.spark.session import DiversaSparkSession
from diversa.errors import InputError

pytestmark = pytest.mark.spark


@pytest.fixture
def session(spark):
    opened = DiversaSparkSession(spark, own=False)
    yield opened
    opened.close()


def test_whole_numbers_and_texts_go_in_and_out(session):
    numbers = np.array([-(2**63), -1, 0, 2**63 - 1, 5, 6, 7])
    texts = ["", None, "a\tb\0c", "l\nm\rn", "\\", "😀", "it's"]
    columns = {"n": numbers, "t": np.array(texts, dtype=object)}
    name = session.upload(columns, {"n": "BIGINT", "t": "string"})
    found = dict(session.run(f"SELECT n, t FROM {name}"))
    assert found == dict(zip(numbers.tolist(), texts, strict=True))
    assert session.types(name) == ["bigint", "string"]
    (nothing,) = session.numbers(f"SELECT n FROM {name} WHERE n = 70", ["n"])
    assert nothing.tolist() == []


def test_texts_are_read_as_the_type_that_is_asked_for(session):
    kinds = {"a": "decimal(9,2)", "b": "timestamp", "c": "timestamp_ntz", "d": "date"}
    texts = ["1.50", "2024-01-01 10:00:00+00", "2024-01-01 10:00:00", "2024-02-29"]
    columns = {
        name: np.array([text], dtype=object)
        for name, text in zip(kinds, texts, strict=True)
    }
    name = session.upload(columns, kinds)
    assert session.types(name) == list(kinds.values())


def test_bytes_are_looked_up_by_a_text_that_is_read_again(session):
    made = "CAST('a\\\\x' AS binary)"
    (text,) = session.run(f"SELECT {SPARK.as_text(made, 'binary')}")[0]
    name = session.upload({"b": np.array([text], dtype=object)}, {"b": "binary"})
    assert session.run(f"SELECT b = {made} FROM {name}") == [(True,)]
    assert text == r"\x61\x5C\x78"


def test_no_value_is_part_of_a_plan(session):
    columns = {"t": np.array(["canary"], dtype=object)}
    name = session.upload(columns, {"t": "string"})
    joined = session.spark.sql(f"SELECT a.t FROM {name} a JOIN {name} b ON a.t = b.t")
    plan = joined._jdf.queryExecution().toString()
    assert "LocalRelation" in plan
    assert "canary" not in plan


def test_the_session_of_the_user_stays_as_it_was(spark):
    before = {name: spark.conf.get(name) for name in SETTINGS}
    tables = {table.name for table in spark.catalog.listTables()}
    session = DiversaSparkSession(spark, own=False)
    assert session.spark.conf.get("spark.sql.session.timeZone") == "UTC"
    session.lend(spark.range(3))
    session.derive("SELECT 1 AS a")
    session.close()
    session.close()
    assert {name: spark.conf.get(name) for name in SETTINGS} == before
    assert {table.name for table in spark.catalog.listTables()} == tables
    assert spark.catalog.listTables("global_temp") == []
    assert spark.range(2).count() == 2


SETTINGS = ("spark.sql.session.timeZone", "spark.sql.timestampType")


def test_errors_are_told_without_what_they_quote(session, capfd):
    query = "SELECT CAST(t AS int) FROM (VALUES ('canary')) AS v(t)"
    with pytest.raises(InputError) as error, session.guard("count"):
        session.run(query)
    assert "canary" not in str(error.value)
    assert error.value.__cause__ is None
    assert "canary" not in "".join(capfd.readouterr())
    assert not logging.getLogger("SQLQueryContextLogger").disabled
