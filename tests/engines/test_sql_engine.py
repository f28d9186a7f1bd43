# SPDX-License-Identifier: Apache-2.0
"""What engines that speak SQL share: the verbs over a session."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from decisions import Decision, column_map, same
from diversa.data.frames import ROW, as_frame
from diversa.data.identifiers import Tokens
from diversa.data.read_options import ReadOptions
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.engine import Engine
from diversa.engines.sql_counter import SQLCounter
from diversa.engines.sql_engine import Origin, SQLEngine, missing_conditions
from diversa.engines.table import Table
from diversa.errors import SourceError
from table_sources import SOURCES, as_source

PEOPLE = {"name": ["Ann", "Bob"], "zip": ["1", None]}


def test_the_shared_verbs_are_verbs_of_the_protocol():
    shared = {*vars(SQLEngine), *vars(SQLCounter)}
    shared = {name for name in shared if not name.startswith("_")}
    own = {"session", "count_keys", "gathers", "tally_tuples", "tally_key"}
    own |= {
        "bring",
        "fetch_keys",
        "repetition",
        "without_missing",
        "frame_columns",
        "forget_tables",
        "dialect",
    }
    assert shared - own <= set(dir(Engine))


def test_tokens_go_with_what_is_selected(sql_engine):
    table = sql_engine.open(pa.table(PEOPLE))
    zips = column_map(sql_engine.values(table, "zip"), same)
    decision = Decision(("name", "zip"), (zips,), identifiers={"name": Tokens()})
    recoded = sql_engine.recode(table, decision)
    (name,) = sql_engine.tokens(sql_engine.select(recoded, ("zip",)))
    assert name == "name"
    assert sql_engine.tokens(table) == {}


COLUMNS = {
    "zip": ["013", "?", "", None, "NA"],
    "age": [28, 99, 30, None, 99],
}
TEXTS = ReadOptions(missing=("", "?", "NA", "99"))


def missing_rows(source, options, column):
    with DuckDBEngine() as engine:
        table = engine.open(source, options=options)
        values = engine.values(table, column)
        return 0 if values.missing_code is None else int(values.counts[-1])


@pytest.mark.parametrize("kind", [kind for kind in SOURCES if kind != "csv"])
def test_they_are_missing_in_every_source(kind, tmp_path):
    source = as_source(kind, COLUMNS, tmp_path)
    assert missing_rows(source, TEXTS, "zip") == 4
    assert missing_rows(source, TEXTS, "age") == 3
    assert missing_rows(source, ReadOptions(), "zip") == 1
    assert missing_rows(source, ReadOptions(missing=("?",)), "zip") == 2
    assert missing_rows(source, ReadOptions(missing=("",)), "zip") == 2


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (pa.array([1.5, 2.0]), "2"),
        (pa.array([1.5, 2.0], pa.float32()), "1.5"),
        (pa.array([Decimal("1.50"), Decimal("2.00")]), "1.5"),
        (pa.array([dt.date(1900, 1, 1), dt.date(1999, 1, 1)]), "1900-01-01"),
        (pa.array([True, False]), "true"),
        (pa.array([2**63, 7], pa.uint64()), "7"),
        (pa.array(["x", "y"]).dictionary_encode(), "x"),
    ],
)
def test_a_value_of_any_type_is_missing_by_its_text(values, text):
    table = pa.table({"a": values})
    assert missing_rows(table, ReadOptions(missing=(text,)), "a") == 1
    assert missing_rows(table, ReadOptions(missing=("?", "1e400", "x'y")), "a") == 0


def test_values_with_parts_have_no_text():
    table = pa.table({"a": [[1], [2]], "b": ["?", "x"]})
    assert missing_rows(table, ReadOptions(missing=("?",)), "b") == 1


def test_a_frame_comes_back_without_them():
    frame = pd.DataFrame({"a": ["?", "x"], "b": [1, 2]}, index=[7, 9])
    with DuckDBEngine() as engine:
        table = engine.open(frame, options=ReadOptions(missing=("?",)))
        back = engine.fetch(table, keep_order=True)
    assert back.index.tolist() == [7, 9]
    assert back["a"].isna().tolist() == [True, False]
    assert back["b"].tolist() == [1, 2]


def test_a_column_that_cannot_hold_them_is_left_alone():
    with DuckDBEngine() as engine:
        table = engine.open(pl.DataFrame({"a": [1], "b": ["x"]}))
        found = missing_conditions(engine.dialect, table, ["?"])
    assert list(found) == ["b"]


@pytest.mark.parametrize(
    ("kind", "option", "value"),
    [
        ("parquet", "delimiter", ","),
        ("parquet", "quote", '"'),
        ("json", "encoding", "utf-8"),
        ("pandas", "header", True),
        ("polars", "sheet", "One"),
        ("pyarrow", "quoted_missing", True),
        ("parquet", "trim", False),
        ("json", "apostrophes", False),
        ("csv", "sheet", "One"),
    ],
)
def test_what_a_source_has_no_use_for_is_refused(kind, option, value, tmp_path):
    source = as_source(kind, {"zip": ["1", "2"], "age": ["a", "b"]}, tmp_path)
    options = ReadOptions(**{option: value})
    with (
        DuckDBEngine() as engine,
        pytest.raises(SourceError, match=rf"reading\.{option} must come with"),
    ):
        engine.open(source, options=options)


FRAME = pd.DataFrame({"zip": ["a", "b"], "n": np.array([1, 2], np.int8)}, [7, 8])
TABLE = Table("t", ("zip", "n"), 2, "pandas")


def test_only_what_was_changed_is_wanted():
    origin = Origin(as_frame(FRAME), frozenset({"zip", "n"}))
    assert origin.needs(TABLE) == [ROW]
    assert origin.narrow(["n"]).needs(TABLE) == [ROW, "c0"]


def test_a_column_that_was_changed_once_stays_changed():
    origin = Origin(as_frame(FRAME), frozenset({"zip", "n"})).narrow(["n"])
    assert origin.narrow(["zip", "n"]).own == {"n"}


def test_types_and_index_are_those_of_the_frame():
    origin = Origin(as_frame(FRAME), frozenset({"n"}))
    arrays = {ROW: np.array([1, 0]), "c0": np.array(["*", "a"], object)}
    frame = origin.rebuild(TABLE, arrays, index=True)
    assert frame["n"].dtype == np.int8
    assert frame.index.tolist() == [8, 7]
    assert frame["zip"].tolist() == ["*", "a"]
    assert origin.rebuild(TABLE, arrays, index=False).index.tolist() == [0, 1]
