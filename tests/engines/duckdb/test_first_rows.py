# SPDX-License-Identifier: Apache-2.0
"""The first rows of a file are texts in the order of the file."""

from __future__ import annotations

from diversa.engines.duckdb.first_rows import first_rows


def test_the_first_rows_are_texts(tmp_path):
    file = tmp_path / "t.json"
    file.write_text('[{"a": 1, "b": "x"}, {"a": 2, "b": null}, {"a": 3, "b": "z"}]')
    assert first_rows(file, 2) == (("a", "b"), [["1", "x"], ["2", ""]])
