# SPDX-License-Identifier: Apache-2.0
"""The parts of a record that are checked by themselves."""

from __future__ import annotations

import pytest

from diversa.record.record_parts import fingerprint, read_files


@pytest.mark.parametrize(
    "files",
    [
        {"../release.csv": {"sha256": ""}},
        {"/etc/release.csv": {"sha256": ""}},
        {"a\\release.csv": {"sha256": ""}},
        {"release.csv": {}},
        {"release.csv": {"sha256": 3}},
        {"release.csv": {"sha256": ""}, "release.parquet": {"sha256": ""}},
        {},
        [],
    ],
)
def test_files_stay_in_the_folder_and_one_is_the_release(files):
    with pytest.raises((ValueError, KeyError, AttributeError)):
        read_files(files)


def test_a_fingerprint_is_that_of_the_bytes(tmp_path):
    (tmp_path / "empty").write_bytes(b"")
    assert fingerprint(tmp_path / "empty").startswith("e3b0c44298fc1c149afb")


def test_files_are_read_with_their_fingerprints():
    assert read_files({"release.csv": {"sha256": "a"}}) == {"release.csv": "a"}
