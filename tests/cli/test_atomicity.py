# SPDX-License-Identifier: Apache-2.0
"""A run that fails or is stopped leaves the old release, and nothing half done."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from diversa.engines.duckdb.engine import DuckDBEngine
from snapshots import files_of

WORDS = ["--plan", "plan.toml", "--out", "release", "--replace"]


@pytest.fixture
def published(diversa, hospital_table, folder, made_once):
    ran = made_once("replaced", lambda: diversa("anonymize", hospital_table, *WORDS))
    assert ran.code == 0
    return files_of(folder)


def half_written(_engine, _table, target, **_):
    """Write half a file, then fail."""
    target.write_text("zip,born\n130")
    raise RuntimeError("the disk is gone")


def interrupted(_engine, _table, target, **_):
    """Write half a file, then be stopped."""
    target.write_text("zip,born\n130")
    raise KeyboardInterrupt


def full(_engine, _table, target, **_):
    """Write half a file, then find no space."""
    target.write_text("zip,born\n130")
    raise OSError(28, "No space left on device", str(target))


@pytest.mark.parametrize(
    ("write", "code"), [(half_written, 3), (interrupted, 130), (full, 2)]
)
def test_failure_while_writing(
    diversa, hospital_table, folder, published, monkeypatch, write, code
):
    monkeypatch.setattr(DuckDBEngine, "write", write)
    assert diversa("anonymize", hospital_table, *WORDS).code == code
    assert files_of(folder) == published
    again = diversa("anonymize", hospital_table, "--plan", "plan.toml", "--out", "new")
    assert again.code == code
    assert files_of(folder) == published
    assert not (folder / "new").exists()


def test_release_that_does_not_hold_is_not_published(
    diversa, hospital_table, folder, published, monkeypatch
):
    def spoiled(self, table, target, **options):
        write(self, table, target, **options)
        head, *rows = target.read_text().splitlines()
        rows[0] = rows[0].replace(rows[0].split(",")[1], "alone", 1)
        target.write_text("\n".join([head, *rows]) + "\n")

    write = DuckDBEngine.write
    monkeypatch.setattr(DuckDBEngine, "write", spoiled)
    done = diversa("anonymize", hospital_table, *WORDS)
    assert done.code == 3
    assert "does not hold; not released" in done.stderr
    assert files_of(folder) == published


def test_a_release_is_not_replaced_unasked(diversa, hospital_table, folder, published):
    done = diversa("anonymize", hospital_table, *WORDS[:-1])
    assert done.code == 2
    assert "'release' holds a release already" in done.stderr
    assert "or say --replace" in done.stderr
    assert files_of(folder) == published


@pytest.mark.usefixtures("published")
def test_what_is_replaced_is_told(diversa, hospital_table, folder):
    rows = len((folder / "release" / "release.csv").read_text().splitlines()) - 1
    stricter = diversa("anonymize", hospital_table, *WORDS, "--model", "k-anonymity:9")
    assert stricter.code == 0
    replaced = f"the release of {rows} of 300 rows by full-domain with k-anonymity:5,"
    assert f"Replaced: {replaced} entropy-l-diversity:3,on=" in stricter.stdout
    again = diversa("anonymize", hospital_table, *WORDS, "--json").json
    assert again["replaced"].endswith("with k-anonymity:9")


SLOW = """
import os, sys, time
from diversa import pipeline
from diversa.cli import anonymize
from diversa.cli.main import main
from diversa.engines.duckdb.engine import DuckDBEngine
write = DuckDBEngine.write
def slowly(self, table, target, **options):
    write(self, table, target, **options)
    print(os.getpid(), flush=True)
    time.sleep(60)
DuckDBEngine.write = slowly
for _ in range(2):
    child = os.fork()
    if not child:
        main(sys.argv[1:])
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Runs a command in two processes, one after the other, that are long at writing."""


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.usefixtures("keyboard")
def test_stopped_by_a_signal(hospital_table, folder, published):
    with subprocess.Popen(
        [sys.executable, "-c", SLOW, "anonymize", str(hospital_table), *WORDS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        for number in (signal.SIGINT, signal.SIGTERM):
            writing = running.stdout.readline()
            time.sleep(0.1)
            os.kill(int(writing), number)
            assert int(running.stdout.readline()) == 128 + number
            assert files_of(folder) == published
        _, said = running.communicate(timeout=300)
    assert said == "error: stopped\n" * 2
