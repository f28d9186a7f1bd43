# SPDX-License-Identifier: Apache-2.0
"""What a manifest promises of the files beside it."""

from __future__ import annotations

import pytest

from diversa.data.missing import MissingPolicy
from diversa.release.manifest import Manifest
from diversa.release.promise import Promise
from manifests import whole


def promise(**parts):
    manifest = whole(
        columns=["zip"],
        promise={"models": ["k-anonymity:2"], **parts.pop("promise", {})},
        files={"release.csv": {"sha256": "a"}, "sensitive.csv": {"sha256": "b"}},
        **parts,
    )
    return Promise.of(Manifest.from_json(manifest))


@pytest.mark.parametrize(
    ("policy", "wanted"), [(None, "raise"), ("drop", "raise"), ("worst", "worst")]
)
def test_no_missing_value_is_left_where_such_rows_were_dropped(policy, wanted):
    assert promise(promise={"missing": policy}).missing is MissingPolicy(wanted)


@pytest.mark.parametrize(("how", "gone"), [("drop", 3), ("star", 0)])
def test_starred_rows_are_not_gone(how, gone):
    assert promise(promise={"suppression": how}, suppressed=3).suppressed == gone


def test_the_files_are_known_by_their_names():
    assert promise().data_file == "release.csv"
    assert promise().secret_file == "sensitive.csv"
