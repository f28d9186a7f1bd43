# SPDX-License-Identifier: Apache-2.0
"""Rows of an original in published groups: by labels, by hierarchies, by recodings."""

from __future__ import annotations

import diversa
from diversa.models.verdict import Verdict
from people_releases import publish, visits

REGIONS = [[f"1{number}", region, "*"] for number, region in enumerate("nnss")]


def test_labels_that_do_not_say_their_values_need_a_hierarchy(tmp_path):
    frame = visits()
    words = {"hierarchies": {"age": [20, 40], "zip": REGIONS}, "least": {"zip": 1}}
    publish(frame, tmp_path / "out", **words, greatest={"zip": 1})
    alone = diversa.audit_release(tmp_path / "out", reference=frame)
    assert alone.verdict is Verdict.UNDECIDED
    assert "--hierarchy zip=FILE" in alone.audit.models[0].reason
    given = {"hierarchies": {"zip": REGIONS}}
    found = diversa.audit_release(tmp_path / "out", reference=frame, **given)
    assert (found.verdict, found.problems) == (Verdict.HOLDS, ())


def test_a_saved_recoding_says_it_too(tmp_path):
    frame, saved = visits(), tmp_path / "recoding.json"
    words = {"hierarchies": {"age": [20, 40], "zip": REGIONS}, "least": {"zip": 1}}
    publish(frame, tmp_path / "out", **words, greatest={"zip": 1}, recoding=saved)
    found = diversa.audit_release(tmp_path / "out", reference=frame, recoding=saved)
    assert (found.verdict, found.problems) == (Verdict.HOLDS, ())


def test_a_missing_value_has_its_own_group(tmp_path):
    frame = visits()
    frame.loc[frame["zip"] == "10", "zip"] = None
    publish(frame, tmp_path / "out", models="k-anonymity:2")
    found = diversa.audit_release(tmp_path / "out", reference=frame)
    assert (found.verdict, found.problems) == (Verdict.HOLDS, ())
