# SPDX-License-Identifier: Apache-2.0
"""The line of a release appears with the release, or not at all."""

from __future__ import annotations

import pytest

from diversa.errors import TargetError
from diversa.ledger.ledger_entry import LedgerEntry
from ledger_releases import ANATOMY, MONDRIAN, lines, publish


def test_a_release_that_fails_leaves_no_line(tmp_path, own_ledger, monkeypatch):
    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr("diversa.record.placing.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        publish(tmp_path / "first", **MONDRIAN)
    assert lines(own_ledger) == ()


def test_a_run_that_came_between_is_noticed(tmp_path, own_ledger, monkeypatch):
    """Both looked into the ledger before either had written its line."""
    add = LedgerEntry._add

    def other_first(entry):
        monkeypatch.setattr(LedgerEntry, "_add", add)
        publish(tmp_path / "other", ledger=own_ledger, **ANATOMY)
        add(entry)

    monkeypatch.setattr(LedgerEntry, "_add", other_first)
    with pytest.raises(TargetError, match="another run has just published"):
        publish(tmp_path / "first", **MONDRIAN)
    assert not (tmp_path / "first").exists()
    assert [one.name for one in lines(own_ledger)] == ["other"]
