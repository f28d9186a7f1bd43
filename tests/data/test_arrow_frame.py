# SPDX-License-Identifier: Apache-2.0
"""PyArrow tables: nothing of suppressed rows is left in dictionaries or metadata."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

import diversa
from diversa.data.arrow_frame import ArrowFrame
from diversa.data.frames import ROW, Selection


def test_rows_are_numbered():
    inside = ArrowFrame(pa.table({"a": [5, 6], "b": [7, 8]})).scannable([1])
    assert inside.to_pydict() == {"c1": [7, 8], ROW: [0, 1]}


def test_new_columns_are_numbers_or_texts():
    texts = {"b": np.array(["*", None], dtype=object), "group": np.array([1, 2])}
    selection = Selection(("b", "a", "group"), np.array([1, 0]), texts, index=False)
    rebuilt = ArrowFrame(pa.table({"a": [5, 6], "b": [7, 8]})).rebuild(selection)
    assert rebuilt.to_pydict() == {"b": ["*", None], "a": [6, 5], "group": [1, 2]}
    assert rebuilt.schema.types == [pa.string(), pa.int64(), pa.int64()]


def test_values_of_suppressed_rows_are_forgotten():
    column = pa.array(["x", "canary", "x", None]).dictionary_encode()
    table = pa.table({"a": column}).replace_schema_metadata({"source": "canary"})
    selection = Selection(("a",), np.array([0, 3, 2]), {}, index=False)
    rebuilt = ArrowFrame(table).rebuild(selection)
    assert rebuilt["a"].to_pylist() == ["x", None, "x"]
    assert rebuilt["a"].type == column.type
    used = {
        value for chunk in rebuilt["a"].chunks for value in chunk.dictionary.to_pylist()
    }
    assert used == {"x"}
    assert not rebuilt.schema.metadata


def test_fractions_that_were_made_anew_are_fractions():
    """The sign of a zero is taken away, so the column is not that of the frame."""
    columns = {"x": pa.array([0.0, -0.0, 1.5, 1.5], pa.float32()), "s": list("abab")}
    words = {"quasi_identifiers": "x", "sensitive": "s", "models": "k-anonymity:2"}
    frame = diversa.anonymize(pa.table(columns), **words).frame
    assert frame.schema.field("x").type == pa.float32()
    assert str(frame.column("x").to_pylist()) == "[0.0, 0.0, 1.5, 1.5]"
