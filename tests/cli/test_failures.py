# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import math
import signal
import subprocess
import sys

import click
import pytest

from diversa.cli.failures import Interruption, explain, run
from diversa.errors import (
    InternalError,
    NoSolutionError,
    PlanError,
    RoleError,
    SourceError,
)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (NoSolutionError("none"), 1),
        (SourceError("no file"), 2),
        (PlanError(["a", "b"]), 2),
        (RoleError("x"), 2),
        (PermissionError(13, "Permission denied", "x.csv"), 2),
        (MemoryError(), 2),
        (InternalError("broken"), 3),
        (ZeroDivisionError("secret"), 3),
        (KeyboardInterrupt(), 130),
        (click.Abort(), 130),
        (BrokenPipeError(), 141),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, BaseException) else str(one),
)
def test_exit_codes(error, code):
    assert explain(error).code == code


def test_each_fault_has_a_line():
    assert explain(PlanError(["one", "two"])).lines == ("one", "two")


def test_what_was_attained():
    error = NoSolutionError("none\nwhy", attained={"a": 2.0, "b": math.inf})
    failure = explain(error)
    assert failure.lines == ("none",)
    assert failure.details == ("why",)
    assert failure.attained == {"a": 2.0, "b": None}


def test_a_file_of_the_system_is_named():
    error = PermissionError(13, "Permission denied", "x.csv")
    assert explain(error).lines == ("x.csv: Permission denied",)


def test_an_unforeseen_error_tells_no_value():
    failure = explain(ValueError("secret"))
    assert "ValueError" in failure.lines[0]
    assert "secret" not in "".join((*failure.lines, *failure.details))


def fail():
    raise ValueError("secret")


def test_traceback_only_on_request(capsys, monkeypatch):
    monkeypatch.delenv("DIVERSA_DEBUG", raising=False)
    assert run(fail, as_json=False) == 3
    assert "Traceback" not in capsys.readouterr().err
    monkeypatch.setenv("DIVERSA_DEBUG", "1")
    assert run(fail, as_json=False) == 3
    assert "ValueError: secret" in capsys.readouterr().err


def test_names_cannot_play_tricks_on_a_terminal(capsys):
    def refuse():
        raise SourceError("no column '\x1b[2J'")

    assert run(refuse, as_json=False) == 2
    assert capsys.readouterr().err == "error: no column '\\x1b[2J'\n"


def test_an_engine_may_swallow_the_interruption(capsys):
    """DuckDB turns the exception of a signal into a RuntimeError of its own."""

    def swallowed():
        try:
            signal.raise_signal(signal.SIGTERM)
        except KeyboardInterrupt:
            raise RuntimeError("Query interrupted") from None

    assert run(swallowed, as_json=False) == 128 + signal.SIGTERM
    assert capsys.readouterr().err == "error: stopped\n"


def test_nobody_reads_on():
    """A reader that leaves ends the command quietly, and not with 1."""
    code = "from diversa.cli.main import main\nmain(['models'])"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        running.stdout.close()
        said = running.stderr.read()
    assert running.returncode == 141
    assert said == b""


def test_handlers_are_put_back():
    before = [signal.getsignal(n) for n in (signal.SIGINT, signal.SIGTERM)]
    with Interruption().listen():
        assert signal.getsignal(signal.SIGTERM) != before[1]
    assert [signal.getsignal(n) for n in (signal.SIGINT, signal.SIGTERM)] == before


def test_a_signal_that_is_ignored_stays_ignored():
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with Interruption().listen():
            assert signal.getsignal(signal.SIGTERM) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)
