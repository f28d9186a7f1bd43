# SPDX-License-Identifier: Apache-2.0
"""The options that bound the memory and the threads of a command."""

from __future__ import annotations

import pytest

from diversa.engines.duckdb import engine as duckdb

AUDIT = ("--qi", "zip,born", "--sensitive", "condition")


@pytest.fixture
def started(monkeypatch):
    """The limits of every engine that a command starts."""
    found = []

    def session(**limits):
        found.append(limits)
        return real(**limits)

    real = duckdb.DuckDBSession
    monkeypatch.setattr(duckdb, "DuckDBSession", session)
    return found


@pytest.mark.usefixtures("hospital_table")
@pytest.mark.parametrize(
    "words",
    [
        ("anonymize", "hospital.csv", "--plan", "plan.toml", "--out", "out"),
        ("lattice", "hospital.csv", "--plan", "plan.toml"),
        ("suggest", "hospital.csv"),
        ("audit", "hospital.csv", *AUDIT),
        ("attack", "hospital.csv", *AUDIT),
    ],
    ids=lambda words: words[0],
)
def test_every_engine_of_a_command_has_the_limits(diversa, started, words):
    done = diversa(*words, "--memory", "500MB", "--threads", "1", "--json")
    assert done.code == 0, done.stderr
    assert started == [{"memory_limit": "500MB", "threads": 1}]


def test_a_release_is_audited_within_the_limits(diversa, hospital_table, started):
    diversa("anonymize", hospital_table, "--plan", "plan.toml", "--out", "out")
    started.clear()
    for command in ("audit", "attack", "report"):
        assert diversa(command, "out", "--threads", "1").code == 0
        assert started == [{"memory_limit": None, "threads": 1}]
        started.clear()


@pytest.mark.parametrize(
    ("option", "given"), [("--memory", "lots"), ("--threads", "0")]
)
def test_bad_limits_are_bad_input(diversa, hospital_table, option, given):
    done = diversa("audit", hospital_table, *AUDIT, option, given)
    assert done.code == 2
    assert f"{option[2:]}: must be" in done.stderr
