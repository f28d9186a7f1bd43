# SPDX-License-Identifier: Apache-2.0
"""What the first lines of a text file say of all of it."""

from __future__ import annotations

import pytest

from diversa.data.read_options import ReadOptions
from diversa.engines.text_encoding import HEAD
from diversa.engines.text_file import (
    blank_follows,
    fields,
    find_delimiter,
    first_lines,
    inspect,
)
from diversa.engines.text_header import check_header
from diversa.errors import SourceError


def inspected(folder, content, **options):
    path = folder / "t.csv"
    path.write_bytes(content)
    return inspect(path, ReadOptions(**options))


def test_all_that_an_engine_must_know(tmp_path):
    file = inspected(tmp_path, "\n\nage; wörk\n39; x\n".encode("utf-16"))
    assert (file.encoding, file.delimiter, file.blank) == ("utf-16", ";", 2)
    assert (file.names, file.trim, file.utf8) == (("age", "wörk"), True, False)


def test_what_the_user_says_wins(tmp_path):
    said = {"encoding": "LATIN1", "delimiter": ",", "trim": False, "header": False}
    file = inspected(tmp_path, b"a; b,c\n", **said)
    assert file.encoding == "iso8859-1"
    assert (file.delimiter, file.trim) == (",", False)
    assert file.names == ("column1", "column2")


SAME_MARKS = {
    "quote and delimiter must differ": [{"quote": ","}, {"delimiter": '"'}],
    "must not hold the quote": [{"missing": ["", '"']}],
    "must not hold the delimiter": [{"missing": ["", "n,a"]}],
    "quote must be an ASCII character": [{"quote": "é"}],
}


@pytest.mark.parametrize(
    ("message", "options"),
    [(message, said) for message, cases in SAME_MARKS.items() for said in cases],
)
def test_marks_that_cannot_be_told_apart_are_refused(tmp_path, message, options):
    with pytest.raises(SourceError, match=message):
        inspected(tmp_path, b"a,b\n1,2\n", **options)


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b\n1,2\n", ","),
        ("a;b\n1,5;2,5\n", ";"),
        ("a\tb,c\n1\t2\n", "\t"),
        ('a|b\n"x|y"|2\n', "|"),
        ("a\n1\n", ","),
    ],
)
def test_the_delimiter_fits_most_lines(text, delimiter):
    assert find_delimiter(text, '"') == delimiter


def test_blanks_must_follow_every_delimiter():
    assert blank_follows([["a", " b"], ["1", " 2"], ["3", ""]])
    assert not blank_follows([["a", " b"], ["1", "2"]])
    assert not blank_follows([["a"], ["1"]])


def test_the_last_line_may_not_be_whole():
    assert first_lines("\ufeff\r\n\na,b\n1,2\n3,") == ("a,b\n1,2\n", 2)
    assert first_lines("a,b") == ("a,b", 0)


def test_a_first_line_may_be_very_long(tmp_path):
    names = [f"column_{place}" for place in range(40_004)]
    line = ",".join(names)
    assert len(line) > HEAD
    file = inspected(tmp_path, f"{line}\n{','.join(['x'] * 40_004)}\n".encode())
    assert (len(file.names), file.names[-1]) == (40_004, names[-1])
    assert (file.delimiter, file.blank) == (",", 0)


def test_a_first_line_that_nobody_can_read_is_refused(tmp_path):
    with pytest.raises(SourceError, match=r"t.csv, line 2: a line must be shorter"):
        inspected(tmp_path, b"\n" + b"age,zip,ill," * 200_000 + b"x\n1,2\n")


def test_a_very_long_field_hides_no_names(tmp_path):
    file = inspected(tmp_path, b"age;ill\n1;" + b"x" * 200_000 + b"\n2;flu\n")
    assert (file.delimiter, file.names) == (";", ("age", "ill"))
    assert fields(f"a,b\n{'x' * 200_000},1\n", ",", '"') == [["a", "b"]]


ROWS = [
    ["Ann", "13053", "28", "F", "flu"],
    ["Bob", "13068", "29", "M", "asthma"],
    ["Cleo", "14850", "41", "F", "flu"],
]
HEADER = ["name", "zip", "age", "sex", "ill"]


def test_the_message_has_positions_only(tmp_path):
    with pytest.raises(
        SourceError, match=r"column 2, 3, 4, 5\).*header=False"
    ) as error:
        check_header(tmp_path / "t.csv", ROWS)
    assert not any(value in str(error.value) for value in ("Ann", "13053", "flu"))


def test_the_user_has_the_last_word(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("\n".join(",".join(row) for row in ROWS))
    with pytest.raises(SourceError, match="must name the columns"):
        inspect(path, ReadOptions())
    assert inspect(path, ReadOptions(header=True)).names == tuple(ROWS[0])
    assert inspect(path, ReadOptions(header=False)).names[0] == "column1"


@pytest.mark.parametrize("delimiter", ["é", ";", "\t"])
def test_a_delimiter_that_leaves_lines_whole_is_refused(tmp_path, delimiter):
    path = tmp_path / "t.csv"
    path.write_text("\n".join(",".join(row) for row in ROWS))
    for header in (None, True, False):
        with pytest.raises(SourceError, match="must divide the lines") as error:
            inspect(path, ReadOptions(delimiter=delimiter, header=header))
        assert "Ann" not in str(error.value)


def test_one_column_is_a_table(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text('name\n"Smith, Ann"\nBob\n')
    assert inspect(path, ReadOptions(delimiter=";")).names == ("name",)
