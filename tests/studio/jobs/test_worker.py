# SPDX-License-Identifier: Apache-2.0
"""A worker is a process with limits that tells of its progress and ends."""

from __future__ import annotations

import resource
from multiprocessing import Pipe

import pytest

from diversa.data.examples import HOSPITAL_PLAN, hospital, write_csv
from diversa.studio.jobs import worker
from diversa.studio.jobs.work import WEIGHTS, Work
from diversa.studio.jobs.worker import WorkerLimits, perform, start_worker


@pytest.fixture
def work(tmp_path):
    table = write_csv(hospital(rows=100), tmp_path / "hospital.csv")
    return Work(str(table), HOSPITAL_PLAN, str(tmp_path / "out"))


def heard(connection):
    words = []
    while connection.poll(60):
        words.append(connection.recv())
        if words[-1][0] != "phase":
            return words
    return words


def test_every_phase_is_told(work):
    here, there = Pipe(duplex=False)
    perform(work, there)
    words = heard(here)
    assert words[-1] == ("done",)
    phases = dict.fromkeys(word[1] for word in words[:-1])
    assert list(phases) == list(WEIGHTS)
    here.close()
    there.close()


def test_limits_are_set(monkeypatch, tmp_path):
    limits = {}
    monkeypatch.setattr(resource, "setrlimit", limits.__setitem__)
    monkeypatch.setattr(worker.tempfile, "tempdir", None)
    monkeypatch.setenv("TMPDIR", "")
    monkeypatch.delenv("DIVERSA_MEMORY", raising=False)
    monkeypatch.setenv("DIVERSA_MEMORY", "")
    monkeypatch.delenv("DIVERSA_MEMORY")
    worker.limit(WorkerLimits(10**9, str(tmp_path)))
    assert limits[resource.RLIMIT_DATA] == (10**9, 10**9)
    assert limits[resource.RLIMIT_CORE] == (0, 0)
    assert worker.tempfile.gettempdir() == str(tmp_path)
    assert worker.os.environ["DIVERSA_MEMORY"] == "500MB"


def test_a_killed_process_tells_no_end(work, tmp_path):
    """The one test with a process: it is killed before it can have ended."""
    started = start_worker(work, WorkerLimits(4 * 10**9, str(tmp_path)))
    started.kill()
    assert started.words.poll(60)
    with pytest.raises(EOFError):
        started.words.recv()
    started.join()
    assert not (tmp_path / "out").exists()
