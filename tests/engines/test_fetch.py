# SPDX-License-Identifier: Apache-2.0
"""Frames out: the type that came in, in an order that carries nothing or its own."""

from __future__ import annotations

import datetime as dt
from functools import cache

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from decisions import Decision, column_map, same, suppress
from diversa.errors import InputError
from table_sources import FRAMES, as_source

PEOPLE = {
    "zip": ["14850", "13053", "13068", "13053"],
    "age": ["50", "28", "29", "31"],
    "ward": ["west", None, "north", "west"],
}


def recoded(engine, source, *, gone=("148",)):
    """Cut zip to three digits, suppress a group, publish ward and zip."""
    table = engine.open(source, ordered=True)
    maps = (column_map(engine.values(table, "zip"), lambda v: v[:3]),)
    groups = suppress(maps, *[(one,) for one in gone])
    return engine.recode(table, Decision(("ward", "zip"), maps, groups))


@pytest.mark.parametrize("kind", FRAMES)
def test_the_type_that_came_in_goes_out(engine, tmp_path, kind):
    source = as_source(kind, PEOPLE, tmp_path)
    table = recoded(engine, source)
    sorted_rows = [("north", "130"), ("west", "130"), (None, "130")]
    in_order = [(None, "130"), ("north", "130"), ("west", "130")]
    for keep_order, expected in ((False, sorted_rows), (True, in_order)):
        made = engine.fetch(table, keep_order=keep_order)
        assert type(made) is type(source)
        frame = made.collect() if kind == "lazy" else made
        columns = list(frame.columns if kind != "pyarrow" else frame.column_names)
        assert columns == ["ward", "zip"]
        assert rows_of(frame) == expected


def rows_of(frame):
    if isinstance(frame, pd.DataFrame):
        whole = frame.astype(object).where(frame.notna(), None)
        return list(whole.itertuples(index=False, name=None))
    if isinstance(frame, pl.DataFrame):
        return frame.rows()
    return [tuple(row.values()) for row in frame.to_pylist()]


@pytest.mark.parametrize("like", ["pandas", "polars", "pyarrow"])
@pytest.mark.parametrize("kind", ["csv", "parquet", "json", "pandas", "pyarrow"])
def test_any_source_as_any_frame(engine, tmp_path, kind, like):
    table = recoded(engine, as_source(kind, PEOPLE, tmp_path))
    made = engine.fetch(table, like=like, keep_order=True)
    assert type(made).__module__.startswith(like)
    assert rows_of(made) == [(None, "130"), ("north", "130"), ("west", "130")]


def test_the_index_of_pandas(engine):
    index = pd.Index(["d", "a", "c", "a"], name="key")
    table = recoded(engine, pd.DataFrame(PEOPLE, index=index))
    kept = engine.fetch(table, keep_order=True)
    assert kept.index.equals(pd.Index(["a", "c", "a"]))
    assert kept.index.name == "key"
    fresh = engine.fetch(table)
    assert fresh.index.equals(pd.RangeIndex(3))
    assert fresh.index.name is None


PANDAS_TYPES = {
    "small": pd.Series([1, 2, 3], dtype="int8"),
    "nullable": pd.Series([1, None, 3], dtype="Int64"),
    "float": pd.Series([1.5, np.nan, 2.5], dtype="float32"),
    "text": pd.Series(["a", None, "c"], dtype="string"),
    "object": pd.Series([1, "x", None], dtype=object),
    "lists": pd.Series([[1], None, {"a": 1}], dtype=object),
    "zoned": pd.Series(
        pd.to_datetime(["2024-01-01", None, "2024-01-03"])
    ).dt.tz_localize("Europe/Berlin"),
    "periods": pd.Series(pd.period_range("2024-01", periods=3, freq="M")),
    "boolean": pd.Series([True, None, False], dtype="boolean"),
    "arrow": pd.Series([1, None, 3], dtype="int64[pyarrow]"),
    "dates": pd.Series([dt.date(2024, 1, 1), None, dt.date(2024, 1, 3)], dtype=object),
}


def test_unchanged_columns_keep_their_dtype(engine):
    frame = pd.DataFrame({"q": ["x", "y", "x"], **PANDAS_TYPES})
    table = engine.open(frame)
    maps = (column_map(engine.values(table, "q"), lambda _: "*"),)
    made = engine.fetch(
        engine.recode(table, Decision(tuple(frame.columns), maps)), keep_order=True
    )
    assert made["q"].tolist() == ["*"] * 3
    pd.testing.assert_frame_equal(made.drop(columns="q"), frame.drop(columns="q"))


