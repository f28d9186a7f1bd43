# SPDX-License-Identifier: Apache-2.0
"""Sources that cannot be read: what, where, what to do; and never a row."""

from __future__ import annotations

import gzip
import traceback

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from diversa.data.read_options import ReadOptions
from diversa.errors import InputError, SourceError

CANARY = "Hepatitis-Canary"


def refused(engine, source, **options):
    """The message with which a source is refused; it never holds a value."""
    with pytest.raises(SourceError) as caught:
        engine.open(source, options=ReadOptions(**options))
    shown = "".join(traceback.format_exception(caught.value))
    assert CANARY not in shown
    assert CANARY not in str(caught.value)
    return str(caught.value)


def written(folder, content, name="table.csv"):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_no_such_file(engine, tmp_path):
    written(tmp_path, "a\n1\n", "people.csv")
    message = refused(engine, tmp_path / "poeple.csv")
    assert "there is no such file; did you mean 'people.csv'?" in message
    assert "there is no folder" in refused(engine, tmp_path / "no" / "people.csv")


def test_folders(engine, tmp_path):
    message = refused(engine, tmp_path)
    assert "folder of CSV or Parquet files, got a folder without any" in message
    assert "it is empty" in message
    written(tmp_path, "x", "people.doc")
    assert "it holds: people.doc" in refused(engine, tmp_path)
    written(tmp_path, "a\n1\n", "people.csv")
    several = "several files must all be CSV or all be Parquet, got people.doc"
    assert several in refused(engine, tmp_path / "people.*")


@pytest.mark.parametrize(
    "content", [b"", b"\xef\xbb\xbf", b"\n\n", "\ufeff".encode("utf-16")]
)
@pytest.mark.parametrize("name", ["t.csv", "t.txt"])
def test_empty_files(engine, tmp_path, content, name):
    assert "got an empty file" in refused(engine, written(tmp_path, content, name))


@pytest.mark.parametrize("content", ["a,b\n", "a,b", "\n\na,b\n\n"])
def test_header_only(engine, tmp_path, content):
    assert "must have rows, got none" in refused(engine, written(tmp_path, content))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (f"{CANARY},2,3", "line 4: must have 2 fields like the first line, got 3"),
        (CANARY, "line 4: must have 2 fields like the first line, got 1"),
        (f'"{CANARY},2', "line 4: a quoted field must end with a quote"),
        (f'"{CANARY}"x,2', "line 4: a quoted field must end with a quote"),
    ],
)
def test_ragged_lines(engine, tmp_path, line, expected):
    path = written(tmp_path, f"name,x\nok,1\nok,2\n{line}\nok,3\n")
    assert expected in refused(engine, path)


def test_ragged_line_far_below(engine, many_rows, tmp_path):
    good = many_rows // 4
    lines = ["name,x", *["ok,1"] * good, f"{CANARY},2,3", *["ok,1"] * 10]
    path = written(tmp_path, "\n".join(lines))
    assert f"line {good + 2}: must have 2 fields" in refused(engine, path)


@pytest.mark.parametrize(
    ("header", "same"),
    [
        ("Age,x,age", "'Age', 'age'"),
        ("a,A,a", "'a', 'A', 'a_2'"),
    ],
)
def test_names_that_differ_in_case(engine, tmp_path, header, same):
    path = written(tmp_path, f"{header}\n{','.join('1' * (header.count(',') + 1))}\n")
    message = refused(engine, path)
    assert "must differ by more than case" in message
    assert all(name in message for name in same.split(", ")[:2])


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ("a,b,a", ("a", "b", "a_2")),
        (",column1", ("column1", "column1_2")),
        ('"a",a,a', ("a", "a_2", "a_3")),
        ("a_2,a,a", ("a_2", "a", "a_3")),
    ],
)
def test_names_that_occur_twice_are_told_apart_and_it_is_said(
    engine, tmp_path, caplog, header, names
):
    path = written(tmp_path, f"{header}\n{','.join('1' * (header.count(',') + 1))}\n")
    assert engine.open(path).columns == names
    assert "has the name of column" in caplog.text
    assert f"'{names[-1]}'" in caplog.text


def test_a_value_that_occurs_twice_as_a_name_is_not_said(engine, tmp_path, caplog):
    path = written(tmp_path, "13053,13053\n1,2\n")
    table = engine.open(path, options=ReadOptions(header=True))
    assert table.columns == ("13053", "13053_2")
    assert "is called another" in caplog.text
    assert "13053" not in caplog.text


def test_names_that_occur_twice_elsewhere(engine, tmp_path):
    twice = pa.table([pa.array([1]), pa.array([2])], names=["a", "a"])
    assert "must differ" in refused(engine, twice)
    path = tmp_path / "twice.parquet"
    pq.write_table(twice, path)
    assert "must differ" in refused(engine, path)
    assert "must differ" in refused(engine, pd.DataFrame([[1, 2]], columns=["a", "a"]))
    assert "must differ" in refused(engine, pd.DataFrame([[1, 2]], columns=[1, "1"]))
    assert "must differ" in refused(engine, pl.DataFrame({"a": [1], "A": [2]}))


