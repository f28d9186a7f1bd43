# SPDX-License-Identifier: Apache-2.0
"""The border to frame libraries."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from diversa.data.frames import ROW, Selection, as_frame
from table_sources import FRAMES, as_source

COLUMNS = {"a": ["x", None, "z"], "b": [1, 2, 3]}


class Patients(pd.DataFrame):
    """Someone's own kind of frame."""


@pytest.mark.parametrize(
    "source", ["a.csv", 5, None, [1], {"a": 1}, pd.Series([1]), pl.Series([1])]
)
def test_what_is_no_frame(source):
    assert as_frame(source) is None


def test_frames_of_others_are_frames():
    assert as_frame(Patients(COLUMNS)).library == "pandas"


@pytest.mark.parametrize("kind", FRAMES)
def test_in_and_out(kind, tmp_path):
    source = as_source(kind, COLUMNS, tmp_path)
    frame = as_frame(source)
    assert frame.names == ("a", "b")
    inside = frame.scannable([1])
    names = inside.column_names if kind == "pyarrow" else list(inside.columns)
    assert names == ["c1", ROW]
    texts = {"b": np.array(["one", None], dtype=object)}
    made = frame.rebuild(Selection(("b", "a"), np.array([2, 0]), texts, index=False))
    assert type(made) is type(source)
    out = pl.from_arrow(made) if kind == "pyarrow" else made
    out = pl.from_pandas(out) if kind == "pandas" else out.lazy().collect()
    assert out.rows() == [("one", "z"), (None, "x")]


def test_columns_are_not_copied():
    numbers = np.arange(10)
    inside = as_frame(pd.DataFrame({"a": numbers}, copy=False)).scannable([0])
    assert np.shares_memory(inside["c0"].to_numpy(), numbers)
    column = pa.array([1, 2])
    table = as_frame(pa.table({"a": column})).scannable([0])
    assert (
        table.column("c0").chunk(0).buffers()[1].address == column.buffers()[1].address
    )
