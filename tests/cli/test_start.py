# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C ends the program quietly, however early it comes."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

import diversa

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"

STOPPED_AT = """
import os, signal, sys

class Stop:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.argv = ["diversa", "models"]
sys.meta_path.insert(0, Stop())
from diversa.cli.start import main
main()
"""
"""A program that is interrupted when it imports a module."""

WAITED_FOR = """
import _signal as signal
import sys
from diversa.cli.start import main

usual = signal.signal

def listen(*words):
    before = usual(*words)
    if signal.signal is listen:
        signal.signal = usual
        sys.stdout.write("started")
        sys.stdout.flush()
    return before

sys.argv = ["diversa", "demo"]
signal.signal = listen
main()
"""
"""A program that says when it begins to listen."""


@pytest.mark.usefixtures("keyboard")
@pytest.mark.parametrize(
    "module",
    [
        "diversa.cli.main",
        "click",
        "diversa.cli.failures",
        "diversa.cli.command",
        "diversa.cli.models",
    ],
)
def test_stopped_while_it_imports(module):
    program = STOPPED_AT.format(module=module)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 130
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.usefixtures("keyboard")
@pytest.mark.parametrize("seconds", [0.0, 0.01, 0.03, 0.1, 0.2])
def test_stopped_early(seconds, tmp_path):
    folder = tmp_path / "empty"
    folder.mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", WAITED_FOR],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
    ) as running:
        assert running.stdout.read(len("started")) == "started"
        time.sleep(seconds)
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in errors
    assert list(folder.iterdir()) == []


def test_the_start_imports_no_command(monkeypatch):
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)  # it imports much
    program = "import sys, diversa.cli.start; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    assert "diversa.cli.start" in loaded
    assert not {"click", "numpy", "typing", "diversa.cli.main"} & {*loaded}


def test_it_listens_before_anything_slow_is_imported():
    """To import enum takes longer than the rest of the start; -S leaves out .pth."""
    program = "import sys, diversa.cli.start; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(Path(diversa.__file__).parents[1])},
    )
    assert not {"enum", "functools", "collections"} & {*done.stdout.split()}


def test_it_is_what_is_installed():
    scripts = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["scripts"]
    assert scripts == {"diversa": "diversa.cli.start:main"}


def test_a_command_is_run():
    done = subprocess.run(
        [sys.executable, "-m", "diversa.cli.start", "--version"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip().endswith(diversa.__version__)
