# SPDX-License-Identifier: Apache-2.0
"""How much a command says, and that none of it is a value."""

from __future__ import annotations

import logging

import pytest

from diversa.cli.talk import LOGGER, is_quiet

TABLE = "zip,age,zip,ill\n" + "13053,28,x,Canary-a\n13068,29,y,Canary-b\n" * 4
ROLES = ["--qi", "zip,age", "--sensitive", "ill"]


@pytest.fixture
def table(folder):
    (folder / "t.csv").write_text(TABLE)
    return folder / "t.csv"


def test_warnings_are_notes_on_standard_error(diversa, table):
    ran = diversa("audit", table, *ROLES)
    assert ran.code == 0
    assert ran.stderr.startswith("note: ")
    assert "column 3 has the name of column 1 and is called 'zip_2' here" in ran.stderr
    assert "note: " not in ran.stdout


def test_quiet_leaves_the_exit_code_and_the_errors(diversa, table):
    ran = diversa("audit", table, *ROLES, "--model", "k-anonymity:9", "--quiet")
    assert (ran.code, ran.stdout, ran.stderr) == (1, "", "")
    ran = diversa("audit", table, "--qi", "nothing", "-q")
    assert ran.code == 2
    assert ran.stderr.startswith("error: ")
    assert not is_quiet()


def test_quiet_leaves_json(diversa, table):
    ran = diversa("audit", table, *ROLES, "--quiet", "--json")
    assert ran.json["rows"] == 8


def test_verbose_says_what_is_done_and_no_value(diversa, table, folder):
    words = ["--model", "k-anonymity:2", "--out", folder / "release", "--verbose"]
    ran = diversa("anonymize", table, *ROLES, *words)
    assert ran.code == 0, ran.stderr
    assert "info: opened: 8 rows and 4 columns (csv)" in ran.stderr
    assert "info: search: " in ran.stderr
    assert "Canary" not in ran.stderr + ran.stdout
    assert "13053" not in ran.stderr


def test_both_are_refused(diversa, table):
    ran = diversa("audit", table, *ROLES, "--quiet", "--verbose")
    assert ran.code == 2
    assert "--verbose must come without --quiet" in ran.stderr


def test_loggers_are_as_they_were(diversa, table):
    before = LOGGER.level, list(LOGGER.handlers)
    diversa("audit", table, *ROLES, "--verbose")
    assert (LOGGER.level, list(LOGGER.handlers)) == before
    assert LOGGER.name == "diversa"
    assert isinstance(LOGGER, logging.Logger)
