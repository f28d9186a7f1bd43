# SPDX-License-Identifier: Apache-2.0
"""Protection of short work from signals, which are delivered after it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType

NUMBERS = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP")
    if hasattr(signal, name)
)
"""The signals that ask a program to stop and that it can catch."""


@contextmanager
def delay_signals() -> Iterator[None]:
    """Delay signals until the work inside is done; it should be short.

    Python handles signals in the main thread, so that work in other threads is never
    disturbed. A signal without a handler ends the program after the work.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    with ExitStack() as endings:
        for number in NUMBERS:
            put_off(number, heard, endings)
        yield
    for number in dict.fromkeys(heard):
        signal.raise_signal(number)


def put_off(number: int, heard: list[int], endings: ExitStack) -> None:
    """Only note a signal until the endings; an ignored signal stays ignored."""
    handler = signal.getsignal(number)
    if handler in (signal.SIG_IGN, None):
        return
    endings.callback(signal.signal, number, handler)
    signal.signal(number, note_in(heard))


def note_in(heard: list[int]) -> Callable[[int, FrameType | None], None]:
    """A handler that notes its signal and does no more."""

    def note(number: int, frame: FrameType | None) -> None:
        del frame
        heard.append(number)

    return note
