# SPDX-License-Identifier: Apache-2.0
"""The spill folder: the one place for temporary files with raw values.

It is made in the temporary folder of the system (`TMPDIR`), readable by its owner only,
and removed when it is closed or the program ends. The folder of a killed program is
removed when the next program makes one, or within a minute by a long-running one.
"""

from __future__ import annotations

import math
import os
import shutil
import tempfile
import time
import weakref
from contextlib import suppress
from pathlib import Path

from diversa.files.closing import Closing
from diversa.files.locks import is_dead, is_same, try_lock
from diversa.files.signals import delay_signals

PREFIX = "diversa-spill-"
"""The prefix of the names of spill folders."""

LOCK = "lock"
"""The file in a spill folder that its program locks while it is alive."""


SELDOM = 60.0
"""Seconds between two searches for files that other programs have left."""

SWEPT: dict[Path, float] = {}
"""Time of the last sweep of each folder by this program."""


class SpillFolder(Closing):
    """A folder for temporary files that nobody else may read."""

    def __init__(self) -> None:
        with delay_signals():
            sweep_seldom(Path(tempfile.gettempdir()))
            self.path, handle = make_spill()
            self._remove = weakref.finalize(self, remove_spill, self.path, handle)

    def close(self) -> None:
        """Remove the folder and everything in it."""
        with delay_signals():
            self._remove()


def make_spill() -> tuple[Path, int]:
    """Make a folder and lock it; retry if it was swept before it was locked."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        try:
            handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except FileNotFoundError:
            continue
        except OSError:
            folder.rmdir()
            raise
        if try_lock(handle) and is_same(handle, folder / LOCK):
            return folder, handle
        os.close(handle)


def remove_spill(folder: Path, handle: int) -> None:
    """Remove a spill folder, then release its lock."""
    empty_and_remove(folder)
    os.close(handle)


def empty_and_remove(folder: Path) -> None:
    """Remove a spill folder, its lock last: a later sweep needs the lock."""
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != LOCK:
            with suppress(OSError):
                path.unlink()
    shutil.rmtree(folder, ignore_errors=True)


def sweep_seldom(above: Path) -> None:
    """Sweep a folder, unless this program did so within `SELDOM` seconds."""
    if time.monotonic() > SWEPT.get(above, -math.inf) + SELDOM:
        sweep_spills(above)


def sweep_spills(above: Path) -> None:
    """Remove the spill folders of programs that were killed."""
    SWEPT[above] = time.monotonic()
    for name in os.listdir(above):  # noqa: PTH208 - of names, many of them of others
        if not name.startswith(PREFIX):
            continue
        folder = above / name
        if is_dead(folder / LOCK):
            empty_and_remove(folder)
        elif not (folder / LOCK).exists():
            with suppress(OSError):  # killed before there was anything in it
                folder.rmdir()
