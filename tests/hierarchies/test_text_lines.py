# SPDX-License-Identifier: Apache-2.0
"""Small text files: delimiters, encodings, and files that cannot be read."""

from __future__ import annotations

import codecs
import gzip

import pytest

from columns import column
from diversa.errors import HierarchyError, SourceError
from diversa.hierarchies import LevelsFile


@pytest.mark.parametrize("mark", [";", ",", "\t"])
def test_the_delimiter_is_found(levels, mark):
    kind = levels(f"a{mark}A{mark}*\r\nb{mark}A{mark}*\r\n")
    assert kind.build(column("a", "b")).labels[1:] == (("A",), ("*",))


def test_labels_may_hold_other_delimiters(levels):
    kind = levels("1;[0, 5);*\n7;[5, 10);*\n")
    assert kind.build(column("1", "7")).labels[1] == ("[0, 5)", "[5, 10)")
    quoted = levels('1,"[0, 5)",*\n7,"[5, 10)",*\n')
    assert quoted.build(column("1", "7")).labels[1] == ("[0, 5)", "[5, 10)")
    named = levels("a|x;y\n", delimiter="|")
    assert named.build(column("a")).labels[1] == ("x;y",)


TEXT = "Zürich;Schweiz;*\n"


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(TEXT.encode("utf-8"), id="utf-8"),
        pytest.param(codecs.BOM_UTF8 + TEXT.encode(), id="utf-8 with mark"),
        pytest.param(TEXT.encode("latin-1"), id="latin-1"),
        pytest.param(TEXT.encode("utf-16"), id="utf-16"),
        pytest.param(codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), id="utf-16 be"),
    ],
)
def test_encodings(levels, content):
    assert levels(content).build(column("Zürich")).labels[1] == ("Schweiz",)


def test_a_given_encoding(levels):
    kind = levels("Łódź;Polska;*\n".encode("iso8859-2"), encoding="iso8859-2")
    assert kind.build(column("Łódź")).labels[1] == ("Polska",)
    for wrong in ("ascii", "no-such-encoding"):
        with pytest.raises(SourceError, match=wrong):
            levels("Łódź;Polska;*\n", encoding=wrong).build(column("Łódź"))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(SourceError, match=r"none\.csv: the file cannot be read"):
        LevelsFile(tmp_path / "none.csv").build(column("a"))


def test_a_delimiter_is_one_character(tmp_path):
    with pytest.raises(HierarchyError, match="one character"):
        LevelsFile(tmp_path / "x.csv", delimiter="::")


def test_a_compressed_file_is_no_text(tmp_path):
    path = tmp_path / "levels.csv.gz"
    path.write_bytes(gzip.compress(b"a;A;*\n"))
    with pytest.raises(SourceError, match="must be a text file, got one with zero"):
        LevelsFile(path).build(column("a"))
