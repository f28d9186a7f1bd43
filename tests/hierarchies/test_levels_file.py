# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import codecs
import datetime as dt

import pytest

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError, SourceError
from diversa.hierarchies import LevelsFile, find_levels_files


def column(*values, **options):
    return Dictionary.build("work", values, [1] * len(values), **options)


@pytest.fixture
def levels(tmp_path):
    def write(content, **options):
        path = tmp_path / "work.csv"
        data = content if isinstance(content, bytes) else content.encode()
        path.write_bytes(data)
        return LevelsFile(path, **options)

    return write


def test_ragged_lines_are_filled_up(levels):
    kind = levels("Private;*\nSelf-emp-inc;Self-employ;*\nState-gov;gov;*\n")
    hierarchy = kind.build(column("Private", "Self-emp-inc", "State-gov"))
    assert hierarchy.labels[1:] == (("Private", "Self-employ", "gov"), ("*",))


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


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(39, "39", id="int"),
        pytest.param(39.0, "39", id="whole float"),
        pytest.param(39.5, "39.5", id="float"),
        pytest.param(True, "true", id="bool"),
        pytest.param(dt.date(2024, 5, 31), "2024-05-31", id="date"),
        pytest.param(" State-gov", "State-gov", id="spaces in the data"),
        pytest.param("State-gov", " State-gov ", id="spaces in the file"),
    ],
)
def test_values_are_matched_by_their_text(levels, value, text):
    assert levels(f"{text};label;*\n").build(column(value)).labels[1] == ("label",)


def test_other_values_of_the_file_are_welcome(levels):
    kind = levels("a;A;*\nz;Z;Y;*\n\n;;\nb;B,;;\n")
    hierarchy = kind.build(column("a"))
    assert [names[0] for names in hierarchy.labels] == ["a", "a", "A", "*"]


def test_missing_levels_end_in_a_star(levels):
    assert levels("a;A\nb;B\n").build(column("a", "b")).labels[-1] == ("*",)
    without = levels("a;A\nb;B\n", top=False).build(column("a", "b"))
    assert without.labels[-1] == ("A", "B")


def test_a_missing_value_is_not_called_like_the_others(levels):
    hierarchy = levels("a;any\nb;any\n").build(column("a", "b", None))
    assert hierarchy.labels[1:] == (("any", None), ("*",))


def test_contradicting_lines(levels):
    kind = levels("a;A;*\na;A;*\nb;B;*\na;B;*\n")
    with pytest.raises(HierarchyError, match=r"line 4 of work\.csv.*for 'a'"):
        kind.build(column("a"))
    with pytest.raises(HierarchyError, match="line 4") as raised:
        kind.build(column("a", sensitive=True))
    assert "'a'" not in str(raised.value)


def test_an_empty_label(levels):
    with pytest.raises(HierarchyError, match=r"line 2 of work\.csv.*empty label"):
        levels("a;A;*\nb;;*\n").build(column("a"))


def test_values_that_are_not_covered(levels):
    values = Dictionary.build("work", ["a", "b", "c"], [1, 2, 3])
    with pytest.raises(
        HierarchyError, match=r"2 of 3 values \(5 rows\).*work\.csv.*'b'"
    ):
        levels("a;*\n").build(values)
    secret = Dictionary.build("work", ["a", "canary"], [1, 2], sensitive=True)
    with pytest.raises(HierarchyError, match=r"1 of 2 values \(2 rows\)") as raised:
        levels("a;*\n").build(secret)
    assert "canary" not in str(raised.value)


def test_levels_that_do_not_nest(levels):
    kind = levels("a;A;X;*\nb;A;Y;*\n")
    with pytest.raises(HierarchyError, match="two parents for 'A'"):
        kind.build(column("a", "b"))
    with pytest.raises(HierarchyError, match="two parents for a label"):
        kind.build(column("a", "b", sensitive=True))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(SourceError, match=r"none\.csv: the file cannot be read"):
        LevelsFile(tmp_path / "none.csv").build(column("a"))


def test_a_delimiter_is_one_character(tmp_path):
    with pytest.raises(HierarchyError, match="one character"):
        LevelsFile(tmp_path / "x.csv", delimiter="::")


def test_files_are_found_by_their_names(tmp_path):
    for name in ("adult_hierarchy_age.csv", "sex.csv", "adult_hierarchy_sex-age.csv"):
        (tmp_path / name).touch()
    found = find_levels_files(tmp_path, ["age", "sex", "race"])
    assert {column: path.name for column, path in found.items()} == {
        "age": "adult_hierarchy_age.csv",
        "sex": "sex.csv",
    }
    (tmp_path / "age.csv").touch()
    with pytest.raises(HierarchyError, match=r"adult_hierarchy_age\.csv, age\.csv"):
        find_levels_files(tmp_path, ["age"])
