# SPDX-License-Identifier: Apache-2.0
"""Headers of text files: names of columns, and values that are none."""

from __future__ import annotations

from diversa.engines.text_header import column_names, row_places

ROWS = [
    ["Ann", "13053", "28", "F", "flu"],
    ["Bob", "13068", "29", "M", "asthma"],
    ["Cleo", "14850", "41", "F", "flu"],
]

HEADER = ["name", "zip", "age", "sex", "ill"]


def test_names_are_stripped_like_fields():
    assert column_names(["a ", ""], header=True, trim=True) == ("a", "column2")
    assert column_names(["a ", ""], header=True, trim=False) == ("a ", "column2")


def test_values_in_the_first_line_are_seen_by_how_they_are_written_or_repeat():
    assert row_places(ROWS) == [1, 2, 3, 4]
    assert row_places([HEADER, *ROWS]) == []
    assert row_places([HEADER]) == []


def test_a_header_that_was_pasted_in_is_a_header():
    assert row_places([HEADER, *ROWS, HEADER, *ROWS]) == []


def test_words_above_numbers_are_names_also_of_a_column_that_has_its_name():
    named = [["smoker", "age", "born"], ["smoker", "30", "1990-01-02"]]
    assert row_places(named) == []
    # As many columns tell one way as the other: the file is refused.
    assert row_places([["Ann", "x"], ["Bob", "34"], ["Ann", "35"]]) == [0]
    # A word for a missing value names nothing.
    unknown = ["Ann", "unknown", "NA"]
    assert row_places([unknown, ["Ann", "34", "7"], ["Bob", "35", "8"]]) == [0]


def test_an_empty_name_is_no_value():
    assert row_places([["", "a"], ["", "b"], ["x"]]) == []
