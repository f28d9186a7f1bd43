# SPDX-License-Identifier: Apache-2.0
"""Progress bars on standard error: only on a terminal, and nothing stays behind."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from diversa.progress import Phases, Progress, silent

SAYINGS = {
    "read": "reading the table",
    "count": "counting",
    "search": "searching",
    "recode": "generalizing",
    "write": "writing",
    "audit": "auditing what was written",
    "measure": "measuring risk, attacks and utility",
    "report": "drawing the report",
}
"""The words for each phase."""

PAUSE = 0.05
"""Seconds between two looks at the progress of a search."""


@contextmanager
def progress_bars() -> Iterator[Phases]:
    """Show the phase that is under way, and how far it is where that is known."""
    if not sys.stderr.isatty():
        yield silent
        return
    # Imported here: a command that draws nothing must not pay for it.
    from rich.console import Console
    from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    from diversa.counts.kernels.numba_start import COMPILING

    bars = Bars(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )

    def begin(phase: str) -> Progress:
        for task in bars.task_ids:
            bars.remove_task(task)
        bar = bars.add_task(SAYINGS.get(phase, phase), total=None)
        return seldom(lambda done, total: bars.update(bar, completed=done, total=total))

    with bars, announce_compiling(lambda: bars.console.print(COMPILING)):
        yield begin


@contextmanager
def announce_compiling(say: Callable[[], None]) -> Iterator[None]:
    """Say it when functions are compiled, which takes a while and happens once."""
    from diversa.counts.kernels.patience import PATIENCE_LEFT

    PATIENCE_LEFT.announce = say
    try:
        yield
    finally:
        PATIENCE_LEFT.announce = None


def seldom(show: Progress) -> Progress:
    """Pass on what a person can see, and leave the rest out."""
    last = 0.0

    def show_at_intervals(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= PAUSE:
            last = now
            show(done, total)

    return show_at_intervals
