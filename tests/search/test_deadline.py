# SPDX-License-Identifier: Apache-2.0
"""Deadlines in processor time."""

from __future__ import annotations

import pytest

from diversa.search.deadline import Deadline


class Ticks:
    """A clock that is moved by hand."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def test_it_passes_when_the_time_is_used():
    clock = Ticks()
    deadline = Deadline(4, clock=clock)
    assert (deadline.has_passed, deadline.share) == (False, 0)
    clock.now += 3
    assert (deadline.has_passed, deadline.share) == (False, 0.75)
    assert deadline.seconds_used == pytest.approx(3)
    clock.now += 9
    assert (deadline.has_passed, deadline.share) == (True, 1)


def test_no_time_and_time_without_end():
    clock = Ticks()
    none, endless = Deadline(0, clock=clock), Deadline(float("inf"), clock=clock)
    clock.now += 1
    assert (none.has_passed, none.share) == (True, 1)
    assert (endless.has_passed, endless.share) == (False, 0)
