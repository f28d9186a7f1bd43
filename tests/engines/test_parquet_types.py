# SPDX-License-Identifier: Apache-2.0
"""Types of columns are those that DuckDB writes."""

from __future__ import annotations

import numpy as np
import pyarrow.parquet as pq
import pytest

from diversa.engines.duckdb.session import DuckDBSession
from diversa.engines.parquet_file import write_tuples
from diversa.engines.parquet_types import LONGEST, TYPES, ParquetColumn, text_values


@pytest.mark.parametrize("kind", sorted(TYPES))
def test_a_schema_is_that_of_duckdb(tmp_path, kind):
    files = tmp_path / "ours.parquet", tmp_path / "theirs.parquet"
    empty = np.array([], dtype=TYPES[kind].dtype or object)
    column = ParquetColumn("x", TYPES[kind], empty, np.array([0]))
    write_tuples(files[0], [column], np.array([1]))
    session = DuckDBSession(memory_limit=None, threads=1)
    session.run(f"COPY (SELECT CAST(NULL AS {kind}) AS x) TO '{files[1]}'")
    session.close()
    ours, theirs = (pq.read_schema(file) for file in files)
    assert ours == theirs


def test_long_texts_bound_nothing():
    texts = text_values(["a", "b" * (LONGEST + 1)])
    column = ParquetColumn("x", TYPES["VARCHAR"], texts, np.array([0, 1]))
    assert (column.bound(0), column.bound(1)) == (b"a", None)
