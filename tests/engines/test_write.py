# SPDX-License-Identifier: Apache-2.0
"""Writing: the same bytes whatever the order, and nothing but the columns."""

from __future__ import annotations

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.data.read_options import ReadOptions
from diversa.errors import TargetError
from examples import examples

ROWS = [("x,y", 2, ""), ("x,y", 1, None), (None, 3, 'q"'), ("l\nm", 4, " é ")]
NAMES = ("a,b", "n", "t")


def frame(rows):
    columns = zip(*rows, strict=True)
    types = [pa.string(), pa.int64(), pa.string()]
    return pa.table(
        [pa.array(one, kind) for one, kind in zip(columns, types, strict=True)],
        names=list(NAMES),
    )


def test_csv(engine, tmp_path):
    path = tmp_path / "out.csv"
    engine.write(engine.open(frame(ROWS)), path)
    assert path.read_bytes().decode() == (
        '"a,b",n,t\n"l\nm",4, é \n"x,y",1,\n"x,y",2,""\n,3,"q"""\n'
    )


def test_delimiter(engine, tmp_path):
    path = tmp_path / "out.tsv"
    engine.write(engine.open(frame(ROWS)), path, delimiter="\t")
    assert path.read_text().startswith("a,b\tn\tt\n")


def test_parquet_keeps_types_and_says_nothing_more(engine, tmp_path):
    path = tmp_path / "out.parquet"
    source = frame(ROWS).replace_schema_metadata({"path": "/home/secret"})
    engine.write(engine.open(source), path)
    assert pq.read_table(path).to_pylist() == sorted(
        frame(ROWS).to_pylist(), key=lambda row: (row["a,b"] is None, *row.values())
    )
    assert pq.read_schema(path).types == [pa.string(), pa.int64(), pa.string()]
    assert pq.read_schema(path).metadata is None
    content = path.read_bytes()
    assert b"secret" not in content
    assert str(tmp_path).encode() not in content


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_order_carries_nothing(engine, many_rows, tmp_path, suffix):
    """Shuffled rows: the same bytes."""
    few = frame([(f"v{i % 7}", i % 50, None if i % 3 else "t") for i in range(1050)])
    contents = set()
    for seed in (1, 4):
        places = np.random.default_rng(seed).permutation(many_rows // 2)
        shuffled = few.take(places % len(few))
        path = tmp_path / f"{seed}.{suffix}"
        engine.write(engine.open(shuffled), path)
        contents.add(path.read_bytes())
    assert len(contents) == 1


FIELDS = st.none() | st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=5
)


@examples(50)
@given(
    rows=st.lists(st.tuples(FIELDS, st.integers(0, 9), FIELDS), min_size=1, max_size=8)
)
def test_what_is_written_can_be_read_again(engine, tmp_path, rows):
    """Also an empty text and a missing value can be told apart again."""
    path = tmp_path / "out.csv"
    engine.write(engine.open(frame(rows)), path)
    again = engine.open(
        path, options=ReadOptions(delimiter=",", quoted_missing=False, trim=False)
    )
    read = engine.fetch(again, like="pyarrow").to_pylist()
    texts = [tuple(None if v is None else str(v) for v in row) for row in rows]
    assert again.columns == NAMES
    assert sorted(map(str, [tuple(r.values()) for r in read])) == sorted(
        map(str, texts)
    )


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("out.xlsx", "must end in one of .csv, .tsv, .txt, .parquet"),
        ("no/out.csv", "there is no folder"),
        (".csv/out.csv", "there is no folder"),
    ],
)
def test_bad_targets(engine, tmp_path, target, message):
    with pytest.raises(TargetError, match=message):
        engine.write(engine.open(pl.DataFrame({"a": [1]})), tmp_path / target)
    assert not list(tmp_path.iterdir())


def test_target_that_cannot_be_written(engine, tmp_path):
    folder = tmp_path / "out.csv"
    folder.mkdir()
    with pytest.raises(TargetError, match="cannot be written"):
        engine.write(engine.open(pl.DataFrame({"a": [1]})), folder)


def test_marks_in_target_names(engine, tmp_path):
    path = tmp_path / "it's [1] *.csv"
    engine.write(engine.open(pl.DataFrame({"a": [1]})), path)
    assert path.read_text() == "a\n1\n"
