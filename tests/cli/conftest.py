# SPDX-License-Identifier: Apache-2.0
"""Commands run in this process, in a folder of their own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass

import pytest
from click.testing import CliRunner

from diversa.cli.main import main
from diversa.cli.talk import LOGGER
from diversa.data.examples import HOSPITAL_PLAN, hospital, inpatients, write_csv

FIGURE_1_PLAN = """\
[roles]
quasi_identifiers = ["zip", "age", "nationality"]
sensitive = ["condition"]

[hierarchies]
zip = { kind = "masking", length = 5, keep = 3 }
age = { kind = "intervals", cuts = [[30, 40], [40]] }
nationality = { kind = "suppression" }

[privacy]
models = ["k-anonymity:4"]

[search]
method = "full-domain"
"""
"""The hierarchies of the worked example: heights 3, 3 and 1, so 32 nodes."""


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    code: int
    stdout: str
    stderr: str

    @property
    def json(self):
        """The one JSON object on standard output."""
        found = json.loads(self.stdout)
        assert isinstance(found, dict)
        return found


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Every test has a working directory of its own, and leaves the log as it was."""
    inside, level = tmp_path / "work", LOGGER.level
    inside.mkdir()
    monkeypatch.chdir(inside)
    yield inside
    assert LOGGER.level == level


@pytest.fixture
def diversa():
    """Run a command in this process."""

    def run(*words) -> Ran:
        done = CliRunner().invoke(main, [str(word) for word in words])
        assert done.exception is None or isinstance(done.exception, SystemExit)
        return Ran(done.exit_code, done.stdout, done.stderr)

    return run


@pytest.fixture
def forked(program):
    """Run a command in a process of its own, in which all is imported already."""

    def run(*words, **environment) -> Ran:
        given = {**os.environ, **environment}
        return Ran(*program.command(*words, environment=given))

    return run


@pytest.fixture
def process():
    """Run a command as a user does: a process of its own."""

    def run(*words, **environment) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "diversa.cli.main", *map(str, words)],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, **environment},
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture(scope="session")
def first_made(tmp_path_factory):
    """A folder for what was made by the first test that needed it, and results."""
    return tmp_path_factory.mktemp("first"), {}


@pytest.fixture
def made_once(first_made, folder):
    """Fill the working directory by commands, or as they filled that of another test.

    Args of what it gives: a name for what is made, and a function that makes it.
    """
    place, results = first_made

    def fill(name, make):
        if name not in results:
            results[name] = make()
            shutil.copytree(folder, place / name)
        else:
            shutil.copytree(place / name, folder, dirs_exist_ok=True)
        return results[name]

    return fill


@pytest.fixture
def figure_1(folder):
    """Figure 1 of the l-diversity paper and a plan for it."""
    (folder / "plan.toml").write_text(FIGURE_1_PLAN, encoding="utf-8")
    return write_csv(inpatients(), folder / "inpatients.csv")


@pytest.fixture
def hospital_table(folder):
    """The made-up hospital and its plan."""
    (folder / "plan.toml").write_text(HOSPITAL_PLAN, encoding="utf-8")
    return write_csv(hospital(rows=300), folder / "hospital.csv")


FIGURE_2_TABLE = """\
zip,age,nationality,condition
130**,<30,*,Canary Heart
130**,<30,*,Canary Heart
130**,<30,*,Canary Virus
130**,<30,*,Canary Virus
1485*,>=40,*,Canary Cancer
1485*,>=40,*,Canary Heart
1485*,>=40,*,Canary Virus
1485*,>=40,*,Canary Virus
130**,3*,*,Canary Cancer
130**,3*,*,Canary Cancer
130**,3*,*,Canary Cancer
130**,3*,*,Canary Cancer
"""
KNOWN_PEOPLE = """\
name,zip,age,nationality
Bob,13053,31,American
Umeko,13068,21,Japanese
Nobody,99999,21,French
"""


@pytest.fixture
def figure_2(folder):
    """Figure 2 of the l-diversity paper, and people whom an adversary knows."""
    (folder / "people.csv").write_text(KNOWN_PEOPLE)
    (folder / "figure2.csv").write_text(FIGURE_2_TABLE)
    return folder / "figure2.csv"
