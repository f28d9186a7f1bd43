# SPDX-License-Identifier: Apache-2.0
"""The processor time that an open-ended search may take."""

from __future__ import annotations

import time
from collections.abc import Callable

Clock = Callable[[], float]
"""Returns the seconds of processor time that this process has used."""

SECONDS = 30
"""Processor time of an open-ended search if the plan sets none."""


class Deadline:
    """Seconds of processor time from now on; no other program slows them down.

    What a search finds before its deadline depends on the machine. A search that ends
    by itself finds the same everywhere.

    Example:
        >>> ticks = iter([0.0, 1.0, 3.0])
        >>> deadline = Deadline(2, clock=lambda: next(ticks))
        >>> deadline.has_passed, deadline.has_passed
        (False, True)
    """

    def __init__(self, seconds: float, *, clock: Clock = time.process_time) -> None:
        self._clock = clock
        self._begin = clock()
        self.seconds = seconds

    @property
    def has_passed(self) -> bool:
        """True once the time is over."""
        return self.seconds_used > self.seconds

    @property
    def share(self) -> float:
        """Share of the time used so far, at most 1."""
        return min(1.0, self.seconds_used / self.seconds) if self.seconds else 1.0

    @property
    def seconds_used(self) -> float:
        """Seconds used so far."""
        return self._clock() - self._begin
