# SPDX-License-Identifier: Apache-2.0
"""Groups of rows: rows of one cell may go to different groups."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions import Decision
from diversa.engines.row_recoding import ColumnMap, ExtraRows, Grouping
from examples import examples

COLUMNS = ("zip", "ill", "ward")


def divide(dictionaries, cells, groups, **settings):
    """A decision that sends the i-th row of all cells to the i-th of the groups."""
    zips, ills = (ColumnMap.identity(one) for one in dictionaries)
    place = np.concatenate([np.arange(count) for count in cells.counts])
    entries = np.repeat(np.arange(len(cells.counts)), cells.counts)
    chosen = np.array([groups[line % len(groups)] for line in range(len(entries))])
    kept = chosen >= 0
    labels = [[f"box {number}" for number in range(4)]]
    grouping = Grouping(
        cells.codes[entries][kept],
        chosen[kept],
        tuple(labels) if settings.pop("boxes", True) else None,
        keys=(ills,),
        place=place[kept],
        column="group",
    )
    columns = (*COLUMNS, "group")
    return Decision(columns, (zips,), grouping=grouping, **settings)


def rows_of(engine, table):
    frame = engine.fetch(table, like="pyarrow")
    return [tuple(row.values()) for row in frame.to_pylist()]


@examples(40)
@given(
    rows=st.lists(
        st.tuples(st.sampled_from("ab"), st.sampled_from("xy"), st.just("w")),
        min_size=1,
        max_size=12,
    ),
    groups=st.lists(st.integers(-1, 3), min_size=1, max_size=5),
    star=st.booleans(),
    boxes=st.booleans(),
)
def test_divided_cells_are_published_as_rows_in_a_loop_are(
    engine, rows, groups, star, boxes
):
    """Rows of a cell are alike here, so which of them goes where does not matter."""
    columns = zip(COLUMNS, zip(*rows, strict=True), strict=True)
    table = engine.open(pa.table({name: list(values) for name, values in columns}))
    dictionaries = [engine.values(table, name) for name in COLUMNS[:2]]
    cells = engine.count(table, dictionaries)
    decision = divide(dictionaries, cells, groups, star=star, boxes=boxes)
    made = engine.recode(table, decision)
    expected = regrouped(rows, groups, star=star, boxes=boxes)
    assert Counter(rows_of(engine, made)) == Counter(expected)
    assert made.rows == len(expected)


def regrouped(rows, groups, *, star, boxes):
    """The same rows in a loop: sorted by cell, the i-th goes to the i-th group."""
    published = []
    for place, (zip_code, ill, ward) in enumerate(sorted(rows)):
        group = groups[place % len(groups)]
        if group >= 0:
            published.append((f"box {group}" if boxes else zip_code, ill, ward, group))
        elif star:
            published.append(("*", ill, ward, None))
    return published


FOUR = [("a", "x", ward) for ward in ("n", "e", "s", "w")]


def test_the_order_of_the_source_does_not_choose_the_rows(engine):
    """Four rows of one cell that differ elsewhere: the same two go to each group."""
    known = engine.open(
        pa.table(dict(zip(COLUMNS, zip(*FOUR, strict=True), strict=True)))
    )
    dictionaries = [engine.values(known, name) for name in COLUMNS[:2]]
    cells = engine.count(known, dictionaries)
    decision = divide(dictionaries, cells, [0, 0, 1, 1])
    found = set()
    for order in list(permutations(FOUR))[::5]:
        columns = zip(COLUMNS, zip(*order, strict=True), strict=True)
        table = engine.open(pa.table({name: list(one) for name, one in columns}))
        found.add(tuple(sorted(rows_of(engine, engine.recode(table, decision)))))
    assert len(found) == 1
    assert Counter(row[-1] for row in found.pop()) == {0: 2, 1: 2}


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
def test_a_frame_gets_the_group_as_a_whole_number(engine, make):
    frame = make({name: [row[i] for row in FOUR] for i, name in enumerate(COLUMNS)})
    table = engine.open(frame)
    dictionaries = [engine.values(table, name) for name in COLUMNS[:2]]
    decision = divide(
        dictionaries, engine.count(table, dictionaries), [2, 1, -1, 1], boxes=False
    )
    made = engine.fetch(engine.recode(table, decision))
    assert type(made) is type(frame)
    group = made["group"]
    assert sorted(group.to_pylist() if make is pa.table else group) == [1, 1, 2]
    whole = str(group.type if make is pa.table else group.dtype).lower()
    assert whole == "int64"


def test_rows_that_are_dropped_have_no_place(engine):
    """The rows with a missing value go first; the place of the others is theirs."""
    table = engine.open(pa.table({"zip": ["a"] * 4, "ill": ["x", None, "x", None]}))
    zips = ColumnMap.identity(engine.values(table, "zip"))
    grouping = Grouping(
        np.zeros((2, 1), np.int32),
        np.array([0, 1]),
        None,
        place=np.array([0, 1]),
        column="group",
    )
    decision = Decision(
        ("zip", "ill", "group"), (zips,), grouping=grouping, drop_missing=("ill",)
    )
    made = rows_of(engine, engine.recode(table, decision))
    assert made == [("a", "x", 0), ("a", "x", 1)]


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
def test_rows_that_nobody_is_behind_look_like_the_others(engine, make):
    """They have the box of their group, a value of the column's type, and no more."""
    frame = make({"zip": ["a", "b"], "pay": [10, 20], "who": ["Ann", "Bob"]})
    table = engine.open(frame)
    zips, who = (ColumnMap.identity(engine.values(table, c)) for c in ("zip", "who"))
    grouping = Grouping(
        np.array([[0, 0], [1, 1]], np.int32),
        np.array([1, 0]),
        (["b", "{a, b}"],),
        keys=(who,),
        column="group",
        extra=ExtraRows(np.array([0, 1]), "pay", np.array(["30", None], dtype=object)),
    )
    made = engine.recode(
        table, Decision(("zip", "pay", "group"), (zips,), grouping=grouping)
    )
    assert made.rows == 4
    assert set(rows_of(engine, made)) == {
        ("{a, b}", 10, 1),
        ("{a, b}", None, 1),
        ("b", 20, 0),
        ("b", 30, 0),
    }
    assert type(engine.fetch(made)) is type(frame)


def test_a_table_becomes_two(engine):
    rows = [(*row, place % 2) for place, row in enumerate(FOUR)]
    columns = zip((*COLUMNS, "group"), zip(*rows, strict=True), strict=True)
    table = engine.open(pa.table({name: list(one) for name, one in columns}))
    narrow = engine.select(table, ("ward", "group"))
    assert sorted(rows_of(engine, narrow)) == sorted((row[2], row[3]) for row in rows)
    told = engine.tally(table, ("group", "ill"), count="n")
    assert told.columns == ("group", "ill", "n")
    assert rows_of(engine, told) == [(0, "x", 2), (1, "x", 2)]