def test_wrong_encoding(engine, tmp_path):
    content = f"name,x\nok,1\n{CANARY},".encode() + b"\xe9,3\n"
    position = content.index(b"\xe9")
    message = refused(engine, written(tmp_path, content))
    assert (
        f"must be utf-8 text, got something else at byte {position} (line 3)" in message
    )
    assert "latin-1, cp1252 or utf-16" in message


def test_wrong_encoding_in_a_name(engine, tmp_path):
    path = written(tmp_path, b"n\x81me,x\nok,1\n")  # no letter of any of them
    assert "at byte 1 (line 1)" in refused(engine, path)


def test_wrong_encoding_far_below(engine, many_rows, tmp_path):
    good = 2 * many_rows
    content = b"name,x\n" + b"ok,1\n" * good + b"\xff,3\n"
    message = refused(engine, written(tmp_path, content))
    assert f"at byte {len(content) - 4} (line {good + 2})" in message


def test_encodings_that_do_not_fit(engine, tmp_path):
    path = written(tmp_path, "a\n1\n")
    assert "got 'utf-99'; try utf-8" in refused(engine, path, encoding="utf-99")
    odd = written(tmp_path, b"a\x00\n\x00x", "odd.csv")
    assert "must be utf-16-le text" in refused(engine, odd, encoding="utf-16-le")
    assert "with zero bytes" in refused(engine, odd)


@pytest.mark.parametrize("option", ["delimiter", "quote"])
def test_marks_must_be_one_character(engine, tmp_path, option):
    path = written(tmp_path, "a\n1\n")
    assert f"{option} must be one character" in refused(engine, path, **{option: ",,"})


def test_not_a_table(engine, tmp_path):
    zipped = written(tmp_path, b"PK\x03\x04 and so on", "t.zip")
    assert "got a zip file; unpack it" in refused(engine, zipped)
    packed = written(tmp_path, gzip.compress(b"PAR1"), "t.parquet.gz")
    assert "must be CSV or JSON, got parquet; unpack it" in refused(engine, packed)


def test_damaged_parquet(engine, tmp_path):
    fake = written(tmp_path, CANARY * 30, "fake.parquet")
    assert "must be a Parquet file, got something else" in refused(engine, fake)
    path = tmp_path / "half.parquet"
    pq.write_table(pa.table({"a": [CANARY] * 100}), path)
    path.write_bytes(path.read_bytes()[:-20])
    assert str(path) in refused(engine, path)
    middle = tmp_path / "middle.parquet"
    pq.write_table(pa.table({"a": [f"{CANARY}{i}" for i in range(1000)]}), middle)
    content = bytearray(middle.read_bytes())
    content[4:200] = bytes(196)
    middle.write_bytes(content)
    with pytest.raises(InputError) as caught:
        engine.values(engine.open(middle), "a")
    assert CANARY not in str(caught.value)


def test_damaged_json(engine, tmp_path):
    lines = written(tmp_path, f'{{"a":1}}\n{{"a":{CANARY}}}\n', "t.jsonl")
    assert "must be JSON, got something else" in refused(engine, lines)
    assert "must have rows" in refused(engine, written(tmp_path, "[]", "t.json"))


@pytest.mark.parametrize("source", [5, None, [("a", 1)], {"a": [1]}, b"path"])
def test_other_objects(engine, source):
    message = refused(engine, source)
    assert "must be a path, a pandas or Polars frame or a PyArrow table" in message


@pytest.mark.parametrize(
    "frame",
    [pd.DataFrame({"a": []}), pl.DataFrame({"a": []}), pa.table({"a": []})],
    ids=["pandas", "polars", "pyarrow"],
)
def test_frames_without_rows(engine, frame):
    assert "must have rows, got none" in refused(engine, frame)


@pytest.mark.parametrize("frame", [pd.DataFrame(), pl.DataFrame(), pa.table({})])
def test_frames_without_columns(engine, frame):
    assert "must have columns, got none" in refused(engine, frame)


def test_frames_with_strange_columns(engine):
    objects = pl.DataFrame({"a": [1], "b": pl.Series([object()], dtype=pl.Object)})
    assert "column 'b' must have a type of plain values" in refused(engine, objects)
    wide = pl.DataFrame({"a": [1], "b": pl.Series([2**70], dtype=pl.Int128)})
    assert "column 'b' must have a type of plain values" in refused(engine, wide)
    half = pa.table({"ok": [1], "x": pa.array([1], pa.float16())})
    assert "column 'x' must have a type of plain values" in refused(engine, half)
    levels = pd.DataFrame(
        [[1, 2]], columns=pd.MultiIndex.from_product([["a"], ["b", "c"]])
    )
    assert "got 2 levels of names" in refused(engine, levels)


def test_frames_with_texts_that_are_none(engine):
    def read():
        series = pd.Series([f"{CANARY}\ud800"], dtype=object)
        return engine.values(engine.open(pd.DataFrame({"a": series})), "a")

    with pytest.raises(InputError) as caught:
        read()
    assert CANARY not in str(caught.value)


def test_a_column_without_name(engine):
    frame = pd.DataFrame([[1, 2]], columns=["a", ""])
    assert "every column must have a name, got none for column 2" in refused(
        engine, frame
    )
