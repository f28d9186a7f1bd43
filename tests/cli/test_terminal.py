# SPDX-License-Identifier: Apache-2.0
"""What a person sees: on a terminal, without colours, and in a pipe."""

from __future__ import annotations

import os
import re
import struct
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")

STYLE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def on_terminal(program):
    """Run a command on a terminal of a width; gives all that was written to it."""
    import fcntl
    import pty
    import termios

    unset = ("COLUMNS", "LINES", "NO_COLOR", "CI")
    kept = {name: value for name, value in os.environ.items() if name not in unset}

    def run(*words, columns=80, **environment):
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        words_of_terminal = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
        running = partial(
            program.command,
            *words,
            environment={**kept, **words_of_terminal, **environment},
            terminal=os.ttyname(theirs),
        )
        with ThreadPoolExecutor(2) as threads:
            reading = threads.submit(read_all, ours)
            code, *_ = threads.submit(running).result(30)
            os.close(theirs)
            written = reading.result(30)
        os.close(ours)
        assert code in (0, 1)
        return written.decode().replace("\r\n", "\n")

    return run


def read_all(terminal):
    """What is written to a terminal, until its other end was closed."""
    written = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            return written
        if not piece:
            return written
        written += piece


@pytest.mark.parametrize("columns", [80, 120])
def test_lines_fit(on_terminal, columns):
    shown = STYLE.sub("", on_terminal("models", columns=columns))
    lines = shown.splitlines()
    assert max(map(len, lines)) <= columns
    assert any(line.startswith("npd-recursive-cl-diversity ") for line in lines)
    assert "─" * 20 in shown


def test_colours(on_terminal):
    assert STYLE.search(on_terminal("models"))


def test_no_colours_when_asked(on_terminal, hospital_table):
    words = ["audit", hospital_table, "--qi", "sex", "--model", "k-anonymity:2"]
    assert "\x1b" not in on_terminal(*words, NO_COLOR="1")


def test_progress_leaves_nothing_behind(on_terminal, hospital_table):
    words = ["--plan", "plan.toml", "--out", "release"]
    shown = on_terminal("anonymize", hospital_table, *words)
    assert "searching" in shown
    bars, page = shown.split("PUBLISHED")
    # The last thing done to the line of the bar: clear it, and show the cursor again.
    assert STYLE.sub("", bars).endswith("\x1b[1A\x1b[2K")
    assert bars.count("\x1b[?25l") == bars.count("\x1b[?25h") == 1
    assert "searching" not in page


def test_no_progress_in_a_pipe(forked, hospital_table):
    words = ["--plan", "plan.toml", "--out", "release", "--json"]
    done = forked("anonymize", hospital_table, *words)
    assert done.stderr == ""
    assert done.json["rows_in"] == 300


def test_plain_in_a_pipe(forked):
    done = forked("models")
    assert done.stdout.isascii()
    assert "\x1b" not in done.stdout


def test_a_pipe_without_the_characters(forked, folder):
    (folder / "t.csv").write_text("słowo\n1\n2\n", encoding="utf-8")
    words = ["audit", "t.csv", "--qi", "słowo", "--model", "k-anonymity:2"]
    done = forked(*words, PYTHONIOENCODING="latin-1")
    assert done.code == 1, done.stderr
    assert r"s\u0142owo" in done.stdout
    found = forked(*words, "--json", PYTHONIOENCODING="latin-1").json
    assert found["quasi_identifiers"] == ["słowo"]
