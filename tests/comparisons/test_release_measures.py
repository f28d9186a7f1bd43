# SPDX-License-Identifier: Apache-2.0
"""One of the releases that are compared: what it attains, risks and keeps."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from compared_figures import differences, frame
from diversa.attacks.table_groups import group_table
from diversa.comparisons.release_measures import from_manifest, rows_alike
from diversa.tables.table_input import TableInput
from manifests import whole


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


def test_rows_that_look_alike_count_together():
    """Two groups by their number that show the same quasi-identifiers."""
    table = TableInput.of(
        pd.DataFrame({"zip": ["1*"] * 3 + ["2*"], "group": [1, 1, 2, 3]}),
        quasi_identifiers=["zip", "group"],
    )
    examined = group_table(table)
    assert rows_alike(examined, ("zip", "group")).tolist() == [2, 1, 1]
    assert rows_alike(examined, ("zip",)).tolist() == [3, 1]


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
