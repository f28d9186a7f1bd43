# SPDX-License-Identifier: Apache-2.0
"""Errors of other programs in reading tables, which the engine must not repeat.

Each test says what the other program answers. The frequency set of the groups is
counted by hand.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from decisions import Decision, column_map
from diversa.engines.duckdb.engine import DuckDBEngine

ROWS = pd.DataFrame(
    {
        "zip": ["1", "1", "1", "2", "2", "2"],
        "age": [30, 30, 30, 40, 40, 40],
        "ill": ["flu", "flu", "flu", "flu", "cancer", "hiv"],
        "ward": list("abcdef"),
    }
)


@pytest.fixture(scope="module")
def engine():
    with DuckDBEngine() as opened:
        yield opened


def groups(engine, frame, names=("zip", "age")):
    """The sizes of the groups of a frame."""
    table = engine.open(frame)
    cells = engine.count(table, [engine.values(table, name) for name in names])
    return sorted(cells.counts.tolist())


def diversity(engine, frame):
    """The number of distinct sensitive values in each group."""
    table = engine.open(frame)
    cells = engine.count(table, [engine.values(table, n) for n in ("zip", "ill")])
    return np.unique(cells.column("zip"), return_counts=True)[1].tolist()


@pytest.mark.parametrize("seed", range(5))
def test_p3_shuffled_rows(engine, seed):
    """P3: pycanon takes labels for positions: l = 2 instead of 1."""
    shuffled = ROWS.sample(frac=1, random_state=seed)
    assert groups(engine, shuffled) == [3, 3]
    assert diversity(engine, shuffled) == [1, 3]


def test_p4_filtered_rows_and_text_index(engine):
    """P4: pycanon raises IndexError or ValueError."""
    assert groups(engine, ROWS[ROWS.ward > "b"]) == [1, 3]
    assert diversity(engine, ROWS.set_index("ward")) == [1, 3]


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA, pd.NaT], ids=repr)
@pytest.mark.parametrize("column", ["zip", "age"])
def test_p5_a_missing_quasi_identifier(engine, column, missing):
    """P5: pycanon ignores the row and answers k = 2; the row is a group of its own."""
    frame = ROWS.astype(object)
    frame.loc[0, column] = missing
    assert groups(engine, frame) == [1, 2, 3]


def test_p7_an_unused_category(engine):
    """P7: pycanon counts the category that nobody has and answers k = 0."""
    kind = pd.CategoricalDtype(["1", "2", "3"])
    assert groups(engine, ROWS.astype({"zip": kind}), ["zip"]) == [3, 3]


def test_n3_duplicate_index(engine):
    """N3: anonypy counts 256 rows where there are 16."""
    twice = pd.concat([ROWS.iloc[:4], ROWS.iloc[:4], ROWS.iloc[:4], ROWS.iloc[:4]])
    assert len(twice) == 16
    assert groups(engine, twice) == [4, 12]


def test_n4_rows_with_missing_values_stay(engine):
    """N4: anonypy loses 7 of 8 rows."""
    frame = pd.DataFrame(
        {"age": [1.5, *[np.nan] * 7], "ill": [None, *"abcdefg"], "zip": ["x"] * 8}
    )
    table = engine.open(frame)
    cells = engine.count(table, [engine.values(table, n) for n in ("age", "ill")])
    assert cells.rows == 8
    assert groups(engine, frame, ["age"]) == [1, 7]


@pytest.mark.parametrize("dtype", ["object", "string", "category", "str"])
def test_n6_texts_need_no_category(engine, dtype):
    """N6: anonypy raises TypeError for texts that are no category."""
    assert groups(engine, ROWS.astype({"zip": dtype}), ["zip"]) == [3, 3]


def test_n7_other_columns_stay_with_their_rows(engine):
    """N7: anonypy drops every column that has no role."""
    table = engine.open(ROWS)
    zips = column_map(engine.values(table, "zip"), lambda _: "*")
    made = engine.recode(table, Decision(tuple(ROWS.columns), (zips,)))
    expected = ROWS.assign(zip="*")
    pd.testing.assert_frame_equal(
        engine.fetch(made, keep_order=True), expected, check_dtype=False
    )


def test_a1_row_numbers_are_not_published(engine):
    """A1: anjana publishes the old index as a column."""
    table = engine.open(ROWS)
    made = engine.fetch(engine.recode(table, Decision(("ill", "zip"))))
    assert list(made.columns) == ["ill", "zip"]
    assert made.index.equals(pd.RangeIndex(6))
    assert made["ill"].tolist() == ["cancer", "flu", "flu", "flu", "flu", "hiv"]


def test_p13_semicolons_are_found(engine, tmp_path):
    """P13: pycanon ignores the separator that it is given."""
    path = tmp_path / "arx.csv"
    path.write_text("zip;ill\n013;flu\n013;a,b\n")
    table = engine.open(path)
    assert table.columns == ("zip", "ill")
    assert engine.values(table, "zip").texts == ("013",)


def test_a_second_table_is_not_the_first(engine):
    """The crowds package returns the rows of the first table for the second."""
    first = groups(engine, ROWS, ["zip"])
    second = groups(engine, pd.DataFrame({"zip": ["9"] * 5}), ["zip"])
    assert (first, second) == ([3, 3], [5])
    with DuckDBEngine() as other:
        assert groups(other, pd.DataFrame({"zip": ["8"]}), ["zip"]) == [1]
