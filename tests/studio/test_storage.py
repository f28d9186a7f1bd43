# SPDX-License-Identifier: Apache-2.0
"""What is kept is for its owner only, and whole or not there."""

from __future__ import annotations

import stat
import subprocess
import sys

import pytest

from diversa.errors import InputError
from diversa.studio.storage import Storage, write_private


@pytest.fixture
def storage(tmp_path):
    made = Storage(tmp_path / "studio")
    made.make_project("p1")
    return made


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_only_the_owner_reads_what_is_kept(storage):
    file = storage.upload("p1", "People.CSV", [b"a,b\n", b"1,2\n"], limit=100)
    write_private(storage.plan("p1"), "[roles]\n")
    assert file.read_bytes() == b"a,b\n1,2\n"
    every = [storage.folder, *storage.folder.rglob("*")]
    folders = {mode(path) for path in every if path.is_dir()}
    files = {mode(path) for path in every if path.is_file()}
    assert (folders, files) == ({0o700}, {0o600})


@pytest.mark.parametrize("name", ["..", "a/b", "", "a.b", "ä"])
def test_a_project_is_no_path(storage, name):
    with pytest.raises(InputError, match="no such project"):
        storage.project(name)


def test_what_a_killed_server_left_of_a_project_is_removed(tmp_path):
    """Uploads, also from before there were marks, and projects half removed."""
    killed = KILLED.format(folder=str(tmp_path / "studio"))
    with subprocess.Popen(
        [sys.executable, "-c", killed], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout.readline() == "written\n"
        storage = Storage(tmp_path / "studio")
        storage.sweep_projects(["known"])
        names = {path.name for path in (storage.folder / "projects").iterdir()}
        assert names == {"upload", "removed", "known", "whole"}  # it still works
        server.kill()
    before = storage.folder / "projects" / "before" / "source"
    before.mkdir(parents=True)
    (before / "tmpabc.csv").write_text("Mueller,flu")
    scratch = storage.project("known") / "downloads" / "1" / "tmpabc"
    scratch.mkdir(parents=True)
    (scratch / "release.parquet").write_bytes(b"PAR1")
    storage.sweep_projects(["known"])
    assert not scratch.exists()
    names = {path.name for path in (storage.folder / "projects").iterdir()}
    assert names == {"known", "whole"}
    assert not (storage.project("known") / "unfinished").exists()
    assert list(storage.source("known").iterdir()) == []
    assert storage.plan("whole").exists()


def test_temporary_files_of_a_killed_server_are_removed(tmp_path):
    """What a page was uploading is kept there until it is whole."""
    killed = UPLOADING.format(folder=str(tmp_path / "studio"))
    with subprocess.Popen(
        [sys.executable, "-c", killed], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout.readline() == "written\n"
        storage = Storage(tmp_path / "studio")
        own = storage.temporary_folder()
        (own / "tmpabc").write_text("Mueller,flu")
        storage.sweep_temporary()
        assert len(list(own.parent.glob("*/tmp*"))) == 2  # both still work
        server.kill()
    (own.parent / "tmpold").write_text("Mueller,flu")  # without a mark
    storage.sweep_temporary()
    assert [path.parent for path in own.parent.glob("*/tmp*")] == [own]
    assert list(own.parent.iterdir()) == [own]
    storage.close()
    assert list(own.parent.iterdir()) == []


UPLOADING = """
import time
from pathlib import Path
from diversa.studio.storage import Storage
storage = Storage(Path({folder!r}))
(storage.temporary_folder() / "tmp12345").write_text("Mueller,flu")
print("written", flush=True)
time.sleep(600)
"""

KILLED = """
import time
from pathlib import Path
from diversa.studio.storage import Storage
storage = Storage(Path({folder!r}))
for name in ("upload", "removed", "known", "whole"):
    storage.make_project(name)
for name in ("removed", "known", "whole"):
    storage.plan(name).write_text("")
storage.finish("whole")

def chunks():
    yield b"name,illness\\nMueller,flu\\n"
    (storage.source("known") / "tmp12345").write_text("Mueller")
    print("written", flush=True)
    time.sleep(600)

storage.upload("upload", "people.csv", chunks(), limit=10**6)
"""
