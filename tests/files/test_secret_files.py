# SPDX-License-Identifier: Apache-2.0
"""Secret files appear together, and go where the release does not appear."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

import pytest

from diversa.errors import TargetError
from diversa.files import secret_files
from diversa.files.secret_files import SecretFiles, can_link


@pytest.fixture(params=["same disk", "another disk"])
def folder(request, tmp_path, monkeypatch):
    """Where secrets go; raw values are spilled beside it."""
    spill, folder = tmp_path / "spill", tmp_path / "secrets"
    spill.mkdir()
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(spill))
    if request.param == "another disk":
        monkeypatch.setattr(secret_files, "can_link", lambda *_: False)
    yield folder
    assert list(spill.iterdir()) == []


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def write(text):
    return lambda file: file.write_text(text) and None


def test_files_appear_when_they_are_told_to(folder):
    with SecretFiles() as secrets:
        for name in ("tokens.csv", "mapping"):
            secrets.prepare(folder / name, write(name))
            assert not (folder / name).exists()
        places = secrets.places()
        secrets.appear_alone()
    assert names(folder) == ["mapping", "tokens.csv"]
    for name in names(folder):
        assert (folder / name).read_text() == name
        assert (folder / name).stat().st_mode & 0o777 == 0o600
        assert (folder / name).stat().st_ino == places[str(folder / name)]


def test_what_has_not_appeared_is_gone(folder):
    with SecretFiles() as secrets:
        secrets.prepare(folder / "tokens.csv", write("Alice"))
    assert names(folder) == []


def test_what_has_appeared_can_be_withdrawn(folder):
    with SecretFiles() as secrets:
        secrets.prepare(folder / "tokens.csv", write("Alice"))
        secrets.appear()
        secrets.withdraw()
    assert names(folder) == []


def test_a_file_of_somebody_else_is_left_alone(folder):
    with SecretFiles() as secrets:
        secrets.prepare(folder / "tokens.csv", write("Alice"))
        secrets.prepare(folder / "mapping.csv", write("Bob"))
        (folder / "mapping.csv").write_text("theirs")
        with pytest.raises(TargetError, match="another run made it meanwhile"):
            secrets.appear_alone()
    assert names(folder) == ["mapping.csv"]
    assert (folder / "mapping.csv").read_text() == "theirs"


def test_a_file_that_cannot_be_written_leaves_nothing(folder):
    def fail(file):
        file.write_text("Ali")
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"), SecretFiles() as secrets:
        secrets.prepare(folder / "tokens.csv", fail)
    assert names(folder) == []


def test_what_a_killed_run_left_is_swept(folder):
    (folder / ".tokens.csv.diversa-dead").write_text("Alice")
    (folder / ".other.csv.diversa-dead").write_text("of another file")
    with SecretFiles() as secrets:
        secrets.prepare(folder / "tokens.csv", write("Bob"))
        secrets.appear_alone()
    assert names(folder) == [".other.csv.diversa-dead", "tokens.csv"]


def test_a_name_that_cannot_be_taken_away_at_once_is_no_trace(tmp_path, monkeypatch):
    """A full disk may refuse even that: the run ends, and nothing leads to the file."""
    file = tmp_path / "spilled"
    file.write_text("raw")
    unlink, refused = Path.unlink, []

    def full(path, *, missing_ok=False):
        if not refused:
            refused.append(path)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", full)
    with pytest.raises(OSError, match="No space left"):
        can_link(file, tmp_path / "tokens.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["spilled"]
