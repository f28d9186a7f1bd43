# SPDX-License-Identifier: Apache-2.0
"""The place of the ledger."""

from __future__ import annotations

from pathlib import Path

import pytest

from diversa.errors import TargetError
from diversa.ledger.place import LedgerPlace, find_ledger, state_folder


def test_a_named_file_is_taken(tmp_path):
    found = find_ledger(tmp_path / "mine.json", is_written=False)
    assert found == LedgerPlace(tmp_path / "mine.json", is_named=True)


def test_the_environment_names_one(own_ledger):
    assert find_ledger(None, is_written=True).path == own_ledger
    assert find_ledger(True, is_written=False).path == own_ledger


def test_a_frame_leaves_no_line_unasked():
    assert find_ledger(None, is_written=False) is None
    assert find_ledger(False, is_written=True) is None


def test_none_is_kept_where_the_environment_says_so(monkeypatch, tmp_path):
    monkeypatch.setenv("DIVERSA_LEDGER", "none")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert find_ledger(None, is_written=True) is None
    usual = tmp_path / "diversa" / "ledger.json"
    assert find_ledger(True, is_written=True).path == usual


def test_the_usual_place_is_the_state_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("DIVERSA_LEDGER")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    found = find_ledger(None, is_written=True)
    assert found.path == tmp_path / "state" / "diversa" / "ledger.json"
    assert found.path.parent.stat().st_mode & 0o777 == 0o700
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert state_folder() == tmp_path / ".local" / "state"


def test_where_nothing_can_be_written_none_is_kept_unasked(monkeypatch, tmp_path):
    monkeypatch.delenv("DIVERSA_LEDGER")
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert find_ledger(None, is_written=True) is None
    with pytest.raises(TargetError, match="that can be written"):
        LedgerPlace(tmp_path / "file" / "x.json", is_named=True).check(None)


def test_never_inside_a_release(tmp_path):
    place = LedgerPlace(tmp_path / "out" / "ledger.json", is_named=True)
    with pytest.raises(TargetError, match="must not be inside the release"):
        place.check(tmp_path / "out")
    with pytest.raises(TargetError, match="got the folder"):
        LedgerPlace(Path(tmp_path), is_named=True).check(None)
