# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.tables.part_tables import with_cells, without_column

ROWS = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from("xyz"), st.sampled_from("pq")),
    min_size=2,
    max_size=20,
)


def counted(rows, columns=("a", "b"), **words):
    frame = pd.DataFrame(rows, columns=["a", "b", "s"])
    words = {"sensitive": ["s"], "rows_are_people": True, **words}
    with diversa.open(frame, quasi_identifiers=columns, **words) as table:
        return table._count_for(())


def tuples_of(table):
    texts = [one.texts for one in table.cells.dictionaries]
    return {
        tuple(text[code] for text, code in zip(texts, line, strict=True)): int(rows)
        for line, rows in zip(table.cells.codes, table.cells.counts, strict=True)
    }


@given(ROWS)
def test_without_a_column_the_tuples_are_those_of_the_others(rows):
    part = without_column(counted(rows), "a")
    assert tuples_of(part) == Counter((b, s) for _, b, s in rows)
    assert [one.attribute for one in part.hierarchies] == ["b"]


@given(ROWS, st.randoms())
def test_some_cells_are_the_table_of_their_rows(rows, random):
    whole = counted(rows)
    kept = np.array([random.random() < 0.7 for _ in whole.cells.counts])
    left = [row for row in rows if kept[list(tuples_of(whole)).index(row)]]
    if len(left) < 2:
        return
    part, again = with_cells(whole, kept), counted(left)
    assert tuples_of(part) == tuples_of(again) == Counter(left)
    assert [one.labels for one in part.hierarchies] == [
        one.labels for one in again.hierarchies
    ]
