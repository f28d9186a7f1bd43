# SPDX-License-Identifier: Apache-2.0
"""Frames with whatever types their libraries have, from end to end."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import diversa
from diversa.errors import SourceError

SECRET = list("xyxyxy")
WORDS = {"quasi_identifiers": "a", "sensitive": "s", "models": "k-anonymity:2"}
SIZES = pd.CategoricalDtype(["low", "mid", "high", "never"], ordered=True)


def published(column, **words):
    """The published column of a pandas frame."""
    frame = pd.DataFrame({"a": column, "s": SECRET})
    return diversa.anonymize(frame, **(WORDS | words)).frame["a"]


@pytest.mark.parametrize(
    "rows", [slice(None, None, -1), slice(5, None, -1), slice(None, None, 2)]
)
def test_rows_may_lie_in_any_order(rows):
    frame = pd.DataFrame(
        {
            "a": [1, 1, 2, 2, 3, 3] * 2,
            "s": SECRET * 2,
            "c": pd.Categorical(SECRET * 2),
            "n": pd.array([1, None] * 6, dtype="Int64"),
            "t": pd.to_datetime(["2024-01-01"] * 12),
        }
    )[rows]
    whole = frame.copy()
    words = {"quasi_identifiers": ["a", "c", "n", "t"], "sensitive": "s"}
    words |= {"models": "k-anonymity:1"}
    release = diversa.anonymize(frame, **words)
    pd.testing.assert_frame_equal(
        release.frame, diversa.anonymize(whole, **words).frame
    )
    assert len(release.frame) == len(frame)


def test_columns_may_be_called_by_numbers():
    frame = pd.DataFrame({0: [1, 1, 2, 2, 3, 3], 1: SECRET, 2: [7] * 6})
    words = {"quasi_identifiers": [0], "sensitive": 1, "models": "k-anonymity:2"}
    release = diversa.anonymize(frame, keep=[2], **words)
    assert release.frame.columns.tolist() == [0, 1, 2]
    audited = diversa.audit(frame, quasi_identifiers=0, sensitive=[1])
    assert audited.groups == 3
    named = diversa.anonymize(frame, hierarchies={0: [2]}, levels={"0": 1}, **words)
    assert set(named.frame[0]) == {"0-1", "2-3"}


def test_an_ordered_category_keeps_its_order_and_forgets_what_is_not_published():
    values = ["low", "low", "high", "high", "mid", "mid"]
    column = published(pd.Series(values, dtype=SIZES))
    assert column.dtype.ordered
    assert column.cat.categories.tolist() == ["low", "mid", "high"]
    boxes = published(
        pd.Series(values, dtype=SIZES),
        method="mondrian",
        labels="tight",
        models="k-anonymity:3",
    )
    assert set(boxes) == {"*"}


def test_cuts_go_by_the_order_of_categories():
    """Alphabetically high would lie beside low."""
    sizes = pd.CategoricalDtype(["low", "mid", "high", "top"], ordered=True)
    frame = pd.DataFrame({"a": ["low", "mid", "high", "top"] * 3, "s": [*"xyyx"] * 3})
    models = ["k-anonymity:3", "distinct-l-diversity:2"]
    words = WORDS | {"method": "mondrian", "models": models, "labels": "tight"}
    release = diversa.anonymize(frame.astype({"a": sizes}), **words)
    assert set(release.frame["a"]) == {"{low, mid}", "{high, top}"}
    assert set(diversa.anonymize(frame, **words).frame["a"]) == {
        "{high, low}",
        "{mid, top}",
    }


HOURS = [dt.timedelta(hours=hour) for hour in (1, 1, 2, 2, 3, 3)]


def test_timedeltas_come_back_as_they_are():
    assert published(pd.Series(HOURS)).tolist() == HOURS
    assert set(published(pd.Series(HOURS), levels={"a": 1})) == {"*"}
    frame = pl.DataFrame({"a": HOURS, "s": SECRET})
    assert diversa.anonymize(frame, **WORDS).frame["a"].to_list() == HOURS
    table = pa.table({"a": pa.array(HOURS), "s": SECRET})
    assert diversa.anonymize(table, **WORDS).frame["a"].to_pylist() == HOURS


@pytest.mark.parametrize(
    ("dtype", "values"),
    [
        ("Int64", [1, 1, 2, 2, None, None]),
        ("Float64", [1.5, 1.5, 2, 2, None, None]),
        ("boolean", [True, True, False, False, None, None]),
        ("string", ["a", "a", "b", "b", None, None]),
        ("int64[pyarrow]", [1, 1, 2, 2, None, None]),
        ("double[pyarrow]", [1.5, 1.5, 2, 2, None, None]),
        ("bool[pyarrow]", [True, True, False, False, None, None]),
        ("date32[day][pyarrow]", [dt.date(2024, 1, 1)] * 4 + [None] * 2),
        ("duration[us][pyarrow]", HOURS),
    ],
)
def test_types_with_missing_values_come_back(dtype, values):
    column = pd.Series(pd.array(values, dtype=dtype))
    result = published(column)
    assert result.dtype == column.dtype
    assert result.isna().sum() == column.isna().sum()
    assert sorted(map(str, result)) == sorted(map(str, column))


def test_a_dictionary_of_arrow_forgets_what_is_not_published():
    kind = pd.ArrowDtype(pa.dictionary(pa.int32(), pa.string()))
    column = pd.Series(["a", "a", "b", "b", "gone", "b"], dtype=kind)
    result = published(column, suppression=0.2)
    assert len(result) == 5
    assert "gone" not in str(pa.array(result))


@pytest.mark.parametrize(
    "values",
    [[[1]] * 6, [{"x": 1}] * 6, [np.array([1])] * 6, [{1}] * 6, [None, [1]] * 3],
    ids=["lists", "dicts", "arrays", "sets", "some"],
)
def test_values_with_parts_are_refused_in_a_sentence(values):
    frame = pd.DataFrame({"a": [1, 1, 2, 2, 3, 3], "s": SECRET})
    frame["parts"] = pd.Series(values, dtype=object)
    diversa.anonymize(frame, **WORDS)  # without a role it is withheld
    for role in ("quasi_identifiers", "sensitive", "keep"):
        with pytest.raises(SourceError, match="'parts': must hold plain values, got"):
            diversa.anonymize(frame, **(WORDS | {role: "parts"}))


def test_values_with_parts_of_other_libraries_are_refused_too():
    for frame in (
        pl.DataFrame({"a": [[1]] * 6, "s": SECRET}),
        pl.DataFrame({"a": [{"x": 1}] * 6, "s": SECRET}),
        pa.table({"a": [[1]] * 6, "s": SECRET}),
    ):
        with pytest.raises(SourceError, match="'a': must hold plain values, got"):
            diversa.anonymize(frame, **WORDS)
