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
"""Seconds that plain calls of a process may take together, where something has to be
compiled then: that takes as long."""

LITTLE_PATIENCE = 0.3
"""The same, where it was compiled before: Numba starts and loads it as fast."""


class CompilePatience:
    """How long this process goes on without compiling."""

    def __init__(self) -> None:
        self.seconds: float | None = None
        """What plain calls may take together, whatever was compiled before."""
        self.spent = 0.0
        """What they took."""
        self.announce: Callable[[], None] | None = None
        """Told, once, when something has to be compiled that was not before."""
        self.has_announced = False
        """Whether that was told."""

    @contextmanager
    def suspend(self) -> Iterator[None]:
        """Compile whatever is called, however small it is."""
        seconds, self.seconds = self.seconds, -1.0
        try:
            yield
        finally:
            self.seconds = seconds


PATIENCE_LEFT = CompilePatience()
"""That of this process."""
