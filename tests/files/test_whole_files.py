# SPDX-License-Identifier: Apache-2.0
"""Texts become files whole, all of them or none."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from diversa.files.locks import hidden_prefix
from diversa.files.whole_files import write_whole
from snapshots import files_of


def test_texts_become_files(tmp_path):
    (tmp_path / "old.csv").write_text("before")
    write_whole({tmp_path / "old.csv": "a,b\n", tmp_path / "new.svg": "<svg/>é"})
    assert files_of(tmp_path) == {"old.csv": b"a,b\n", "new.svg": "<svg/>é".encode()}
    assert (tmp_path / "new.svg").stat().st_mode & 0o777 == 0o644


def test_a_full_disk_leaves_what_was_there(tmp_path, monkeypatch):
    (tmp_path / "old.csv").write_text("before")
    opened = os.fdopen

    def refuse(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    class Full:
        def __init__(self, file):
            self.file = file

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.file.close()

        write = staticmethod(refuse)

    written = []

    def second_is_full(handle, *words, **others):
        file = opened(handle, *words, **others)
        written.append(file)
        return file if len(written) == 1 else Full(file)

    monkeypatch.setattr(os, "fdopen", second_is_full)
    with pytest.raises(OSError, match="No space left"):
        write_whole({tmp_path / "old.csv": "after", tmp_path / "new.svg": "<svg/>"})
    assert files_of(tmp_path) == {"old.csv": b"before"}


def test_a_link_leads_to_the_file(tmp_path):
    (tmp_path / "real.csv").write_text("before")
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    write_whole({tmp_path / "link.csv": "after"})
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_text() == "after"


def test_what_is_no_file_is_not_replaced():
    write_whole({Path(os.devnull): "text"})
    assert not Path(os.devnull).is_file()


def test_what_a_killed_run_left_is_removed(tmp_path):
    page = tmp_path / "page.html"
    (tmp_path / f"{hidden_prefix(page)}dead").write_text("half")
    write_whole({page: "whole"})
    assert files_of(tmp_path) == {"page.html": b"whole"}
