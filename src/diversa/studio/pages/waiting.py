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
        self._began = time.monotonic()
        with ui.row().classes("items-center w-full gap-3") as self._line:
            ui.spinner(size="1.5em")
            self._words = ui.label(words).classes("muted").props('aria-live="polite"')
            self._seconds = ui.label().classes("muted small")
            ui.button(button, on_click=self.cancel).props(
                "outline dense no-caps"
            ).classes("q-px-sm")
            ui.timer(TICK, self._tick)

    def tell(self, words: str) -> None:
        """Say something else."""
        self._words.text = words

    def end(self) -> None:
        """Take the line away."""
        self._line.delete()

    def _tick(self) -> None:
        """Say how long it has taken."""
        self._seconds.text = f"{time.monotonic() - self._began:.0f} s"
