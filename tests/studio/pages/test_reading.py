# SPDX-License-Identifier: Apache-2.0
"""The first rows are shown as they are read."""

from __future__ import annotations

from diversa.studio.pages.reading import FIRST_ROWS, ReadingPanel, short_rows, words_of


def test_words_stand_between_commas():
    assert words_of(" ?, NA ,") == ["?", "NA"]


def test_rows_are_few_and_short():
    rows = short_rows([["x" * 90, "y"]] * 50)
    assert len(rows) == FIRST_ROWS
    assert rows[0] == ["x" * 40, "y"]


def test_a_text_file_shows_its_rows_and_its_form(step, draw):
    text = draw(ReadingPanel(step).draw)
    assert "Read as utf-8, with comma , between columns." in text
    assert "Between columns" in text
    assert "condition" in text
