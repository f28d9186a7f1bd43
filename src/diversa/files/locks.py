# SPDX-License-Identifier: Apache-2.0
"""Locks that end with the process that holds them.

Temporary files and folders are called `.NAME.diversa-...` and stand beside `NAME`. A
lock on them shows that their process is alive; the system releases the lock when the
process ends, even if it is killed.
"""

from __future__ import annotations

import errno
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from diversa.errors import TargetError
from diversa.files.signals import delay_signals

LOCKLESS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}
"""Errors of file systems without locks; there two runs may disturb each other."""

_holders: dict[Path, int] = {}
"""The thread that holds each lock of this process."""


MARK = ".diversa-"
"""A part of every temporary name."""


def hidden_prefix(path: Path) -> str:
    """The prefix of temporary names that stand for a path."""
    return f".{path.name}{MARK}"


def is_temporary(name: str) -> bool:
    """True for the name of something temporary.

    >>> is_temporary(".out.diversa-lock"), is_temporary("out")
    (True, False)
    """
    return name.startswith(".") and MARK in name


def lock_file(path: Path) -> Path:
    """The file that a run locks while it is busy with a path."""
    return path.with_name(f"{hidden_prefix(path)}lock")


def try_lock(handle: int) -> bool:
    """Take the lock of an open file; False if another process has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in LOCKLESS
    return True


def is_held(path: Path) -> bool:
    """True if this thread keeps other runs from a path."""
    return _holders.get(lock_file(path.absolute())) == threading.get_ident()


@contextmanager
def lock(path: Path, word: str) -> Iterator[Path]:
    """Keep other runs from a path; give the lock file, which may hold notes.

    A thread that has the lock may take it again.
    `word` names the path in the error of the run that comes second.
    """
    lock = lock_file(path.absolute())
    if is_held(path):
        yield lock
        return
    handle = None
    try:
        with delay_signals():
            handle = take(lock, path, word)
            _holders[lock] = threading.get_ident()
        yield lock
    finally:
        if handle is not None:
            with delay_signals():
                give_back(lock, handle)


def take(lock: Path, path: Path, word: str) -> int:
    """Open the lock file and take its lock; retry if the file was removed."""
    while True:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        if not try_lock(handle):
            os.close(handle)
            raise TargetError(
                f"{word}: '{path}' is being written by another run; wait until it is"
                " done, or name another"
            )
        if is_same(handle, lock):
            return handle
        os.close(handle)


def give_back(lock: Path, handle: int) -> None:
    """Remove the lock file and release the lock."""
    _holders.pop(lock, None)
    with suppress(OSError):
        lock.unlink()
    os.close(handle)


def is_same(handle: int, path: Path) -> bool:
    """True if an open file is still the one at a path."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def is_dead(path: Path) -> bool:
    """True if the process that locked a file has ended."""
    try:
        handle = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        return try_lock(handle)
    finally:
        os.close(handle)
