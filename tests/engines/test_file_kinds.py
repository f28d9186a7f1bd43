# SPDX-License-Identifier: Apache-2.0
"""Kinds of files by what they are, then by their name."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.parquet as pq

from diversa.engines.file_kinds import find_kind

TABLE = pa.table({"a": [1]})


def test_the_first_bytes_say_more_than_the_suffix(tmp_path):
    path = tmp_path / "t.csv"
    pq.write_table(TABLE, path)
    assert find_kind(path) == "parquet"
    path.write_bytes(b"a\n1\n")
    assert find_kind(path) == "csv"
    assert find_kind(path.rename(tmp_path / "t.jsonl")) == "json"
