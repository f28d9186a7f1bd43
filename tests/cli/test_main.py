# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import gc
import re
import signal
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from diversa.cli.main import (
    COMMANDS,
    NEW_OBJECTS,
    Commands,
    fewer_collections,
    main,
)
from diversa.version import __version__

HEAVY = {"numpy", "numba", "duckdb", "rich", "pandas", "polars", "pyarrow"}


CODE = """
import os, sys
from diversa.cli.main import main
for words in {commands!r}:
    child = os.fork()
    if not child:
        sys.stdout = open(os.devnull, "w")
        try:
            main(words)
        finally:
            print(*sys.modules, file=sys.stderr, flush=True)
            os._exit(0)  # to take every module apart takes long
    os.waitpid(child, 0)
"""
"""Runs commands, each in a process that begins with no more than the command line."""

COMMAND_LINES = [
    *(["--help"], ["--version"], ["models"]),
    *([name, "--help"] for name in COMMANDS),
]


def loaded(*commands):
    """The modules that commands import, each in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(commands=commands)],
        capture_output=True,
        text=True,
        check=True,
    )
    modules = [set(line.split()) for line in done.stderr.splitlines()]
    assert len(modules) == len(commands)
    return modules


@pytest.fixture(scope="module")
def packages():
    """The packages that command lines import, by their words."""
    return {
        tuple(words): {name.split(".")[0] for name in modules}
        for words, modules in zip(COMMAND_LINES, loaded(*COMMAND_LINES), strict=True)
    }


@pytest.mark.parametrize(
    "words", [words for words in COMMAND_LINES if words != ["models"]], ids=" ".join
)
def test_help_loads_nothing_heavy(packages, words):
    assert "click" in packages[tuple(words)]
    assert not packages[tuple(words)] & HEAVY


def test_models_needs_no_engine_and_no_kernel(packages):
    assert not packages[("models",)] & {"numba", "duckdb", "pandas"}


def test_an_audit_loads_no_search_and_no_kernel(tmp_path):
    """Half of the time of a small command are the modules that it imports."""
    table = tmp_path / "people.csv"
    table.write_text("zip,condition\n" + "130,flu\n148,cancer\n" * 4)
    words = ["audit", str(table), "--qi", "zip", "--sensitive", "condition"]
    (modules,) = loaded(words)
    assert "diversa.audits.audit" in modules
    strangers = ("diversa.search", "diversa.methods", "diversa.recodings", "numba")
    assert not [name for name in modules if name.startswith(strangers)]
    assert not modules & {"numpy.ma", "pandas", "pyarrow"}


@pytest.fixture
def often():
    """Unreachable objects are searched for as Python does it by itself."""
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield gc.get_threshold()
    gc.set_threshold(*before)


def test_unreachable_objects_are_searched_for_seldom_while_a_command_runs(often):
    with fewer_collections():
        assert gc.get_threshold()[0] == NEW_OBJECTS > often[0]
    assert gc.get_threshold() == often


def test_version(diversa):
    assert diversa("--version").stdout == f"diversa, version {__version__}\n"


def test_help_names_every_command(diversa):
    shown = diversa("--help")
    assert shown.code == 0
    assert all(f"  {name} " in shown.stdout for name in COMMANDS)
    assert "diversa suggest people.csv > plan.toml\n" in shown.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_teaches(diversa, name):
    shown = diversa(name, "--help")
    assert shown.code == 0
    assert (
        f"Example{'' if name == 'demo' else 's'}:\n    diversa {name}" in shown.stdout
    )
    assert "--json" in shown.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_command_of_that_name(name):
    command = main.get_command(click.Context(main), name)
    assert command.name == name


def test_plan_help_lists_what_may_be_chosen(diversa):
    from diversa.data.missing import MissingPolicy
    from diversa.metrics import OBJECTIVES
    from diversa.plan.search_section import METHODS
    from diversa.search.planner import SEARCHES

    shown = " ".join(diversa("anonymize", "--help").stdout.split()).replace("- ", "-")
    for name in (*OBJECTIVES, *METHODS, *SEARCHES, *MissingPolicy):
        assert name in shown


def test_unknown_command_suggests_the_nearest(diversa):
    done = diversa("audti")
    assert done.code == 2
    assert "did you mean 'audit'?" in done.stderr


def test_wrong_option_is_wrong_use(diversa):
    done = diversa("models", "--jason")
    assert done.code == 2
    assert "--json" in done.stderr
    assert done.stdout == ""


def test_wrong_use_is_told_as_json(diversa):
    done = diversa("audit", "--json", "--groups", "x", "table.csv")
    assert done.code == 2
    assert "--groups" in done.json["error"]


def test_no_command_is_wrong_use(diversa):
    assert diversa().code == 2


def test_as_a_module(process):
    done = process("--help")
    assert done.code == 0
    assert done.stdout.startswith("Usage: diversa [OPTIONS]")


@pytest.mark.usefixtures("keyboard")
def test_stopped_before_the_command_begins(monkeypatch):
    monkeypatch.setattr(Commands, "invoke", lambda *_: signal.raise_signal(2))
    assert CliRunner().invoke(main, ["models"]).exit_code == 130


@pytest.mark.usefixtures("keyboard")
def test_a_program_that_calls_the_commands_hears_of_the_interruption(monkeypatch):
    monkeypatch.setattr(Commands, "invoke", lambda *_: signal.raise_signal(2))
    with pytest.raises(click.Abort):
        main(["models"], standalone_mode=False)


def test_help_says_every_exit_code():
    text = " ".join(CliRunner().invoke(main, ["--help"]).output.split())
    codes = re.findall(r"(\d) ([^;.]+)[;.]", text.partition("Exit codes: ")[2])
    assert [int(code) for code, _ in codes] == [0, 1, 2, 3, 4]
    assert dict(codes)["4"] == "no model fails, but one is undecided"
