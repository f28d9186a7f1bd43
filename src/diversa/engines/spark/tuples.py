# SPDX-License-Identifier: Apache-2.0
"""Counted tuples on their way out of the cluster: Arrow batches, a code for a value."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from diversa.engines.local_tuples import LocalColumn, TupleColumns


def parse_tuples(tuples: pa.Table) -> TupleColumns:
    """The columns and the rows of tuples; the last column has the rows.

    >>> table = pa.table({"c0": ["b", "a", "b"], "tally": [1, 2, 3]})
    >>> [column], rows = parse_tuples(table)
    >>> column.values, column.codes.tolist(), rows.tolist()
    (['a', 'b'], [1, 0, 1], [1, 2, 3])
    """
    *names, tally = tuples.column_names
    columns = [parse_column(tuples.column(name)) for name in names]
    return columns, tuples.column(tally).to_numpy().astype(np.int64)


def parse_column(column: pa.ChunkedArray) -> LocalColumn:
    """The values of a column and their codes."""
    encoded = pc.dictionary_encode(column, null_encoding="encode").combine_chunks()
    codes = encoded.indices.to_numpy(zero_copy_only=False)
    return LocalColumn.of(encoded.dictionary.to_pylist(), codes)
