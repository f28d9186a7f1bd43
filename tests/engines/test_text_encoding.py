# SPDX-License-Identifier: Apache-2.0
"""Encodings of text files, and lines that are too long."""

from __future__ import annotations

import pytest

from diversa.data.read_options import ReadOptions
from diversa.engines import text_encoding
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.text_encoding import check_text, decode_chunks, to_utf8, unix_lines
from diversa.engines.text_file import inspect
from diversa.errors import SourceError


def inspected(folder, content, **options):
    path = folder / "t.csv"
    path.write_bytes(content)
    return inspect(path, ReadOptions(**options))


NO_TEXT = ["hex", "rot13", "base64", "uu", "punycode", "idna", "undefined", "a\0b", ""]


@pytest.mark.parametrize("encoding", NO_TEXT)
def test_a_codec_that_gives_no_text_is_refused(tmp_path, encoding):
    with pytest.raises(SourceError, match="must be a text encoding that Python knows"):
        inspected(tmp_path, b"a,b\n1,2\n", encoding=encoding)


def test_utf_16_without_a_byte_order_mark_is_said_to_be_something_else(tmp_path):
    with pytest.raises(SourceError, match="must be utf-16 text, got something else"):
        inspected(tmp_path, b"a,b\n1,2\n", encoding="utf-16")


GERMAN = "Name;Ort\nMüller;Köln – Süd\nWeiß;Straße\n"


@pytest.mark.parametrize(
    ("encoding", "found"),
    [
        ("cp1252", "cp1252"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("utf-8", "utf-8"),
    ],
)
def test_encodings_are_found_and_said(tmp_path, caplog, encoding, found):
    file = inspected(tmp_path, GERMAN.encode(encoding))
    assert file.encoding == found
    assert "".join(decode_chunks(file.path, found)) == GERMAN
    assert file.names == ("Name", "Ort")
    said = [record.getMessage() for record in caplog.records]
    assert all(f"was read as {found}; give its encoding" in text for text in said)
    assert len(said) == (found != "utf-8")


@pytest.mark.parametrize("encoding", ["cp1251", "koi8-r", "iso8859-7", "shift-jis"])
def test_other_scripts_are_not_taken_for_western_text(tmp_path, encoding):
    text = {
        "iso8859-7": "όνομα;πόλη\nΜαρία;Αθήνα\n",
        "shift-jis": "名前;市\n花子;東京\n",
    }
    russian = "имя;город\nИванов;Москва\n"
    with pytest.raises(SourceError, match="must be utf-8 text"):
        inspected(tmp_path, text.get(encoding, russian).encode(encoding))


def test_a_letter_cut_off_at_the_end_of_the_start_is_no_fault(tmp_path, monkeypatch):
    monkeypatch.setattr(text_encoding, "HEAD", 3)
    assert inspected(tmp_path, "aaä,b\n1,2\n".encode()).encoding == "utf-8"


def test_a_copy_in_utf8_is_the_same_text(tmp_path):
    text = "näme\r\n😀\rx\n"
    for size in (1, 2, 3, 1000):
        file = inspected(tmp_path, text.encode("utf-16-be"), encoding="utf-16-be")
        assert "".join(decode_chunks(file.path, file.encoding, size=size)) == text
    to_utf8(file.path, file.encoding, tmp_path / "copy.csv")
    assert (tmp_path / "copy.csv").read_bytes().decode() == text
    to_utf8(file.path, file.encoding, tmp_path / "copy.csv", newlines=True)
    assert (tmp_path / "copy.csv").read_bytes().decode() == unix_lines(text)


def test_where_a_file_stops_being_text(tmp_path):
    (tmp_path / "t.csv").write_bytes(b"a\nb\n\xff")
    for size in (1, 2, 1000):
        with pytest.raises(SourceError, match=r"at byte 4 \(line 3\)"):
            list(decode_chunks(tmp_path / "t.csv", "utf-8", size=size))


@pytest.mark.parametrize("size", [1, 7, 64])
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_the_line_that_is_too_long_is_named(tmp_path, monkeypatch, size, end):
    monkeypatch.setattr(text_encoding, "CHUNK", size)
    monkeypatch.setattr(text_encoding, "LONGEST_LINE", 10)
    path = tmp_path / "t.csv"
    path.write_bytes(end.join(["a" * 10, "b" * 10, ""]).encode())
    check_text(path, "utf-8")
    path.write_bytes(end.join(["a" * 10, "b" * 11, ""]).encode())
    with pytest.raises(SourceError, match="line 2: a line must be shorter than"):
        check_text(path, "utf-8")


def test_the_reason_is_the_long_line_whatever_the_engine_says(tmp_path, monkeypatch):
    path = tmp_path / "t.csv"
    path.write_text("age,ill\n1,flu\n2," + "x" * 100 + ",1\n")
    monkeypatch.setattr(text_encoding, "LONGEST_LINE", 50)
    with DuckDBEngine() as engine, pytest.raises(SourceError, match="line 3: a line"):
        engine.open(path)
