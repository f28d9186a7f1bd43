# SPDX-License-Identifier: Apache-2.0
"""The folder for raw values: its owner's only, and gone when it is done."""

from __future__ import annotations

import tempfile

import pytest

from diversa.files.spill import LOCK, PREFIX, SpillFolder, make_spill, remove_spill


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_only_its_owner_may_look_into_it_and_it_goes(temporary):
    with SpillFolder() as spill:
        assert spill.path.parent == temporary
        assert spill.path.stat().st_mode & 0o777 == 0o700
        (spill.path / "raw.csv").write_text("Alice")
    assert list(temporary.iterdir()) == []


def test_what_a_killed_run_left_is_swept_and_what_a_live_one_has_stays(temporary):
    dead, bare = temporary / f"{PREFIX}dead", temporary / f"{PREFIX}bare"
    other = temporary / "diversa-results"
    for folder in (dead, bare, other):
        folder.mkdir()
    (dead / LOCK).touch()
    (dead / "raw.csv").write_text("Alice")
    live, handle = make_spill()
    try:
        with SpillFolder() as spill:
            assert set(temporary.iterdir()) == {other, live, spill.path}
    finally:
        remove_spill(live, handle)


def test_what_others_leave_is_looked_for_again_after_a_while(temporary, monkeypatch):
    dead = temporary / f"{PREFIX}dead"
    with SpillFolder():
        dead.mkdir()
        with SpillFolder():
            assert dead.exists()
        monkeypatch.setattr("diversa.files.spill.SELDOM", 0.0)
        with SpillFolder():
            assert not dead.exists()


def test_a_folder_that_is_forgotten_goes_too(temporary):
    spill = SpillFolder()
    assert list(temporary.iterdir()) == [spill.path]
    del spill
    assert list(temporary.iterdir()) == []
