# SPDX-License-Identifier: Apache-2.0
"""A line that says that work goes on, for how long, and lets one give it up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from nicegui import ui

Answer = TypeVar("Answer")

TICK = 1.0
"""Seconds after which the line says anew how long it has taken."""


class Patience:
    """Waits for answers until it is cancelled.

    What is computed in a thread cannot be stopped: it ends by itself, and its answer is
    dropped. What would come after it is not begun.
    """

    def __init__(self) -> None:
        self.is_cancelled = False
        self._cancel: Callable[[], object] = bool

    def cancel(self) -> None:
        """Wait no longer."""
        self.is_cancelled = True
        self._cancel()

    async def answer(self, work: Awaitable[Answer]) -> Answer | None:
        """The answer; None where it was cancelled."""
        task = asyncio.ensure_future(work)
        self._cancel = task.cancel
        if self.is_cancelled:
            task.cancel()
        try:
            return await task
        except asyncio.CancelledError:
            if not self.is_cancelled:
                raise  # the page is closed
            return None


class Wait(Patience):
    """A line on the page while answers are awaited."""

    def __init__(self, words: str, *, button: str = "Cancel") -> None:
        super().__init__()
        self._began, self._share = time.monotonic(), 0.0
        with ui.row().classes("items-center w-full gap-3") as self._line:
            ui.spinner(size="1.5em")
            self._words = ui.label(words).classes("muted").props('aria-live="polite"')
            self._seconds = ui.label().classes("muted small")
            ui.button(button, on_click=self.cancel).props(
                "outline dense no-caps"
            ).classes("q-px-sm")
            ui.timer(TICK, self._tick)

    def tell(self, words: str, share: float = 0.0) -> None:
        """Say something else, and how much is done."""
        self._words.text, self._share = words, share
        self._tick()

    def end(self) -> None:
        """Take the line away."""
        if not self._line.is_deleted:
            self._line.delete()

    def _tick(self) -> None:
        """Say how long it has taken, and how long it will still take."""
        self._seconds.text = time_words(time.monotonic() - self._began, self._share)


def time_words(seconds: float, share: float) -> str:
    """How long something has taken and will still take, where that can be told.

    >>> time_words(12.3, 0.0), time_words(12.3, 0.25)
    ('12 s', '12 s, about 37 s left')
    """
    if share <= 0:
        return f"{seconds:.0f} s"
    left = max(1, round(seconds * (1 - share) / share))
    return f"{seconds:.0f} s, about {left} s left"
