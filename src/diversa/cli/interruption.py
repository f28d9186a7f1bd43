# SPDX-License-Identifier: Apache-2.0
"""Signals that ask a command to stop: everything is closed, then it ends."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

ASKING: dict[signal.Signals, Callable[[int, FrameType | None], object] | int] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
}
"""Signals that ask to stop, and who handles them where nobody ignores them."""

if hasattr(signal, "SIGHUP"):  # the terminal is gone
    ASKING[signal.SIGHUP] = signal.SIG_DFL


class Interruption:
    """Remembers that a command was asked to stop.

    An engine may turn the exception of a signal into one of its own, so what was
    asked is kept here.
    """

    def __init__(self) -> None:
        self.code: int | None = None

    @contextmanager
    def listen(self) -> Iterator[None]:
        """Listen while a command runs; signals arrive in the main thread only."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        listened = [n for n, usual in ASKING.items() if signal.getsignal(n) is usual]
        for number in listened:
            signal.signal(number, self.stop)
        try:
            yield
        finally:
            for number in listened:
                signal.signal(number, ASKING[number])

    def stop(self, number: int, frame: FrameType | None) -> NoReturn:
        """Stop where the command is; shells report 128 and the number of the signal."""
        del frame
        self.code = 128 + number
        raise KeyboardInterrupt
