# SPDX-License-Identifier: Apache-2.0
"""A file without a header is refused, and nothing of its first row is told."""

from __future__ import annotations

import pytest

from diversa.data.read_options import ReadOptions
from diversa.engines.missing_header import check_header, row_places
from diversa.engines.text_file import inspect
from diversa.errors import SourceError

ROWS = [
    ["Ann", "13053", "28", "F", "flu"],
    ["Bob", "13068", "29", "M", "asthma"],
    ["Cleo", "14850", "41", "F", "flu"],
]
HEADER = ["name", "zip", "age", "sex", "ill"]


def test_values_in_the_first_line_are_seen_by_how_they_are_written_or_repeat():
    assert row_places(ROWS) == [1, 2, 3, 4]
    assert row_places([HEADER, *ROWS]) == []
    assert row_places([HEADER]) == []


def test_a_header_that_was_pasted_in_is_a_header():
    assert row_places([HEADER, *ROWS, HEADER, *ROWS]) == []


def test_an_empty_name_is_no_value():
    assert row_places([["", "a"], ["", "b"], ["x"]]) == []


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
