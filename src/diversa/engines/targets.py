# SPDX-License-Identifier: Apache-2.0
"""Targets: files and frames that a table becomes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from diversa.engines.table import Table
from diversa.errors import InputError, TargetError

FORMATS = ("csv", "parquet")
"""The formats of a file that is written."""

SUFFIXES = dict.fromkeys((".csv", ".tsv", ".txt"), "csv") | dict.fromkeys(
    (".parquet", ".parq", ".pq"), "parquet"
)
"""The format of a target by its suffix."""

LIBRARIES = ("pandas", "polars", "pyarrow")
"""Libraries of frames that a table becomes."""


def file_format(target: Path) -> str:
    """The format of a file to write; one that cannot be written is refused.

    >>> file_format(Path("release.pq"))
    'parquet'
    """
    kind = SUFFIXES.get(target.suffix.lower())
    if kind is None:
        raise TargetError(
            f"{target}: must end in one of {', '.join(SUFFIXES)}, got '{target.suffix}'"
        )
    if not target.parent.is_dir():
        raise TargetError(f"{target}: there is no folder '{target.parent}'")
    return kind


@contextmanager
def writable(target: Path) -> Iterator[None]:
    """Turn errors of the system into one that says that a file cannot be written."""
    try:
        yield
    except OSError:
        raise not_writable(str(target)) from None


def not_writable(where: str) -> TargetError:
    """The error for a file that cannot be written."""
    return TargetError(
        f"{where}: the file cannot be written; check permissions and space"
    )


def frame_library(table: Table, like: str | None, *, keep_order: bool) -> str:
    """The library of the frame to hand a table out as."""
    library = like or table.source
    if library not in LIBRARIES:
        raise InputError(
            f"fetch: like must be one of {', '.join(LIBRARIES)}, got '{library}'"
        )
    if keep_order and not table.ordered:
        raise InputError(
            "fetch: the order of the source must be known to keep it; open the"
            " file with ordered=True"
        )
    return library
