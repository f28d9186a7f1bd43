# SPDX-License-Identifier: Apache-2.0
"""What a manifest must look like, part by part."""

from __future__ import annotations

import pytest

from diversa.release.manifest_shape import (
    BOXES,
    COUNT,
    LARGEST,
    LATTICE,
    MANIFEST_SHAPE,
    NUMBER,
    Picture,
    is_every_pair,
    is_explained,
    is_files,
    is_of_one_time,
    is_spec,
)
from manifests import whole


def faults(shape, value):
    return [f"part{fault}" for fault in shape.faults(value)]


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        (0, True),
        (7, True),
        (-1, False),
        (True, False),
        (1.0, False),
        (10 * int(LARGEST), False),
    ],
)
def test_counts(value, fits):
    assert COUNT.fits(value) == fits


@pytest.mark.parametrize(
    ("value", "fits"),
    [(0.5, True), (-3, True), (True, False), (float("nan"), False), ("1", False)],
)
def test_numbers(value, fits):
    assert NUMBER.fits(value) == fits


def test_files_stay_in_the_folder():
    good = {"sha256": "ab"}
    assert is_files({"release.csv": good})
    for name in ("../release.csv", "/etc/passwd", "a\\b.csv"):
        assert not is_files({name: good})
    assert not is_files({"release.csv": {}})


def test_models_are_known_or_explain_themselves():
    audit = {"models": [{"spec": "k-anonymity:2"}, {"spec": "my-model:3"}]}
    assert is_spec("k-anonymity:2")
    assert not is_spec("my-model:3")
    assert not is_explained(audit)
    assert is_explained({**audit, "own_models": {"my-model:3": {}}})


def test_every_two_attributes_are_paired():
    def pair(*names):
        return {"attributes": list(names)}

    assert is_every_pair([pair("a", "b"), pair("c", "a"), pair("b", "c")])
    assert not is_every_pair([pair("a", "b"), pair("b", "c")])


def test_everything_was_measured_at_the_same_times():
    both = {"before": {}, "after": {}}
    assert is_of_one_time({"risk": both, "attacks": both, "group_sizes": [both]})
    after = {"after": {}}
    assert not is_of_one_time({"risk": both, "attacks": after, "group_sizes": []})


def test_two_kinds_of_pictures():
    assert faults(Picture(), {"nodes": [[1, 0.5, "holds"]]}) == []
    assert faults(Picture(), {"nodes": [[1, 0.5, "x"]]}) == [
        "part.nodes[0] must be a node"
    ]
    assert faults(Picture(), {}) == faults(BOXES, {}) != faults(LATTICE, {})


def test_the_whole_manifest():
    manifest = whole(
        promise={"models": ["k-anonymity:2"]}, files={"release.csv": {"sha256": ""}}
    )
    assert faults(MANIFEST_SHAPE, manifest) == []
    two = {"release.csv": {"sha256": ""}, "release.parquet": {"sha256": ""}}
    (fault,) = faults(MANIFEST_SHAPE, {**manifest, "files": two})
    assert fault.startswith("part.files must be names of files in the folder")
