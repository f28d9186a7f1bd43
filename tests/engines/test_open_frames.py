# SPDX-License-Identifier: Apache-2.0
"""Frames: neither index nor dtype changes what is counted."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from diversa.data.dictionary import Kind

VALUES = ["x", "y", "x", None, "y", "x"]


def dictionary(engine, frame, column="a", **options):
    return engine.values(engine.open(frame), column, **options)


@pytest.mark.parametrize(
    "index",
    [
        pytest.param([5, 3, 1, 0, 2, 4], id="shuffled"),
        pytest.param([0, 0, 0, 1, 1, 1], id="duplicate"),
        pytest.param(list("pqrstu"), id="text"),
        pytest.param(pd.date_range("2024-01-01", periods=6), id="dates"),
        pytest.param(pd.MultiIndex.from_product([[1, 2], list("abc")]), id="levels"),
        pytest.param([np.nan] * 6, id="missing"),
    ],
)
def test_the_index_does_not_matter(engine, index):
    found = dictionary(engine, pd.DataFrame({"a": VALUES}, index=index))
    assert found.texts == ("x", "y")
    assert found.counts.tolist() == [3, 2, 1]


def test_filtered_and_concatenated_frames(engine):
    frame = pd.DataFrame({"a": VALUES, "n": range(6)})
    found = dictionary(engine, frame[frame.n > 1].sort_values("n", ascending=False))
    assert found.counts.tolist() == [2, 1, 1]
    assert dictionary(engine, pd.concat([frame, frame])).counts.tolist() == [6, 4, 2]
    assert dictionary(engine, frame.iloc[::2]).counts.tolist() == [2, 1]


TEXT_TYPES = [
    "object",
    "string",
    "string[python]",
    "category",
    pd.ArrowDtype(pa.string()),
    pd.CategoricalDtype(["unused", "y", "x"], ordered=True),
]


@pytest.mark.parametrize("dtype", TEXT_TYPES, ids=str)
def test_text_types_of_pandas(engine, dtype):
    found = dictionary(engine, pd.DataFrame({"a": pd.Series(VALUES, dtype=dtype)}))
    assert found.texts == ("x", "y")
    assert found.counts.tolist() == [3, 2, 1]
    assert found.kind is Kind.TEXT


@pytest.mark.parametrize("gone", [None, float("nan"), pd.NA, pd.NaT], ids=repr)
@pytest.mark.parametrize("value", ["x", 1, 1.5, True, dt.date(2024, 1, 1)], ids=repr)
def test_every_kind_of_nothing_is_missing(engine, gone, value):
    for values in ([value, gone], [gone, value]):
        series = pd.Series(values, dtype=object)
        found = dictionary(engine, pd.DataFrame({"a": series}))
        assert found.values.tolist() == [value]
        assert found.missing_code == 1


NUMBER_TYPES = ["int8", "uint64", "float32", "Int64", "Float64", "int64[pyarrow]"]


@pytest.mark.parametrize("dtype", [*NUMBER_TYPES, "category", "object"])
def test_number_types_of_pandas(engine, dtype):
    series = pd.Series([10, 9, 10]).astype(dtype)
    found = dictionary(engine, pd.DataFrame({"a": series}))
    assert found.kind is Kind.NUMBER
    assert found.numbers.tolist() == [9, 10]
    assert found.counts.tolist() == [1, 2]


OBJECTS = {
    "mixed": ([1, "1", 2.5, None, True], ["1", "2.5", "True"]),
    "late text": ([1] * 5000 + ["x"], ["1", "x"]),
    "late number": (["x"] * 5000 + [1], ["1", "x"]),
    "late value": ([None] * 5000 + [1], [1]),
    "dates and texts": ([dt.date(2024, 1, 1), "x"], ["2024-01-01", "x"]),
    "dates and times": (
        [dt.date(2024, 1, 1), dt.datetime(2024, 1, 1)],
        ["2024-01-01", "2024-01-01 00:00:00"],
    ),
    "old dates": ([dt.date(1, 1, 1), None], [dt.date(1, 1, 1)]),
    "huge": ([10**25, 2, None], ["10000000000000000000000000", "2"]),
    "decimal": ([Decimal("1.10"), None, Decimal("2e30")], ["1.10", "2E+30"]),
    "bytes": ([b"x", None], ["x"]),
    "bytes beside texts": (["x", b"x", b"y"], ["x", "y"]),
    "tuples": ([(1,), (2,), None], ["(1,)", "(2,)"]),
    "integers and floats": ([1, 2.5, None], [1.0, 2.5]),
    "large integers": ([2**62, None, 1], [1, 2**62]),
}


@pytest.mark.parametrize("name", OBJECTS)
def test_python_objects(engine, name):
    values, expected = OBJECTS[name]
    frame = pd.DataFrame({"a": pd.Series(values, dtype=object)})
    found = dictionary(engine, frame)
    assert found.values.tolist() == expected
    assert found.counts.sum() == len(values)


ONLY_PANDAS = {
    "intervals": (pd.cut(pd.Series([1, 5, 9]), [0, 5, 10]), ["(0, 5]", "(5, 10]"]),
    "periods": (pd.Series(pd.PeriodIndex(["2024-01", "2024-02"], freq="M")), None),
    "sparse": (pd.Series(pd.arrays.SparseArray([1, 0, 1])), [0, 1]),
    "complex": (pd.Series([1j, 2j]), ["1j", "2j"]),
    "durations": (pd.Series(pd.to_timedelta(["1D", "2D"])), None),
    "mixed category": (pd.Series(pd.Categorical([1, "1", "1"])), ["1"]),
    "nanoseconds": (
        pd.Series(pd.to_datetime(["2024-01-01 00:00:00.000000001"]).as_unit("ns")),
        ["2024-01-01 00:00:00.000000001"],
    ),
}


@pytest.mark.parametrize("name", ONLY_PANDAS)
def test_types_that_only_pandas_knows(engine, name):
    series, expected = ONLY_PANDAS[name]
    table = engine.open(pd.DataFrame({"a": series}))
    found = engine.values(table, "a")
    assert found.counts.sum() == len(series)
    assert engine.count(table, [found]).rows == len(series)
    assert len(found.values) == len(expected or series)
    if expected:
        assert found.values.tolist() == expected


def test_names_that_are_not_texts(engine):
    table = engine.open(pd.DataFrame([[1, 2]], columns=[0, ("x", 1)]))
    assert table.columns == ("0", "('x', 1)")


def test_the_frame_is_not_changed(engine):
    objects = {
        "a": ["x", None],
        "b": [1, None],
        "c": [dt.date(2024, 1, 1), pd.NaT],
        "d": [1, "x"],
    }
    frame = pd.DataFrame(objects, index=[7, 7], dtype=object)
    frame["e"], frame["f"] = 1, 2
    before = frame.copy(deep=True)
    table = engine.open(frame)
    engine.count(table, [engine.values(table, "a")])
    pd.testing.assert_frame_equal(frame, before)


def test_columns_that_lie_across_memory(engine):
    numbers = np.arange(20).reshape(10, 2)
    found = dictionary(engine, pd.DataFrame(numbers, columns=["a", "b"]), "b")
    assert found.values.tolist() == numbers[:, 1].tolist()


@pytest.mark.parametrize("dtype", [pl.String, pl.Categorical, pl.Enum(["z", "y", "x"])])
def test_text_types_of_polars(engine, dtype):
    found = dictionary(engine, pl.DataFrame({"a": pl.Series(VALUES, dtype=dtype)}))
    assert found.texts == ("x", "y")
    assert found.counts.tolist() == [3, 2, 1]


ARROW = [pa.string(), pa.large_string(), pa.string_view()]


@pytest.mark.parametrize(
    "kind", [*ARROW, pa.dictionary(pa.int8(), pa.string())], ids=str
)
def test_text_types_of_arrow(engine, kind):
    found = dictionary(engine, pa.table({"a": pa.array(VALUES, kind)}))
    assert found.texts == ("x", "y")
    assert found.counts.tolist() == [3, 2, 1]


def test_arrow_chunks_with_dictionaries_of_their_own(engine):
    chunks = [pa.array(one).dictionary_encode() for one in (["x", "y"], ["y", "z"])]
    found = dictionary(engine, pa.table({"a": pa.chunked_array(chunks)}))
    assert found.counts.tolist() == [1, 2, 1]


def test_nested_columns_stay_but_are_no_role(engine):
    from diversa.errors import SourceError

    table = engine.open(pa.table({"a": [[1], [2]], "b": [{"x": 1}, None]}))
    for name in "ab":
        with pytest.raises(SourceError, match=f"'{name}': must hold plain values"):
            engine.values(table, name)
    assert engine.fetch(table).column("a").to_pylist() == [[1], [2]]
