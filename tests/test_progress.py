# SPDX-License-Identifier: Apache-2.0
"""The phases of a run: who is told, and how long they took."""

from __future__ import annotations

import pytest

from diversa import progress
from diversa.progress import Clock, silent


@pytest.fixture
def seconds(monkeypatch):
    """A clock that is read at these seconds."""
    times = iter([10.0, 12.5, 20.0, 21.0, 30.0, 30.5])
    monkeypatch.setattr(progress.time, "perf_counter", lambda: next(times))


@pytest.mark.usefixtures("seconds")
def test_the_time_of_a_phase_is_added_up():
    clock = Clock()
    for name in ("search", "audit", "search"):
        with clock.phase(name):
            pass
    assert clock.seconds == {"search": 2.5 + 0.5, "audit": 1.0}


@pytest.mark.usefixtures("seconds")
def test_a_phase_that_fails_took_its_time():
    clock = Clock()
    with pytest.raises(KeyError), clock.phase("search"):
        raise KeyError
    assert clock.seconds == {"search": 2.5}


def test_who_watches_is_told_of_phases_and_steps():
    told = []

    def watch(phase):
        return lambda done, steps: told.append((phase, done, steps))

    with Clock(watch).phase("search") as show:
        show(1, 4)
        show(4, 4)
    assert told == [("search", 1, 4), ("search", 4, 4)]


def test_nobody_needs_to_watch():
    assert silent("search")(1, 2) is None
