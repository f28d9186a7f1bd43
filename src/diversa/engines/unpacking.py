# SPDX-License-Identifier: Apache-2.0
"""The most bytes that a packed file may unpack to.

A small file can be made to unpack to so much that it fills the disk or the memory. So
every packed form (gzip, zstd, the parts of a workbook, Parquet, compressed SPSS and SAS
files) is bounded before or while it is unpacked: by `most_unpacked`, by default
a multiple of its size, and always by the space that is free.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from diversa.data.sizes import bytes_of, show_size
from diversa.engines.limits import free_memory
from diversa.errors import SourceError

RATIO = 100
"""A packed file may unpack to this multiple of its size. CSV packs to a tenth."""

HARMLESS = 1_000_000_000
"""Bytes that any file may unpack to: a constant column packs to a thousandth."""

SPACE = 0.9
"""Fraction of the free space that may be filled."""


@dataclass(frozen=True)
class UnpackingLimit:
    """The most bytes that a file may unpack to."""

    most: int
    """The most bytes."""
    error: SourceError
    """Raised when there are more."""

    def check(self, size: int) -> None:
        """Refuse a size above the limit."""
        if size > self.most:
            raise self.error


def unpacking_limit(
    path: Path, most: str | None, *, folder: Path | None = None
) -> UnpackingLimit:
    """The limit of a packed file.

    It is unpacked to the folder, or else into memory.
    """
    limits = [size_limit(path, most)]
    free = free_memory() if folder is None else shutil.disk_usage(folder).free
    if free is not None:
        room = int(free * SPACE)
        where = "memory" if folder is None else "the temporary folder"
        advice = "" if folder is None else ", or name another folder in TMPDIR"
        limits.append(refusing(path, room, f"free in {where}", f"free some{advice}"))
    return min(limits, key=lambda limit: limit.most)


def size_limit(path: Path, most: str | None) -> UnpackingLimit:
    """The limit that the user gives, or the one by default."""
    if most is not None:
        advice = "raise it if the file is what it should be"
        return refusing(path, bytes_of(most), "the limit that was given", advice)
    usual = max(HARMLESS, RATIO * path.stat().st_size)
    advice = "if the file is what it should be, give most_unpacked='50GB'"
    return refusing(path, usual, f"{RATIO} times its size, 1GB at least", advice)


def refusing(path: Path, most: int, reason: str, advice: str) -> UnpackingLimit:
    """A limit whose error has its reason and advice."""
    message = (
        f"{path}: must unpack to at most {show_size(most)} ({reason}), got more;"
        f" {advice}"
    )
    return UnpackingLimit(most, SourceError(message))
