# SPDX-License-Identifier: Apache-2.0
"""The first rows of a file are texts in the order of the file."""

from __future__ import annotations

import pyarrow
import pyarrow.parquet
import pytest

from diversa.engines.duckdb.first_rows import first_rows
from diversa.errors import SourceError


def test_the_first_rows_are_texts(tmp_path):
    file = tmp_path / "t.json"
    file.write_text('[{"a": 1, "b": "x"}, {"a": 2, "b": null}, {"a": 3, "b": "z"}]')
    assert first_rows(file, 2) == (("a", "b"), [["1", "x"], ["2", ""]])


def damaged_parquet(path):
    """A Parquet file whose footer reads and whose values do not."""
    table = pyarrow.table({"town": ["Springfield"] * 5000})
    pyarrow.parquet.write_table(table, path, use_dictionary=False)
    content = bytearray(path.read_bytes())
    content[4:400] = b"\xff" * 396
    path.write_bytes(content)
    return path


def test_a_damaged_file_is_an_error_of_the_source(tmp_path):
    with pytest.raises(SourceError, match="cannot be read") as caught:
        first_rows(damaged_parquet(tmp_path / "t.parquet"), 2)
    assert "Springfield" not in str(caught.value)
