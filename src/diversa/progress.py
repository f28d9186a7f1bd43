# SPDX-License-Identifier: Apache-2.0
"""The phases of a run: their durations and their progress."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LOG = logging.getLogger(__name__)
"""The log of finished phases."""

Progress = Callable[[int, int], None]
"""A callback with the steps done so far and all steps."""

Phases = Callable[[str], Progress]
"""A callback with the name of a new phase; it returns the phase's `Progress`."""


def unseen(done: int, steps: int) -> None:
    """Ignore the progress of a phase."""
    del done, steps


def silent(phase: str) -> Progress:
    """Show nothing."""
    del phase
    return unseen


class Clock:
    """Seconds spent in each phase of a run."""

    def __init__(self, phases: Phases = silent) -> None:
        self.seconds: dict[str, float] = {}
        self._phases = phases

    @contextmanager
    def phase(self, name: str) -> Iterator[Progress]:
        """Announce a phase and add the time of the block to it."""
        start = time.perf_counter()
        try:
            yield self._phases(name)
        finally:
            spent = time.perf_counter() - start
            self.seconds[name] = self.seconds.get(name, 0.0) + spent
            LOG.info("%s: %.2f s", name, spent)
