# SPDX-License-Identifier: Apache-2.0
"""Other texts in place of some values of a column, in every engine."""

from __future__ import annotations

import pandas as pd
import pyarrow as pa
import pytest

from diversa.engines.frame_counts import FrameCounts

TABLE = pa.table(
    {
        "zip": ["1", "1", "2", None, "2"],
        "ill": ["flu", "Flu", "", None, "gout's \u200b"],
        "age": [1, 2, 3, 4, None],
    }
)
SPELLINGS, INSTEAD = ["Flu", "", "gout's \u200b"], ["flu", None, "gout's"]


def counted(engine, table, *names):
    """The values of each column by row, with how often they occur."""
    cells = engine.count(table, [engine.values(table, name) for name in names])
    values = [[*one.values, None] for one in cells.dictionaries]
    lines = [
        tuple(column[code] for column, code in zip(values, line, strict=True))
        for line in cells.codes.tolist()
    ]
    return dict(zip(lines, cells.counts.tolist(), strict=True))


def test_values_and_counts(engine):
    table = engine.open(TABLE)
    engine.gather(table, ["zip", "ill"])
    respelled = engine.respell(table, "ill", SPELLINGS, INSTEAD)
    assert engine.values(respelled, "ill").texts == ("flu", "gout's")
    assert counted(engine, respelled, "zip", "ill") == {
        ("1", "flu"): 2,
        ("2", None): 1,
        ("2", "gout's"): 1,
        (None, None): 1,
    }
    assert engine.values(table, "ill").size == 5  # the table is as it was
    assert engine.values(respelled, "age").counts.tolist() == [1, 1, 1, 1, 1]


@pytest.mark.parametrize("like", ["pandas", "polars", "pyarrow"])
def test_rows_come_out_in_their_order(engine, like):
    frame = TABLE if like == "pyarrow" else TABLE.to_pandas()
    if like == "polars":
        import polars as pl

        frame = pl.from_arrow(TABLE)
    table = engine.respell(engine.open(frame), "ill", SPELLINGS, INSTEAD)
    fetched = pa.table(engine.fetch(table, keep_order=True))
    ills = ["flu", "flu", None, None, "gout's"]
    assert fetched.column("ill").to_pylist() == ills
    assert fetched.column("zip").to_pylist() == ["1", "1", "2", None, "2"]


def test_a_written_file(engine, tmp_path):
    source, target = tmp_path / "t.csv", tmp_path / "out.csv"
    source.write_text("zip,ill,age\n1,flu,1\n1,Flu ,2\n", encoding="utf-8")
    table = engine.open(source, columns=["zip", "ill"])
    table = engine.respell(table, "ill", ["Flu "], ["flu"])
    engine.write(engine.select(table, ["zip", "ill"]), target)
    assert target.read_text(encoding="utf-8") == "zip,ill\n1,flu\n1,flu\n"


def test_several_columns_one_after_the_other(engine):
    table = engine.open(TABLE)
    table = engine.respell(table, "ill", SPELLINGS, INSTEAD)
    table = engine.respell(table, "zip", ["2"], ["1"])
    assert counted(engine, table, "zip", "ill") == {
        ("1", "flu"): 2,
        ("1", None): 1,
        ("1", "gout's"): 1,
        (None, None): 1,
    }


def test_a_frame_that_is_counted_where_it_is():
    counts = FrameCounts()
    frame = pd.DataFrame({"ill": pd.Categorical(["flu", "Flu", "", None, "gout"])})
    table = counts.respell(counts.open(frame), "ill", ["Flu", ""], ["flu", None])
    assert counted(counts, table, "ill") == {("flu",): 2, ("gout",): 1, (None,): 2}
