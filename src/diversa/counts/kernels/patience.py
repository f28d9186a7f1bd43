# SPDX-License-Identifier: Apache-2.0
"""The processor time that uncompiled calls of a process may take.

Compiling takes seconds, and so does a start of Numba that only loads what it compiled
before. So a function begins in plain Python or NumPy, and is compiled once the plain
calls of the process took longer together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 5.0
"""Seconds of uncompiled calls before a function is compiled, which takes as long."""

LITTLE_PATIENCE = 0.3
"""The same for a function that was compiled before: Numba only loads it."""


class CompilePatience:
    """The time that this process may still go on without compiling."""

    def __init__(self) -> None:
        self.seconds: float | None = None
        """Limit that replaces both of the above; None for none."""
        self.spent = 0.0
        """Seconds that plain calls took so far."""
        self.announce: Callable[[], None] | None = None
        """Called once, when a function must be compiled that never was."""
        self.has_announced = False
        """True once that was called."""

    @contextmanager
    def suspend(self) -> Iterator[None]:
        """Compile whatever is called, however small it is."""
        seconds, self.seconds = self.seconds, -1.0
        try:
            yield
        finally:
            self.seconds = seconds


PATIENCE_LEFT = CompilePatience()
"""The patience of this process."""
