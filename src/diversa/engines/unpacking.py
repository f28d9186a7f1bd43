# SPDX-License-Identifier: Apache-2.0
"""Compressed files (`.csv.gz`, `.csv.zst`), and the most bytes that one unpacks to.

A small file can be made to unpack to so much that it fills the disk or the memory. So
every packed form (gzip, zstd, the parts of a workbook, Parquet, compressed SPSS and SAS
files) is bounded before or while it is unpacked: by `most_unpacked`, by default
a multiple of its size, and always by the space that is free.
"""

from __future__ import annotations

import gzip
import shutil
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, Any, cast

from diversa.data.sizes import bytes_of, show_size
from diversa.engines.limits import free_memory
from diversa.errors import SourceError

Opening = Callable[[Path], IO[bytes]]
"""Opens a compressed file and gives its content."""

MAGIC = {b"\x1f\x8b": ".gz", b"\x28\xb5\x2f\xfd": ".zst"}
"""The first bytes of compressed files."""

CHUNK = 1 << 20
"""Bytes that are unpacked at a time."""


def packing_of(start: bytes) -> str:
    """The compression that the first bytes of a file show; empty for a plain file.

    >>> packing_of(bytes([0x1F, 0x8B, 8])), packing_of(b"zip,age")
    ('.gz', '')
    """
    return next((kind for magic, kind in MAGIC.items() if start.startswith(magic)), "")


def inner_name(path: Path) -> str:
    """The name of the file before it was compressed.

    >>> inner_name(Path("people.csv.gz")), inner_name(Path("people.gz"))
    ('people.csv', 'people')
    """
    return path.stem if path.suffix.lower() in (".gz", ".zst", ".zstd") else path.name


def unpack(path: Path, target: Path, packing: str, limit: UnpackingLimit) -> None:
    """Unpack a file; one that becomes too large is refused on the way."""
    with target.open("wb") as plain:
        for chunk in unpack_chunks(path, packing, limit):
            plain.write(chunk)


def unpack_chunks(path: Path, packing: str, limit: UnpackingLimit) -> Iterator[bytes]:
    """Give the content of a packed file piece by piece, until there is too much."""
    opening: Opening = open_gzip if packing == ".gz" else zstd_opening(path)
    size = 0
    try:
        with opening(path) as packed:
            while chunk := packed.read(CHUNK):
                size += len(chunk)
                limit.check(size)
                yield chunk
    except SourceError:
        raise
    except (EOFError, zlib.error, OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise SourceError(
            f"{path}: must be a whole {packing} file, got one that is damaged; make it"
            " again"
        ) from None


def open_gzip(path: Path) -> IO[bytes]:
    """Open a gzip file."""
    return cast("IO[bytes]", gzip.GzipFile(path))


def zstd_opening(path: Path) -> Opening:
    """Opens zstd files with the library that is installed."""
    for name, opening in ZSTD.items():
        try:
            module = import_module(name)
        except ImportError:
            continue
        return lambda file: opening(module, file)
    raise SourceError(
        f"{path}: a zstd file needs the package pyarrow, got none; install the extra"
        " arrow of diversa, or unpack the file"
    )


ZSTD: dict[str, Callable[[Any, Path], IO[bytes]]] = {
    "compression.zstd": lambda module, file: module.open(file, "rb"),
    "pyarrow": lambda module, file: module.input_stream(str(file), compression="zstd"),
    "zstandard": lambda module, file: module.open(file, "rb"),
}
"""Libraries that read zstd: Python's own from 3.14 on, then others."""


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
