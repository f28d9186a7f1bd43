# SPDX-License-Identifier: Apache-2.0
"""Folders that may not be written to, files that may not grow: exit 2, nothing half."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager

import pytest

from examples import TIMES
from snapshots import files_of

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="needs limits and permissions of Linux"
)

ROLES = ["--qi", "zip,age", "--sensitive", "ill", "--model"]
TOKENS = ["--identifier", "name", "--identifiers-as", "tokens", "--tokens"]


def anonymize(out, tokens):
    return [
        *(
            "anonymize",
            "table.csv",
            *ROLES,
            "k-anonymity:2",
            "--method",
            "mondrian",
            "--labels",
            "tight",
        ),
        *(*TOKENS, tokens, "--out", out),
    ]


def republish(out, register):
    return [
        *("republish", "table.csv", "--key", "name", "--register", register, "--first"),
        *(*ROLES, "m-invariance:2", "--out", out),
    ]


@pytest.fixture
def runner(emptied):
    """A program that runs commands in a folder with a table and a shut folder."""
    rows = [f"Name{n},{13050 + n % 2},{20 + n % 3},ill {n % 4}" for n in range(8)]
    lines = ["name,zip,age,ill", *rows]
    (emptied.folder / "table.csv").write_text("\n".join(lines) + "\n")
    shut = emptied.folder / "shut"
    shut.mkdir()
    shut.chmod(0o555)
    yield emptied
    shut.chmod(0o755)


@pytest.mark.parametrize(
    "words",
    [
        anonymize("shut/release", "tokens.csv"),
        anonymize("release", "shut/tokens.csv"),
        republish("shut/release", "register.json"),
        republish("release", "shut/register.json"),
    ],
    ids=["release", "tokens", "series", "register"],
)
def test_a_folder_that_may_not_be_written_to(words, runner):
    before = files_of(runner.folder)
    code, said, _ = runner.run(*words, weak=True)
    assert code == 2, said
    assert "Name" not in said.replace("FileName", "")
    assert files_of(runner.folder) == before
    assert list((runner.folder / "tmp").iterdir()) == []


def test_the_same_folder_opens_where_permissions_do(runner):
    (runner.folder / "shut").chmod(0o755)
    words = anonymize("shut/release", "shut/tokens.csv")
    code, said, _ = runner.run(*words, weak=True)
    assert code == 0, said


@pytest.mark.parametrize("command", [anonymize, republish])
def test_files_that_may_not_grow(command, runner):
    """As under a quota: a write fails wherever a file gets too large."""
    words = command("release", "secret.json" if command is republish else "secret.csv")
    before = files_of(runner.folder)
    refused = 0
    for largest in [2_500, 4_000, 9_000, 20_000, *range(30_000, 10_000 * TIMES, 9_000)]:
        code, said, _ = runner.run(*words, largest=largest)
        if code == 0:
            break
        assert code == 2, (largest, said)
        assert files_of(runner.folder) == before, largest
        assert list((runner.folder / "tmp").iterdir()) == []
        refused += 1
    assert refused > 2
    assert runner.run(*words)[0] in (0, 2)  # it is there already, or appears now


@contextmanager
def small_disk(folder, size):
    """A file system of so many bytes; skips where none can be mounted."""
    words = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if (
        os.geteuid()
        or subprocess.run(words, capture_output=True, check=False).returncode
    ):
        pytest.skip("no file system can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("size", [8_192, 65_536, 131_072])
def test_a_disk_that_is_full(size, runner):
    disk = runner.folder / "disk"
    disk.mkdir()
    with small_disk(disk, size):
        code, said, _ = runner.run(*anonymize("disk/release", "tokens.csv"))
        if code:
            assert code == 2, said
            assert list(disk.iterdir()) == []
            assert not (runner.folder / "tokens.csv").exists()
        else:
            assert (disk / "release" / "manifest.json").is_file()
