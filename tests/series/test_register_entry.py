# SPDX-License-Identifier: Apache-2.0
"""A release is announced in its register, published, then confirmed."""

from __future__ import annotations

import hashlib
import json

import pytest

from diversa.series.register import Announcement, Register, read_register
from diversa.series.register_entry import RegisterEntry, settle_register

ROWS = b"age,ill\n30,flu\n"
FIRST, SECOND = "a" * 64, hashlib.sha256(ROWS).hexdigest()
BEFORE = Register("who", "ill", 2, (FIRST,))
AFTER = Register("who", "ill", 2, (FIRST, SECOND))


@pytest.fixture
def register(tmp_path):
    path = tmp_path / "register.json"
    path.write_text(BEFORE.text())
    return path


@pytest.fixture
def announced(tmp_path):
    """The second release, which nobody has published yet."""
    hidden = tmp_path / ".february.diversa-x" / "release.csv"
    hidden.parent.mkdir()
    hidden.write_bytes(ROWS)
    return Announcement(tmp_path / "february" / "release.csv", hidden, BEFORE)


def releases(path):
    return read_register(path).releases


def test_a_register_with_an_announcement_is_read_as_it_was_written(register, announced):
    with RegisterEntry(register, AFTER, announced) as entry:
        entry.appear()
        content = json.loads(register.read_text())
        assert json.loads(read_register(register).text()) == content
        assert releases(register) == (FIRST, SECOND)
        assert content["announcement"]["before"]["releases"] == [FIRST]
        entry.confirm()
    assert "announcement" not in json.loads(register.read_text())
    assert releases(register) == (FIRST, SECOND)
    assert register.stat().st_mode & 0o777 == 0o600


def test_what_is_withdrawn_was_never_announced(register, announced, tmp_path):
    before = register.read_bytes()
    with RegisterEntry(register, AFTER, announced) as entry:
        entry.appear()
        entry.withdraw()
    assert register.read_bytes() == before
    new = tmp_path / "new.json"
    with RegisterEntry(new, AFTER, announced) as entry:
        entry.appear()
        assert new.exists()
        entry.withdraw()
    assert not new.exists()


def kill_after_announcing(path, announcement):
    with RegisterEntry(path, AFTER, announcement) as entry:
        entry.appear()


def test_a_release_in_its_place_is_confirmed(register, announced):
    kill_after_announcing(register, announced)
    announced.hidden.parent.rename(announced.file.parent)
    settle_register(register)
    assert releases(register) == (FIRST, SECOND)
    assert read_register(register).announcement is None


def test_a_release_that_is_still_hidden_is_rolled_back(register, announced):
    kill_after_announcing(register, announced)
    settle_register(register)
    assert releases(register) == (FIRST,)
    assert read_register(register).announcement is None


def test_a_first_release_that_is_still_hidden_has_no_register(announced, tmp_path):
    path = tmp_path / "new.json"
    first = Announcement(announced.file, announced.hidden, None)
    kill_after_announcing(path, first)
    settle_register(path)
    assert not path.exists()


def test_a_release_that_is_nowhere_may_have_been_seen(register, announced):
    kill_after_announcing(register, announced)
    announced.hidden.unlink()
    settle_register(register)
    assert releases(register) == (FIRST, SECOND)
    assert read_register(register).announcement is None
