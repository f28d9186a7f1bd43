# SPDX-License-Identifier: Apache-2.0
"""Waiting: a line with the time and a button to stop, and only the latest question."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from nicegui import ui

from diversa.errors import DiversaError
from diversa.studio.explanations import explain_error
from diversa.studio.pages.messages import problem_panel

Answer = TypeVar("Answer")

TICK = 1.0
"""Seconds between two updates of the line."""


class Cancellable:
    """Waits for answers until it is cancelled.

    Work in a thread cannot be stopped: it ends by itself, and its answer is dropped.
    Later work is not begun.
    """

    def __init__(self) -> None:
        self.is_cancelled = False
        self._cancel: Callable[[], object] = bool

    def cancel(self) -> None:
        """Wait no longer."""
        self.is_cancelled = True
        self._cancel()

    async def answer(self, work: Awaitable[Answer]) -> Answer | None:
        """The answer; None if it was cancelled."""
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


class Wait(Cancellable):
    """A line on the page while answers are awaited."""

    def __init__(self, words: str, *, button: str = "Cancel") -> None:
        super().__init__()
        self._began, self._share = time.monotonic(), 0.0
        with ui.row().classes("items-center w-full gap-3") as self._line:
            ui.spinner(size="1.5em")
            self._words = ui.label(words).classes("muted").props('aria-live="polite"')
            self._seconds = ui.label().classes("muted small")
            ui.button(button, on_click=self.cancel).props("outline dense").classes(
                "q-px-sm"
            )
            ui.timer(TICK, self._tick)

    def show(self, words: str, share: float = 0.0) -> None:
        """Show other words, and the fraction done."""
        self._words.text, self._share = words, share
        self._tick()

    def end(self) -> None:
        """Take the line away."""
        if not self._line.is_deleted:
            self._line.delete()

    def _tick(self) -> None:
        """Show the time spent and the time left."""
        self._seconds.text = time_words(time.monotonic() - self._began, self._share)


def time_words(seconds: float, share: float) -> str:
    """The seconds spent, and those left if a fraction is done.

    >>> time_words(12.3, 0.0), time_words(12.3, 0.25)
    ('12 s', '12 s, about 37 s left')
    """
    if share <= 0:
        return f"{seconds:.0f} s"
    left = max(1, round(seconds * (1 - share) / share))
    return f"{seconds:.0f} s, about {left} s left"


def fill(load: Callable[[], Awaitable[None]], waiting: str = "Counting…") -> None:
    """Fill a part of the page when the browser is there; show what goes wrong.

    Until `load` has drawn it, the line `waiting` stands there.
    """
    place = ui.column().classes("w-full items-stretch gap-4")
    with place:
        wait = Wait(waiting, button="Stop waiting")

    async def draw() -> None:
        with place:  # each task of asyncio has a place of its own to draw in
            await load()

    async def begin() -> None:
        try:
            await wait.answer(draw())
        except DiversaError as error:
            with place:
                problem_panel(explain_error(error))
        finally:
            wait.end()
        if wait.is_cancelled:
            with place:
                offer_restart()

    ui.timer(0.01, begin, once=True)


def offer_restart() -> None:
    """A button to begin again, after somebody did not want to wait."""
    with ui.row().classes("items-center gap-3"):
        ui.label("Not everything was computed.").classes("muted")
        ui.button("Begin again", on_click=ui.navigate.reload).props("outline")


PAUSE = 0.12
"""Seconds after the last move before a question is asked."""


class Latest:
    """Asks once the moves have paused, one question at a time and in their order.

    A question that is overtaken before it begins is never asked. One that has begun
    ends before the next begins: what it shows or keeps is always older than what the
    latest one shows and keeps.
    """

    def __init__(self, pause: float = PAUSE) -> None:
        self._pause = pause
        self._asked = 0
        self._turn = asyncio.Lock()

    async def ask(self, question: Callable[[], Awaitable[object]]) -> object | None:
        """The answer; None where something else was asked before this could begin."""
        self._asked += 1
        mine = self._asked
        await asyncio.sleep(self._pause)
        async with self._turn:
            return await question() if mine == self._asked else None
