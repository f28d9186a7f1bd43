# SPDX-License-Identifier: Apache-2.0
"""Reading delimited text files: every text stays as it is in the file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.data.read_options import ReadOptions
from diversa.engines import text_encoding
from diversa.errors import SourceError
from examples import examples
from table_sources import csv_text

ADULT = Path(os.environ.get("DIVERSA_DATA", "../shared/data")) / "adult"
COLUMNS = {"näme": ["José", "Ж😀", None], "zip": ["013", " 1 ", "1e5"]}


def rows_of(engine, source, **options):
    """The names and rows of a source, in the order of the file."""
    table = engine.open(source, options=ReadOptions(**options), ordered=True)
    frame = engine.fetch(table, like="pyarrow", keep_order=True)
    return table.columns, [tuple(row.values()) for row in frame.to_pylist()]


def written(folder, content, name="table.csv"):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("name", ["t.csv", "t.tsv", "t.txt", "t.data", "no suffix"])
def test_delimiter_is_found(engine, tmp_path, delimiter, name):
    path = written(tmp_path, csv_text(COLUMNS, delimiter=delimiter), name)
    names, rows = rows_of(engine, path)
    assert names == tuple(COLUMNS)
    assert rows == list(zip(*COLUMNS.values(), strict=True))


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7"],
)
def test_encodings(engine, tmp_path, encoding, monkeypatch):
    monkeypatch.setattr(text_encoding, "CHUNK", 5)  # cuts characters in two
    path = written(tmp_path, csv_text(COLUMNS).encode(encoding))
    marked = encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32")
    names, rows = rows_of(engine, path, encoding=None if marked else encoding)
    assert names == tuple(COLUMNS)
    assert rows == list(zip(*COLUMNS.values(), strict=True))


def test_big_endian_mark_and_latin_1(engine, tmp_path):
    marked = ("\ufeff" + csv_text(COLUMNS)).encode("utf-16-be")
    assert rows_of(engine, written(tmp_path, marked))[0] == tuple(COLUMNS)
    latin = written(tmp_path, "ort;x\nKöln;1\n".encode("latin-1"))
    assert rows_of(engine, latin, encoding="latin-1") == (("ort", "x"), [("Köln", "1")])


NASTY = st.text(st.sampled_from("\",;|\t \n\r'\\ab013é😀#-"), min_size=1, max_size=6)


@examples(60)
@given(
    rows=st.lists(st.tuples(NASTY | st.none(), NASTY), min_size=1, max_size=6),
    line_end=st.sampled_from(["\n", "\r\n", "\r"]),
    last=st.booleans(),
)
def test_text_is_kept_exactly(engine, tmp_path, rows, line_end, last):
    columns = dict(zip(("a", "b"), map(list, zip(*rows, strict=True)), strict=True))
    text = csv_text(columns, line_end=line_end)
    path = written(tmp_path, text if last else text.removesuffix(line_end))
    options = {"delimiter": ",", "trim": False, "header": True}
    assert rows_of(engine, path, **options)[1] == rows


def test_quotes_are_read_as_written(engine, tmp_path):
    path = written(tmp_path, 'a,b\n"x ""y"", z","l1\nl2"\n5" pipe,it\'s\n')
    assert rows_of(engine, path)[1] == [('x "y", z', "l1\nl2"), ('5" pipe', "it's")]
    path = written(tmp_path, "a;b\n'x;y';'it''s'\n")
    assert rows_of(engine, path, quote="'")[1] == [("x;y", "it's")]


def test_without_header(engine, tmp_path):
    path = written(tmp_path, "\ufeff013,x\n014,y\n")
    names, rows = rows_of(engine, path, header=False)
    assert names == ("column1", "column2")
    assert rows == [("013", "x"), ("014", "y")]


def test_a_column_without_name_gets_its_number(engine, tmp_path):
    assert rows_of(engine, written(tmp_path, ",a\n0,x\n"))[0] == ("column1", "a")


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        pytest.param("a,b\r\n1,2\n3,4\r\n", [("1", "2"), ("3", "4")], id="mixed ends"),
        pytest.param("a,b\n1,2\r\n3,4\n", [("1", "2"), ("3", "4")], id="mixed later"),
        pytest.param('a,b\r\n1,"x\ny"\r\n', [("1", "x\ny")], id="line feed in quotes"),
        pytest.param("\n\na,b\n1,2\n", [("1", "2")], id="empty lines first"),
        pytest.param("\r\n\r\na,b\r\n1,2\r\n", [("1", "2")], id="empty lines, windows"),
        pytest.param("a,b\n1,2\n\n3,4\n\n", [("1", "2"), ("3", "4")], id="empty lines"),
        pytest.param('"a\nx",b\n1,2\n', [("1", "2")], id="line feed in a name"),
        pytest.param("a,b\n#1,2\n", [("#1", "2")], id="no comments"),
        pytest.param("a\n1\n2\n", [("1",), ("2",)], id="one column"),
    ],
)
def test_lines(engine, tmp_path, content, rows):
    assert rows_of(engine, written(tmp_path, content))[1] == rows


def test_mixed_line_ends_across_pieces(engine, tmp_path, monkeypatch):
    monkeypatch.setattr(text_encoding, "CHUNK", 1)
    path = written(tmp_path, "a,b\r\n1,2\n3,4\r")
    assert rows_of(engine, path)[1] == [("1", "2"), ("3", "4")]


def test_missing_texts(engine, tmp_path):
    path = written(tmp_path, 'a,b\n?,NA\n"?",\n"",x\n')
    assert rows_of(engine, path)[1] == [("?", "NA"), ("?", None), (None, "x")]
    assert rows_of(engine, path, missing=("", "?"))[1] == [
        (None, "NA"),
        (None, None),
        (None, "x"),
    ]
    exact = rows_of(engine, path, missing=("", "?"), quoted_missing=False)[1]
    assert exact == [(None, "NA"), ("?", None), ("", "x")]
    assert rows_of(engine, path, missing=())[1] == [("?", "NA"), ("?", ""), ("", "x")]


def test_blanks_after_every_delimiter_are_stripped(engine, tmp_path):
    path = written(tmp_path, "age, work\n39, State gov\n50, ?\n")
    names, rows = rows_of(engine, path, missing=("?",))
    assert names == ("age", "work")
    assert rows == [("39", "State gov"), ("50", None)]
    names, rows = rows_of(engine, path, trim=False)
    assert names == ("age", " work")
    assert rows[0] == ("39", " State gov")


def test_blanks_in_some_places_are_kept_unless_asked(engine, tmp_path):
    path = written(tmp_path, "a,b\n 1 ,x\n2, y\n")
    assert rows_of(engine, path)[1] == [(" 1 ", "x"), ("2", " y")]
    assert rows_of(engine, path, trim=True)[1] == [("1", "x"), ("2", "y")]


def test_columns_that_nobody_asks_for_are_named_and_need_not_be_read(engine, tmp_path):
    path = written(tmp_path, "a,b,c,d\n1,2,3,4\n5,6,7,8\n")
    table = engine.open(path, columns=["d", "b", "nobody"])
    assert table.columns == ("a", "b", "c", "d")
    assert engine.values(table, "d").texts == ("4", "8")
    assert engine.values(table, "b").texts == ("2", "6")
    nothing = engine.open(path, columns=[])
    assert (nothing.columns, nothing.rows) == (("a", "b", "c", "d"), 2)


def test_a_short_line_is_refused_whichever_columns_are_read(engine, tmp_path):
    path = written(tmp_path, "a,b,c\n1,2,3\n5,6\n")
    with pytest.raises(SourceError, match="line 3"):
        engine.open(path, columns=["a"])


def test_names_with_patterns_are_names(engine, tmp_path):
    for name in ("data[1].csv", "a*b.csv", "q?.csv", "it's.csv"):
        path = written(tmp_path, f"a,b\n1,{name}\n", name)
        assert rows_of(engine, path)[1] == [("1", name)]


@pytest.mark.skipif(not ADULT.is_dir(), reason="the Adult data is not here")
def test_adult(engine, engine_name):
    """Spec 13.1: domain sizes of the 32,561 rows, read without any option."""
    if engine_name == "memory":
        pytest.skip("it reads row by row, for small tables")
    table = engine.open(ADULT / "adult.data", options=ReadOptions(missing=("?",)))
    assert table.rows == 32_561
    assert table.columns[:2] == ("age", "workclass")
    education = engine.values(table, "education")
    assert len(education.values) == 16
    assert "Bachelors" in education.texts
    assert engine.values(table, "occupation").missing_code == 14
    complete = engine.open(ADULT / "adult_30162.csv")
    assert complete.rows == 30_162
    assert len(engine.values(complete, "native-country").values) == 41
