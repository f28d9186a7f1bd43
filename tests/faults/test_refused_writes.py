# SPDX-License-Identifier: Apache-2.0
"""No space at any step, or another run at the same place: exit 2, nothing half."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import threading
from contextlib import contextmanager

import pytest
from click.testing import CliRunner

from diversa.cli.main import main
from diversa.files.locks import lock
from killed_runs import no_space
from snapshots import files_of

IS_SOAKED = int(os.environ.get("DIVERSA_TIMES", "1")) > 1
STRIDE = 1 if IS_SOAKED else 4
"""By default every fourth step is tried."""

ROLES = ["--qi", "zip,age", "--sensitive", "ill"]
RUNS = {
    "anonymize": [
        *("anonymize", "table.csv", "--identifier", "name", *ROLES),
        *(
            "--model",
            "k-anonymity:2",
            "--method",
            "mondrian",
            "--labels",
            "tight",
            "--out",
            "release",
        ),
        *("--identifiers-as", "tokens", "--tokens", "tokens.csv"),
    ],
    "republish": [
        *("republish", "table.csv", "--key", "name", "--register", "register.json"),
        *("--first", *ROLES, "--model", "m-invariance:2", "--out", "release"),
    ],
}

WRITES = {
    "report": (["report", "table.csv", *ROLES, "--out", "page.html"], ["page.html"]),
    "sweep": (
        [
            *("sweep", "table.csv", *ROLES, "--model", "k-anonymity:2"),
            *("--over", "k=2,3", "--out", "sweep.csv", "--picture", "sweep.svg"),
        ],
        ["sweep.csv", "sweep.svg"],
    ),
    "demo": (["demo", "--out", "demo"], ["demo/release/manifest.json"]),
}
"""Commands that write files which are no release, and what appears at last."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a small table, and one for what is spilled."""
    spill = tmp_path / "spill"
    spill.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(spill))
    monkeypatch.chdir(tmp_path)
    rows = [f"Name{n},{13050 + n % 2},{20 + n % 3},ill {n % 4}" for n in range(8)]
    (tmp_path / "table.csv").write_text("\n".join(["name,zip,age,ill", *rows]) + "\n")
    return tmp_path


def run(words):
    done = CliRunner().invoke(main, words)
    return done.exit_code, done.stderr


def clear(folder):
    """Remove what a run has published, and what it could not tidy up."""
    for path in folder.iterdir():
        if path.is_dir() and path.name != "spill":
            shutil.rmtree(path)
        elif path.is_file() and path.name != "table.csv":
            path.unlink()
    for path in (folder / "spill").iterdir():
        shutil.rmtree(path)


@pytest.mark.parametrize("command", RUNS)
def test_no_space_at_any_step(command, folder):
    before = files_of(folder)
    for step in range(2, 200, STRIDE):
        with no_space(folder, step) as watch:
            code, said = run(RUNS[command])
        if watch.steps < step:
            break
        if code == 0:  # nothing that matters: what is there already, or tidying up
            assert (folder / "release" / "manifest.json").is_file()
            clear(folder)
            continue
        assert code == 2, (step, said)
        assert "No space left on device" in said
        assert files_of(folder) == before, step
    assert step > 20


@pytest.mark.parametrize("command", WRITES)
@pytest.mark.parametrize("step", [0, 1])
def test_no_space_for_a_text(command, step, folder, monkeypatch):
    """The disk is full when a file is written, not only when it is opened."""
    words, written = WRITES[command]
    old = [name for name in written if "/" not in name]
    for name in old:
        (folder / name).write_text("what was there before")
    before = files_of(folder)
    with no_space_in_writes(monkeypatch, step) as writes:
        code, said = run(words)
    if command == "report" and step == 1:  # it writes one file only
        assert code == 0, said
        return
    assert len(writes) > step
    assert code == 2, said
    assert "No space left on device" in said
    assert files_of(folder) == before
    assert not (folder / "demo").exists()


@contextmanager
def no_space_in_writes(monkeypatch, step):
    """Let a text that is written find no space, from the n-th one on."""
    writes, opened = [], os.fdopen

    def fdopen(handle, mode="r", *words, **others):
        file = opened(handle, mode, *words, **others)
        if mode == "w":
            writes.append(file)
            if len(writes) > step:
                file.close()
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return file

    with monkeypatch.context() as patch:
        patch.setattr(os, "fdopen", fdopen)
        yield writes


@pytest.mark.parametrize("command", RUNS)
def test_another_run_is_there_already(command, folder):
    place = folder / ("release" if command == "anonymize" else "register.json")
    begun, done = threading.Event(), threading.Event()

    def other():
        with lock(place, "out"):
            begun.set()
            done.wait()

    thread = threading.Thread(target=other)
    thread.start()
    begun.wait()
    try:
        code, said = run(RUNS[command])
    finally:
        done.set()
        thread.join()
    assert code == 2
    assert "is being written by another run" in said
    assert set(files_of(folder)) == {"table.csv"}
