# SPDX-License-Identifier: Apache-2.0
"""Progress bars: only on a terminal, and not more often than a person can see."""

from __future__ import annotations

import sys

import pytest

from diversa.cli import progress
from diversa.cli.progress import PAUSE, SAYINGS, progress_bars, seldom
from diversa.progress import silent


def test_nothing_is_drawn_in_a_pipe(capsys):
    with progress_bars() as begin:
        assert begin is silent
        begin("search")(1, 2)
    assert capsys.readouterr().err == ""


def test_a_terminal_is_told_of_the_phase(capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with progress_bars() as begin:
        show = begin("audit")
        show(1, 2)
        begin("a phase of one's own")
    drawn = capsys.readouterr()
    assert drawn.out == ""
    assert "a phase of one's own" in drawn.err


@pytest.mark.parametrize("phase", ["read", "count", "search", "write", "audit"])
def test_every_phase_of_a_run_has_its_words(phase):
    assert SAYINGS[phase] != phase


def test_steps_that_nobody_sees_are_left_out(monkeypatch):
    times = iter([10.0, 10.0 + PAUSE / 2, 10.0 + PAUSE, 20.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(times))
    shown = []
    show = seldom(lambda done, total: shown.append((done, total)))
    for step in range(4):
        show(step, 4)
    assert shown == [(0, 4), (2, 4), (3, 4)]
