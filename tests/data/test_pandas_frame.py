# SPDX-License-Identifier: Apache-2.0
"""pandas frames: types that engines read, dates, indexes, categories."""

from __future__ import annotations

import datetime as dt

import duckdb
import numpy as np
import pandas as pd
import pytest

from diversa.data.frames import ROW, Selection
from diversa.data.pandas_frame import PandasFrame, readable
from diversa.errors import SourceError


def test_names_are_texts_and_of_one_level():
    assert PandasFrame(pd.DataFrame({0: [1], "a": [2]})).names == ("0", "a")
    nested = pd.DataFrame([[1]], columns=pd.MultiIndex.from_tuples([("a", "b")]))
    with pytest.raises(SourceError, match="got 2 levels of names; flatten"):
        _ = PandasFrame(nested).names


@pytest.mark.parametrize(
    ("objects", "expected"),
    [
        ([1, None, 3], [1, None, 3]),
        ([1.5, None], [1.5, None]),
        ([True, None], [True, None]),
        ([1, "a"], ["1", "a"]),
        ([2**80, 1], [str(2**80), "1"]),
        ([(1, 2), None], ["(1, 2)", None]),
    ],
    ids=["whole", "fractions", "flags", "mixed", "huge", "tuples"],
)
def test_objects_get_the_type_that_all_have_or_become_texts(objects, expected):
    column = readable(pd.Series(objects, dtype=object))
    assert [None if pd.isna(v) else v for v in column] == expected


def test_types_that_only_pandas_has_are_read_as_texts():
    months = pd.Series(pd.period_range("2024-01", periods=2, freq="M"))
    assert readable(months).tolist() == ["2024-01", "2024-02"]
    assert readable(pd.Series([1 + 2j])).tolist() == ["(1+2j)"]
    plain = pd.Series([1, 2])
    assert readable(plain) is plain


def test_categories_that_are_written_alike_stay_one():
    mixed = pd.Series(pd.Categorical([1, "1", (2,)], categories=[1, "1", (2,)]))
    assert readable(mixed).tolist() == ["1", "1", "(2,)"]
    others = pd.Series(pd.Categorical([(2,), (1,)], categories=[(1,), (2,)]))
    assert readable(others).cat.categories.tolist() == ["(1,)", "(2,)"]


def test_columns_of_python_dates_are_known():
    day = dt.date(2024, 1, 1)
    frame = PandasFrame(
        pd.DataFrame(
            {
                "dates": pd.Series([day, None], dtype=object),
                "mixed": pd.Series([day, "x"], dtype=object),
                "times": pd.Series([dt.datetime(2024, 1, 1)] * 2, dtype=object),
                "stamps": pd.to_datetime(["2024-01-01"] * 2),
            }
        )
    )
    assert frame.dates == {0}


def test_rows_are_numbered_whatever_the_index():
    frame = PandasFrame(pd.DataFrame({"a": [5, 6], "b": [7, 8]}, index=[9, 9]))
    inside = frame.scannable([1])
    assert inside.to_dict("list") == {"c1": [7, 8], ROW: [0, 1]}


@pytest.mark.parametrize("index", [False, True])
def test_a_new_frame_keeps_the_index_where_asked(index):
    frame = pd.DataFrame({"a": ["x", "y", "z"], 1: [1, 2, 3]}, index=[7, 8, 9])
    texts = {"a": np.array(["*", None], dtype=object)}
    selection = Selection(("a", "1"), np.array([2, 0]), texts, index=index)
    rebuilt = PandasFrame(frame).rebuild(selection)
    assert list(rebuilt.columns) == ["a", 1]
    assert rebuilt[1].tolist() == [3, 1]
    assert rebuilt["a"].isna().tolist() == [False, True]
    assert rebuilt.index.tolist() == ([9, 7] if index else [0, 1])


def test_categories_of_suppressed_rows_are_forgotten():
    frame = pd.DataFrame({"a": pd.Categorical(["x", "canary", "x"])})
    selection = Selection(("a",), np.array([0, 2]), {}, index=False)
    rebuilt = PandasFrame(frame).rebuild(selection)
    assert rebuilt["a"].cat.categories.tolist() == ["x"]


def test_bytes_are_the_text_that_they_encode():
    column = pd.Series([b"flu", b"flu "], dtype=object)
    assert readable(column).tolist() == ["flu", "flu "]
    assert readable(column.astype("category")).cat.categories.tolist() == [
        "flu",
        "flu ",
    ]


def test_bytes_are_the_text_that_duckdb_has_for_them():
    every = [bytes([byte]) for byte in range(256)]
    query = duckdb.sql("SELECT CAST(unnest($1) AS VARCHAR)", params=[every])
    column = pd.Series([*every, "caf\u00e9".encode()], dtype=object)
    texts = [*(row[0] for row in query.fetchall()), r"caf\xC3\xA9"]
    assert readable(column).tolist() == texts
    assert readable(pd.Series(["x", *column], dtype=object)).tolist() == ["x", *texts]
