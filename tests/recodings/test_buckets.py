# SPDX-License-Identifier: Apache-2.0
"""Two tables as data."""

from __future__ import annotations

import numpy as np

from diversa.recodings.buckets import TwoTables
from diversa.recodings.pieces import RowEntries, divide


class Engine:
    """Says what it is asked for."""

    def select(self, table, columns):
        return (table, *columns)

    def tally(self, table, columns, *, count):
        return (table, *columns, count)


def test_values_as_they_are_and_groups_beside_them(finest, words):
    rows = RowEntries(finest)
    pieces = divide(rows, np.array([0, 0, 1, 1, 2, 2]), 3)
    columns = (*words["columns"], "group")
    words = {**words, "columns": columns, "group_column": "group"}
    recoding = TwoTables(pieces=pieces, **words)
    assert recoding.grouping.labels is None
    assert recoding.grouping.column == "group"
    tables = recoding.tables(Engine(), "t")
    assert tables.rows == ("t", "age", "place", "group")
    assert tables.sensitive_table == ("t", "group", "ill", "count")
    assert "put together from the rows at hand" in recoding.saving_obstacle