def test_names_that_are_not_texts_come_back(engine):
    frame = pd.DataFrame([["x", 1], ["y", 2]], columns=[0, "b"])
    table = engine.open(frame)
    maps = (column_map(engine.values(table, "0"), lambda _: "*"),)
    made = engine.fetch(engine.recode(table, Decision(("b", "0"), maps)))
    assert made.columns.tolist() == ["b", 0]
    assert made[0].tolist() == ["*", "*"]


def suppressing_y(engine, source):
    table = engine.open(source)
    maps = (column_map(engine.values(table, "a"), same),)
    return engine.fetch(
        engine.recode(table, Decision(("a",), maps, suppress(maps, ("y",))))
    )


def test_categories_of_suppressed_rows_are_forgotten(engine):
    """Types that list values would tell of values that are not in the release."""
    values = ["z", "x", "y", "x"]
    ordered = pd.CategoricalDtype(["z", "y", "x", "unused"], ordered=True)
    made = suppressing_y(engine, pd.DataFrame({"a": pd.Series(values, dtype=ordered)}))
    assert made["a"].dtype == pd.CategoricalDtype(["z", "x"], ordered=True)
    enum = pl.Series(values, dtype=pl.Enum(["z", "y", "x", "unused"]))
    made = suppressing_y(engine, pl.DataFrame({"a": enum}))
    assert made.schema == {"a": pl.Enum(["z", "x"])}
    encoded = pa.array(values, pa.dictionary(pa.int8(), pa.string()))
    made = suppressing_y(engine, pa.table({"a": encoded}))
    assert made.schema.types == [encoded.type]
    chunk = made.column("a").combine_chunks()
    assert sorted(chunk.dictionary.to_pylist()) == ["x", "z"]
    category = pl.Series(values, dtype=pl.Categorical)
    made = suppressing_y(engine, pl.DataFrame({"a": category}))
    assert made.to_arrow().column("a").combine_chunks().dictionary.to_pylist() == [
        "x",
        "z",
    ]


def test_metadata_stays_behind(engine):
    frame = pd.DataFrame({"a": ["x"]})
    frame.attrs["path"] = "/home/secret"
    assert engine.fetch(engine.open(frame)).attrs == {}
    table = pa.table({"a": ["x"]}).replace_schema_metadata({"path": "/home/secret"})
    assert engine.fetch(engine.open(table)).schema.metadata is None


@cache
def shuffled(rows):
    """Numbers in random order, with a text of each."""
    numbers = np.random.default_rng(5).permutation(rows)
    return {"q": np.arange(97).astype(str)[numbers % 97], "n": numbers}


def numbered(kind, rows, tmp_path):
    columns = shuffled(rows)
    numbers = columns["n"]
    makers = {
        "pandas": pd.DataFrame,
        "polars": pl.DataFrame,
        "lazy": pl.LazyFrame,
        "pyarrow": pa.table,
    }
    if kind in makers:
        return numbers, makers[kind](columns)
    path = tmp_path / f"many.{kind}"
    frame = pl.DataFrame(columns)
    frame.write_csv(path) if kind == "csv" else frame.write_parquet(path)
    return numbers, path


@pytest.mark.parametrize("kind", [*FRAMES, "csv", "parquet"])
def test_the_order_of_many_rows(engine, many_rows, tmp_path, kind):
    """Several threads, joins and a suppressed group: rows come back in order."""
    numbers, source = numbered(kind, many_rows, tmp_path)
    table = engine.open(source, ordered=True)
    maps = (column_map(engine.values(table, "q"), lambda v: v[0]),)
    made = engine.recode(table, Decision(("q", "n"), maps, suppress(maps, ("7",))))
    frame = engine.fetch(made, like="polars", keep_order=True)
    first = np.array([int(str(n)[0]) for n in range(97)])[numbers % 97]
    kept = first != 7
    for name, expected in (("n", numbers), ("q", first)):
        found = frame.lazy().collect().get_column(name).cast(pl.Int64).to_numpy()
        assert np.array_equal(found, expected[kept])


def test_refusals(engine, tmp_path):
    table = engine.open(as_source("csv", PEOPLE, tmp_path))
    with pytest.raises(InputError, match="one of pandas, polars, pyarrow, got 'csv'"):
        engine.fetch(table)
    with pytest.raises(InputError, match="open the file with ordered=True"):
        engine.fetch(table, like="pandas", keep_order=True)
