# SPDX-License-Identifier: Apache-2.0
"""The original of compared releases."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from compared_figures import NAMES, compare, frame
from diversa.attacks.table_groups import group_table
from diversa.comparisons.original import not_suppressed, read_original
from diversa.data.read_options import ReadOptions
from diversa.errors import InputError
from diversa.tables.table_input import TableInput
from paper_tables import FIGURE_1


def test_starred_rows_are_suppressed():
    starred = frame((2, 1, 1))
    starred.loc[:3, list(NAMES)] = "*"
    comparison = compare(starred, frame((2, 1, 1)), original=frame())
    lost = comparison.first.utility
    assert (lost.suppressed, lost.groups) == (4, 2)
    assert lost.measured["loss"]["zip"] == pytest.approx((4 + 8 / 3) / 12)
    assert comparison.second.utility.suppressed == 0


def test_another_original_is_refused():
    strangers = frame()
    strangers["zip"] = "99999"
    with pytest.raises(InputError, match="2 labels of 'zip' stand for nothing"):
        compare(frame((2, 1, 1)), frame((2, 1, 1)), original=strangers)
    small = frame(rows=[*FIGURE_1.rows[:4], *FIGURE_1.rows[4:6], FIGURE_1.rows[8]])
    with pytest.raises(InputError, match="5 rows less than a release"):
        compare(frame((2, 1, 1)), frame((2, 1, 1)), original=small)


def test_a_hierarchy_says_what_labels_mean():
    """Labels that nobody could read by themselves."""
    coded = frame((2, 1, 1))
    coded["zip"] = coded["zip"].map({"130**": "north", "148**": "south"})
    levels = [
        ["13053", "north"],
        ["13068", "north"],
        ["14853", "south"],
        ["14850", "south"],
    ]
    comparison = compare(coded, coded, original=frame(), hierarchies={"zip": levels})
    assert comparison.first.utility.measured["loss"]["zip"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("ages", "kept"), [(["*", "2*"], [False, True]), (["*", "*"], [True])]
)
def test_rows_of_stars_are_suppressed_unless_all_are(ages, kept):
    frame_of_stars = pd.DataFrame({"zip": ["*", "*"], "age": ages})
    table = TableInput.of(frame_of_stars, quasi_identifiers=["zip", "age"])
    assert not_suppressed(group_table(table), ("zip", "age")).tolist() == kept


@pytest.mark.parametrize("quoted_missing", [True, False])
def test_the_original_is_read_as_the_user_asks(tmp_path, quoted_missing):
    """An empty text in quotes is missing, unless that is switched off."""
    path = tmp_path / "original.csv"
    path.write_text('zip,ill\n"",flu\n13001,cold\n')
    reading = ReadOptions(quoted_missing=quoted_missing)
    table = TableInput.of(path, quasi_identifiers="zip", sensitive="ill")
    original = read_original(path, replace(table, reading=reading))
    zips = original.cells.dictionary("zip")
    assert (zips.missing_code is not None) == quoted_missing
    assert ("" in zips.texts) != quoted_missing
