# SPDX-License-Identifier: Apache-2.0
"""Rows as cells: joined, respelled, taken in order, and checked for kept columns."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.engines.registry import open_engine
from diversa.errors import RoleError
from diversa.plan.keywords import make_plan
from diversa.series.append_register import WaitingRows
from diversa.series.append_rows import (
    GrowingTable,
    cells_of,
    join_cells,
    lines_of,
    no_lines,
    read_lines,
    respell,
    texts_of,
)

COLUMNS = ("g", "s")
PLAN = make_plan(quasi_identifiers="g", sensitive="s", models="k-anonymity:2")


def cells(*lines):
    counts = [1] * len(lines)
    return cells_of(COLUMNS, lines, np.array(counts, dtype=np.int64))


def lines_in(found):
    texts = [texts_of(one) for one in found.dictionaries]
    return [
        tuple(names[code] for names, code in zip(texts, line, strict=True))
        for line in found.codes.tolist()
    ]


def test_texts_and_missing_values_are_kept_apart(tmp_path):
    file = tmp_path / "rows.csv"
    file.write_text('g,s\n013,""\n013,\n"a, b",x\n', encoding="utf-8")
    with open_engine(None, file) as engine:
        found = read_lines(engine, file, COLUMNS, spreadsheet_safe=False)
    assert {*lines_in(found)} == {("013", ""), ("013", None), ("a, b", "x")}


def test_joined_rows_say_what_they_said():
    parts = [cells(("b", "x"), ("a", None)), no_lines(COLUMNS), cells(("a", "y"))]
    joined = join_cells(parts, PLAN)
    assert lines_in(joined) == [("b", "x"), ("a", None), ("a", "y")]
    assert [one.counts.tolist() for one in joined.dictionaries] == [[2, 1], [1, 1, 1]]


def test_a_value_is_spelled_as_before():
    found = respell(cells(("a", "Flu "), ("a", "gout")), [cells(("b", "flu"))], PLAN)
    assert lines_in(found) == [("a", "flu"), ("a", "gout")]


def test_the_oldest_rows_are_taken_first():
    waiting = WaitingRows((("a", "x"), ("a", "x")), np.array([2, 3]), np.array([2, 1]))
    table = GrowingTable.of(
        no_lines(COLUMNS),
        (lines_of(waiting, COLUMNS), waiting.since),
        (cells(("a", "x")), 3),
        PLAN,
    )
    taken = table.take(np.array([4]))
    assert taken.tolist() == [1, 3, 0]
    left = table.still_waiting(taken)
    assert (left.counts.tolist(), left.since.tolist()) == ([1, 1], [2, 3])
    assert left.rows == 2
    assert table.tuples(taken).rows == 4


def test_kept_columns_are_judged_by_all_rows():
    plan = make_plan(
        quasi_identifiers="g", sensitive="s", models="k-anonymity:2", keep="note"
    )
    names = ("g", "s", "note")
    lines = [("a", "x", f"note {n}") for n in range(20)]
    alone = cells_of(names, lines, np.ones(20, dtype=np.int64))
    often = cells_of(names, lines, np.full(20, 5))
    none = (no_lines(names), np.zeros(0, np.int64))
    GrowingTable.of(often, none, (no_lines(names), 1), plan).check_kept()
    with pytest.raises(RoleError, match="keep: 'note' must not give people away"):
        GrowingTable.of(no_lines(names), none, (alone, 1), plan).check_kept()
