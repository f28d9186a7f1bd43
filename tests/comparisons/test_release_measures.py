# SPDX-License-Identifier: Apache-2.0
"""One of the releases that are compared: what it attains, risks and keeps."""

from __future__ import annotations

import json
from dataclasses import replace

import pandas as pd
import pytest

from compared_figures import NAMES, compare, differences, frame
from diversa.attacks.table_groups import group_table
from diversa.comparisons.release_measures import (
    from_manifest,
    not_suppressed,
    read_original,
    rows_alike,
)
from diversa.data.read_options import ReadOptions
from diversa.errors import InputError
from diversa.tables.table_input import TableInput
from manifests import whole
from paper_tables import FIGURE_1


def test_what_is_left_is_measured_against_the_original(figures):
    left = differences(figures, "utility")
    assert left["classification-metric"].first == pytest.approx(4 / 12)
    assert left["classification-metric"].second == pytest.approx(6 / 12)
    assert left["classification-metric"].words == "A keeps more"
    assert left["discernibility"].first == left["discernibility"].second == 48
    lost = differences(figures, "loss")
    assert lost["zip"].first == pytest.approx(1 / 3)
    assert lost["zip"].second == pytest.approx(1 / 9)
    # Ages are numbers here: <30, 30-39 and >=40 of a range from 21 to 55, then <40.
    assert lost["age"].first == pytest.approx((8 + 6 + 8) / 34 / 3)
    assert lost["age"].second == pytest.approx((16 + 16 + 8) / 34 / 3)
    assert lost["nationality"].first == lost["nationality"].second == 1


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


def test_rows_that_look_alike_count_together():
    """Two groups by their number that show the same quasi-identifiers."""
    table = TableInput.of(
        pd.DataFrame({"zip": ["1*"] * 3 + ["2*"], "group": [1, 1, 2, 3]}),
        quasi_identifiers=["zip", "group"],
    )
    examined = group_table(table)
    assert rows_alike(examined, ("zip", "group")).tolist() == [2, 1, 1]
    assert rows_alike(examined, ("zip",)).tolist() == [3, 1]


@pytest.mark.parametrize(
    ("ages", "kept"), [(["*", "2*"], [False, True]), (["*", "*"], [True])]
)
def test_rows_of_stars_are_suppressed_unless_all_are(ages, kept):
    frame_of_stars = pd.DataFrame({"zip": ["*", "*"], "age": ages})
    table = TableInput.of(frame_of_stars, quasi_identifiers=["zip", "age"])
    assert not_suppressed(group_table(table), ("zip", "age")).tolist() == kept


def test_a_folder_states_its_method_and_its_metrics(tmp_path):
    manifest = whole(
        method="mondrian",
        labels="tight",
        metrics={"loss": 0.25, "discernibility": 48},
        promise={"models": ["k-anonymity:4"]},
        files={"release.csv": {"sha256": ""}},
    )
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    method, stated = from_manifest(tmp_path)
    assert (method, stated) == ("mondrian", {"loss": 0.25, "discernibility": 48.0})
    assert from_manifest(frame()) == (None, {})


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
