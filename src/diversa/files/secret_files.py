# SPDX-License-Identifier: Apache-2.0
"""Secret files of a release: they are prepared first and appear with it.

They are written in the spill folder. Where it is on another disk they are copied beside
their place, under a hidden name, so that they can appear in one step.
"""

from __future__ import annotations

import glob
import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from diversa.errors import TargetError
from diversa.files.closing import Closing
from diversa.files.locks import hidden_prefix, is_dead, lock_file, try_lock
from diversa.files.signals import delay_signals
from diversa.files.spill import SpillFolder


class Beside(Protocol):
    """Files that appear together with a release, but in other places."""

    def appear(self) -> None:
        """Put the files in their places, before the release."""

    def confirm(self) -> None:
        """Keep the files: the release has appeared."""

    def withdraw(self) -> None:
        """Remove the files: the release did not appear."""

    def places(self) -> dict[str, int]:
        """The new files, and the inode of each."""


class BesideFrame(Beside, Protocol):
    """Files that appear together with a release that is a frame."""

    def appear_alone(self) -> None:
        """Put the files in their places: there is no release folder."""


@dataclass(frozen=True)
class HiddenFile:
    """A finished file under a hidden name, which has yet to appear."""

    file: Path
    """The path to which it is written first."""
    path: Path
    """The path of the finished file."""
    handle: int | None = None
    """The lock of the draft beside its place."""

    def appear(self) -> None:
        """Put the file in its place, which must be free."""
        try:
            os.link(self.file, self.path)
        except FileExistsError:
            raise TargetError(
                f"'{self.path}' exists; another run made it meanwhile, name a new file"
            ) from None
        except OSError:  # a file system without links
            self.file.rename(self.path)

    def replace(self) -> None:
        """Put the file in its place; an earlier one is replaced."""
        self.file.replace(self.path)

    def discard(self) -> None:
        """Remove the hidden file, unless it has become the real one."""
        with suppress(OSError):
            self.file.unlink()
        if self.handle is not None:
            os.close(self.handle)


class SecretFiles(Closing):
    """Files that stay with the owner of the data; see `Beside`."""

    def __init__(self) -> None:
        self._spill: SpillFolder | None = None
        self._staged: list[HiddenFile] = []
        self._placed: list[Path] = []

    def close(self) -> None:
        """Remove everything that has not appeared."""
        with delay_signals():
            for staged in self._staged:
                staged.discard()
            self._staged.clear()
            if self._spill is not None:
                self._spill.close()

    def prepare(self, path: Path, write: Callable[[Path], None]) -> HiddenFile:
        """Write a file that will appear whole, readable by its owner only."""
        sweep_files(path)
        self._spill = self._spill or SpillFolder()
        number = len(self._staged)
        file = self._spill.path / f"{number}{path.suffix or '.csv'}"
        write(file)
        file.chmod(0o600)
        with delay_signals():
            staged = HiddenFile(file, path)
            if not can_link(file, path):
                staged = copy_beside(file, path)
            self._staged.append(staged)
        return staged

    def appear(self) -> None:
        """Put every file in its place."""
        for staged in self._staged:
            staged.appear()
            self._placed.append(staged.path)

    def confirm(self) -> None:
        """Keep the files: the release has appeared."""
        self._placed.clear()

    def withdraw(self) -> None:
        """Remove the files that have appeared."""
        for path in self._placed:
            path.unlink(missing_ok=True)
        self._placed.clear()

    def appear_alone(self) -> None:
        """Put every file in its place, or none; for runs without a release folder."""
        with delay_signals():
            try:
                self.appear()
            except BaseException:
                self.withdraw()
                raise
            self.confirm()

    def places(self) -> dict[str, int]:
        """The paths of the finished files, and the inode of each."""
        return {
            str(staged.path.absolute()): staged.file.stat().st_ino
            for staged in self._staged
        }


def can_link(file: Path, path: Path) -> bool:
    """True if a file can get a name in the folder of a path."""
    probe = path.with_name(f"{hidden_prefix(path)}{os.getpid()}")
    try:
        os.link(file, probe)
    except OSError:
        return False
    try:
        probe.unlink(missing_ok=True)
    except OSError:
        # The name leads to raw values, so the run stops if it cannot be removed.
        with suppress(OSError):
            probe.unlink(missing_ok=True)
        raise
    return True


def copy_beside(file: Path, path: Path) -> HiddenFile:
    """Copy a file into the folder of a path, under a hidden name that is locked."""
    handle, name = tempfile.mkstemp(prefix=hidden_prefix(path), dir=path.parent)
    try:
        try_lock(handle)
        with file.open("rb") as source, os.fdopen(os.dup(handle), "wb") as copy:
            shutil.copyfileobj(source, copy)
    except BaseException:
        HiddenFile(Path(name), path, handle).discard()
        raise
    return HiddenFile(Path(name), path, handle)


def sweep_files(path: Path) -> None:
    """Remove the hidden files of killed programs for a path."""
    for file in path.parent.glob(f"{glob.escape(hidden_prefix(path))}*"):
        if file != lock_file(path) and file.is_file() and is_dead(file):
            file.unlink(missing_ok=True)
