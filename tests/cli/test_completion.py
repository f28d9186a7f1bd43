# SPDX-License-Identifier: Apache-2.0
"""Completion by shells: the scripts, and what they are answered."""

from __future__ import annotations

import subprocess
from shutil import which

import pytest
from click.shell_completion import ShellComplete

from diversa.cli.completion import SHELLS, VARIABLE, script
from diversa.cli.main import COMMANDS, main


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_asks_the_command(diversa, shell):
    ran = diversa("completion", shell)
    assert ran.code == 0
    assert ran.stdout == script(shell)
    assert f"{VARIABLE}={shell}_complete" in ran.stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_understands_its_script(shell, folder):
    if which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (folder / "script").write_text(script(shell))
    done = subprocess.run([shell, "-n", "script"], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_another_shell_is_refused(diversa):
    ran = diversa("completion", "dos")
    assert ran.code == 2
    assert "'bash', 'zsh', 'fish'" in ran.stderr


def completed(*words):
    *before, begun = words
    asked = ShellComplete(main, {}, "diversa", VARIABLE)
    return [item.value for item in asked.get_completions(before, begun)]


def test_commands_options_and_words_are_completed():
    assert completed("an") == ["anonymize"]
    assert set(completed("")) == set(COMMANDS)
    assert completed("anonymize", "t.csv", "--spread") == ["--spreadsheet-safe"]
    assert completed("anonymize", "t.csv", "--method", "m") == [
        "mondrian",
        "mdav",
        "mbf",
    ]
    assert completed("completion", "z") == ["zsh"]


def test_a_file_is_completed_by_the_shell():
    asked = ShellComplete(main, {}, "diversa", VARIABLE)
    (item,) = asked.get_completions(["audit"], "peo")
    assert item.type == "file"
