# SPDX-License-Identifier: Apache-2.0
"""A key that only its owner can read."""

from __future__ import annotations

import stat

import pytest

from diversa.errors import SourceError, TargetError
from diversa.files.owner_key import owner_key


def test_a_key_is_made_once_and_read_again(tmp_path):
    path = tmp_path / "noise.key"
    key = owner_key(path)
    assert len(key) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert owner_key(path) == key
    assert owner_key(tmp_path / "other.key") != key


def test_a_key_that_others_can_read_is_refused(tmp_path):
    path = tmp_path / "noise.key"
    key = owner_key(path).hex()
    path.chmod(0o640)
    with pytest.raises(SourceError, match="by its owner only") as refusal:
        owner_key(path)
    assert key not in str(refusal.value)


@pytest.mark.parametrize("content", ["", "00ff", "not a key", "é"])
def test_another_file_is_refused(tmp_path, content):
    path = tmp_path / "notes.txt"
    path.write_text(content, encoding="utf-8")
    path.chmod(0o600)
    with pytest.raises(SourceError, match="must have a key of 32 bytes"):
        owner_key(path)
    with pytest.raises(TargetError, match="cannot write"):
        owner_key(tmp_path / "nowhere" / "noise.key")
