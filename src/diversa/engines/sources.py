# SPDX-License-Identifier: Apache-2.0
"""Sources that are files: where they are, of which kind, and what may be wrong."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from diversa.errors import SourceError, nearest

KINDS = {
    ".parquet": "parquet",
    ".parq": "parquet",
    ".pq": "parquet",
    ".json": "json",
    ".jsonl": "json",
    ".ndjson": "json",
}
"""Kinds of files by suffix; every other suffix is a delimited text file."""

MAGIC = {
    b"PK\x03\x04": "a zip or Excel file; unpack it, or save the sheet as CSV",
    b"\xd0\xcf\x11\xe0": "an old Excel file; save the sheet as CSV",
    b"\x1f\x8b": "a gzip file; unpack it",
    b"BZh": "a bzip2 file; unpack it",
    b"\xfd7zXZ": "an xz file; unpack it",
    b"\x28\xb5\x2f\xfd": "a zstd file; unpack it",
    b"SQLite format 3": "an SQLite file; export the table as CSV",
    b"%PDF": "a PDF file; a table must be CSV, Parquet or JSON",
}
"""First bytes of files that users take for tables, and what to do with them."""


@dataclass(frozen=True)
class Files:
    """One file, or several Parquet files that are one table."""

    kind: str
    """'csv', 'parquet' or 'json'."""
    paths: tuple[Path, ...]
    """The files, in order."""
    name: str
    """What to call them in a message."""


def locate(source: object) -> Files:
    """Find the file, the folder or the files of a pattern."""
    if not isinstance(source, str | os.PathLike):
        raise SourceError(
            "source: must be a path, a pandas or Polars frame or a PyArrow table, got"
            f" {type(source).__module__}.{type(source).__qualname__}"
        )
    path = Path(source)
    if path.is_dir():
        return inside(path)
    if path.is_file():
        return Files(find_kind(path), (path,), str(path))
    found = matching(path)
    if not found:
        raise SourceError(f"{path}: there is no such file; {neighbours(path)}")
    return parquet(found, str(path))


def matching(pattern: Path) -> list[Path]:
    """The files that a pattern such as `year=*/part-?.parquet` stands for."""
    relative = pattern.relative_to(pattern.anchor)
    return sorted(Path(pattern.anchor).glob(str(relative)))


def inside(folder: Path) -> Files:
    """Take the Parquet files of a folder and of the folders in it."""
    found = [one for one in sorted(folder.rglob("*")) if is_parquet(one)]
    if not found:
        raise SourceError(
            f"{folder}: must be a file or a folder of Parquet files, got a folder"
            f" without any; {listing(folder)}"
        )
    return parquet(found, str(folder))


def parquet(paths: Sequence[Path], name: str) -> Files:
    """Take several files as one table; only Parquet files say that they are one."""
    strange = [one for one in paths if not is_parquet(one)]
    if strange:
        raise SourceError(
            f"{name}: several files must all be Parquet, got {len(strange)} of another"
            f" kind, such as {strange[0].name}; give one file"
        )
    return Files("parquet", tuple(paths), name)


def is_parquet(path: Path) -> bool:
    """Tell whether a file calls itself Parquet and is not hidden."""
    named = KINDS.get(path.suffix.lower()) == "parquet"
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
    for magic, what in MAGIC.items():
        if start.startswith(magic):
            raise SourceError(
                f"{path}: must be a CSV, Parquet or JSON file, got {what}"
            )
    if start.startswith(b"PAR1"):
        return "parquet"
    return KINDS.get(path.suffix.lower(), "csv")


def neighbours(path: Path) -> str:
    """Say what is there instead of a file that is not."""
    folder = path.parent
    if not folder.is_dir():
        return f"there is no folder '{folder}' either"
    names = sorted(one.name for one in folder.iterdir() if not one.name.startswith("."))
    return nearest(path.name, names) if names else f"'{folder}' is empty"


def listing(folder: Path) -> str:
    """Name some files of a folder."""
    names = sorted(one.name for one in folder.iterdir())
    shown = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
    return f"it holds: {shown}" if names else "it is empty"


def check_names(names: Sequence[str], *, where: str) -> None:
    """Refuse columns that cannot be told apart by their names.

    Names that differ only in case would be renamed silently by many engines.
    """
    if not names:
        raise SourceError(f"{where}: must have columns, got none")
    if "" in names:
        raise SourceError(
            f"{where}: every column must have a name, got none for column"
            f" {names.index('') + 1}; name it"
        )
    times = Counter(name.lower() for name in names)
    same = [name for name in names if times[name.lower()] > 1]
    if same:
        listed = ", ".join(f"'{name}'" for name in same[:10])
        raise SourceError(
            f"{where}: column names must differ by more than case, got {listed};"
            " rename columns so that each name occurs once"
        )
