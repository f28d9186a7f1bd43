# SPDX-License-Identifier: Apache-2.0
"""Tuples as Arrow batches."""

from __future__ import annotations

import pyarrow as pa
import pytest

from diversa.engines.spark.tuples import parse_tuples

pytestmark = pytest.mark.spark


def test_batches_are_one_column():
    batches = [
        pa.record_batch({"c0": ["b", None], "tally": [2, 1]}),
        pa.record_batch({"c0": ["a", "b"], "tally": [5, 3]}),
    ]
    (column,), rows = parse_tuples(pa.Table.from_batches(batches))
    assert column.values == ["a", "b", None]
    assert column.codes.tolist() == [1, 2, 0, 1]
    assert rows.tolist() == [2, 1, 5, 3]
