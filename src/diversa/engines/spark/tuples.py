# SPDX-License-Identifier: Apache-2.0
"""Counted tuples on their way out of the cluster: Arrow batches, a code for a value."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from diversa.engines.brought import Brought, BroughtColumn


def brought(tuples: pa.Table) -> Brought:
    """The columns and the rows of tuples; the last column has the rows.

    >>> table = pa.table({"c0": ["b", "a", "b"], "tally": [1, 2, 3]})
    >>> [column], rows = brought(table)
    >>> column.values, column.codes.tolist(), rows.tolist()
    (['a', 'b'], [1, 0, 1], [1, 2, 3])
    """
    *names, tally = tuples.column_names
    columns = [coded(tuples.column(name)) for name in names]
    return columns, tuples.column(tally).to_numpy().astype(np.int64)


def coded(column: pa.ChunkedArray) -> BroughtColumn:
    """The values of a column and their codes."""
    encoded = pc.dictionary_encode(column, null_encoding="encode").combine_chunks()
    codes = encoded.indices.to_numpy(zero_copy_only=False)
    return BroughtColumn.of(encoded.dictionary.to_pylist(), codes)
