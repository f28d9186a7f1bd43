# SPDX-License-Identifier: Apache-2.0
"""Compressed files (`.csv.gz`, `.csv.zst`), unpacked where temporary files go."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import IO, Any, cast

from diversa.engines.unpacking import UnpackingLimit
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
