# SPDX-License-Identifier: Apache-2.0
"""Polars frames: lazy ones stay lazy, and enumerations forget what is gone."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import diversa
from diversa.data.frames import Selection
from diversa.data.polars_frame import PolarsFrame, lazy_frame


def test_a_lazy_frame_comes_out_lazy():
    frame = lazy_frame(pl.LazyFrame({"a": [1, 2, 3]}))
    selection = Selection(("a",), np.array([2, 0]), {}, index=False)
    rebuilt = frame.rebuild(selection)
    assert isinstance(rebuilt, pl.LazyFrame)
    assert rebuilt.collect().rows() == [(3,), (1,)]


def test_new_columns_are_numbers_or_texts():
    frame = PolarsFrame(pl.DataFrame({"a": [1, 2]}))
    texts = {
        "group": np.array([1, 2]),
        "a": np.array([None, None], dtype=object),
    }
    selection = Selection(("a", "group"), np.array([0, 1]), texts, index=False)
    rebuilt = frame.rebuild(selection)
    assert rebuilt.schema == {"a": pl.String, "group": pl.Int64}
    assert rebuilt.rows() == [(None, 1), (None, 2)]


def test_values_of_suppressed_rows_are_forgotten():
    kind = pl.Enum(["canary", "y", "x"])
    frame = PolarsFrame(
        pl.DataFrame({"a": pl.Series(["x", "canary", None], dtype=kind)})
    )
    selection = Selection(("a",), np.array([0, 2]), {}, index=False)
    rebuilt = frame.rebuild(selection)
    assert rebuilt["a"].dtype == pl.Enum(["x"])
    assert rebuilt["a"].to_list() == ["x", None]


def test_objects_that_no_engine_reads_are_refused():
    frame = PolarsFrame(pl.DataFrame({"a": pl.Series([object()], dtype=pl.Object)}))
    with pytest.raises(TypeError):
        frame.scannable([0])


def test_fractions_that_were_made_anew_are_fractions():
    """The sign of a zero is taken away, so the column is not that of the frame."""
    columns = {"x": pl.Series([0.0, -0.0, 1.5, None]), "s": list("abab")}
    words = {"quasi_identifiers": "x", "sensitive": "s", "models": "k-anonymity:1"}
    frame = diversa.anonymize(pl.DataFrame(columns), **words).frame
    assert frame.schema["x"] == pl.Float64
    assert str(frame["x"].to_list()) == "[0.0, 0.0, 1.5, None]"
