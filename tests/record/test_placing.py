# SPDX-License-Identifier: Apache-2.0
"""A release folder appears whole, or not at all."""

from __future__ import annotations

import tempfile

import pytest

from diversa.errors import TargetError
from diversa.files.spill import LOCK, PREFIX
from diversa.record.placing import appearing, reserve


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_folder_takes_the_place_of_an_older_release(tmp_path):
    target = tmp_path / "release"
    for content in ("old", "new"):
        with appearing(target, replace=content == "new") as folder:
            (folder / "manifest.json").write_text(content)
            assert folder.parent == tmp_path
    assert (target / "manifest.json").read_text() == "new"
    assert names(tmp_path) == ["release"]


def test_what_goes_wrong_leaves_everything_as_it_was(tmp_path):
    target = tmp_path / "release"

    def interrupted():
        with appearing(target) as folder:
            (folder / "release.csv").write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert names(tmp_path) == []


def test_raw_values_of_a_killed_run_go_also_where_the_next_one_is_refused(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    dead = tmp_path / f"{PREFIX}dead"
    dead.mkdir()
    (dead / LOCK).touch()
    (dead / "tokens.csv").write_text("Alice")
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(TargetError), reserve(tmp_path / "thesis.txt"):
        raise AssertionError("nothing must be done")
    assert names(tmp_path) == ["thesis.txt"]


def test_what_was_put_there_meanwhile_is_not_lost(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "manifest.json").write_text("old")
    with (
        pytest.raises(TargetError, match=r"'raw\.csv'"),
        appearing(tmp_path / "out", replace=True),
    ):
        (tmp_path / "out" / "raw.csv").write_text("the only copy")
    assert names(tmp_path) == ["out"]
    assert names(tmp_path / "out") == ["manifest.json", "raw.csv"]
