# SPDX-License-Identifier: Apache-2.0
"""Kinds of files that hold tables, by their first bytes and their suffix."""

from __future__ import annotations

from pathlib import Path

from diversa.engines.statistics_file import READERS
from diversa.engines.unpacking import inner_name, packing_of
from diversa.errors import SourceError

KINDS = {
    ".parquet": "parquet",
    ".parq": "parquet",
    ".pq": "parquet",
    ".json": "json",
    ".jsonl": "json",
    ".ndjson": "json",
    ".xlsx": "excel",
    ".xlsm": "excel",
    **dict.fromkeys(READERS, "statistics"),
}
"""Kinds of files by suffix; every other suffix is a delimited text file."""


TEXTS = (".csv", ".tsv", ".txt", ".tab")
"""Suffixes of text files that a folder is made of."""


MAGIC = {
    b"PK\x03\x04": "a zip file; unpack it",
    b"\xd0\xcf\x11\xe0": "an old Excel file; save the sheet as CSV",
    b"BZh": "a bzip2 file; unpack it",
    b"\xfd7zXZ": "an xz file; unpack it",
    b"SQLite format 3": "an SQLite file; export the table as CSV",
    b"%PDF": "a PDF file; a table must be CSV, Parquet or JSON",
}
"""First bytes of files that users take for tables, and what to do with them."""


def is_parquet(path: Path) -> bool:
    """True if a file calls itself Parquet and is not hidden."""
    named = KINDS.get(path.suffix.lower()) == "parquet"
    return named and path.is_file() and path.name[0] not in "._"


def is_text(path: Path) -> bool:
    """True if a file calls itself delimited text, packed or not."""
    named = Path(inner_name(path)).suffix.lower() in TEXTS
    return named and path.is_file() and path.name[0] not in "._"


def find_kind(path: Path) -> str:
    """The kind of a file by its first bytes, then by its suffix."""
    try:
        with path.open("rb") as file:
            start = file.read(16)
    except OSError as error:
        raise SourceError(
            f"{path}: the file cannot be read ({error.strerror}); check its permissions"
        ) from None
    if not start:
        raise SourceError(f"{path}: must hold a table, got an empty file")
    named = KINDS.get(Path(inner_name(path)).suffix.lower(), "csv")
    if packing_of(start):
        if named in ("csv", "json"):
            return named
        raise SourceError(
            f"{path}: a compressed file must be CSV or JSON, got {named}; unpack it"
        )
    for magic, what in MAGIC.items():
        if start.startswith(magic) and named != "excel":
            raise SourceError(
                f"{path}: must be a CSV, Parquet, JSON or Excel file, got {what}"
            )
    return "parquet" if start.startswith(b"PAR1") else named


def start_of(path: Path) -> bytes:
    """The first bytes of a file."""
    with path.open("rb") as file:
        return file.read(16)
