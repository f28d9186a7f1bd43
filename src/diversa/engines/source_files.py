# SPDX-License-Identifier: Apache-2.0
"""The files of a source: one, a folder of them, or those of a pattern."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from diversa.engines.file_kinds import find_kind, is_parquet, is_text
from diversa.engines.sources import database_table, source_of
from diversa.errors import SourceError


@dataclass(frozen=True)
class Files:
    """One file, or several CSV or Parquet files that are one table."""

    kind: str
    """'csv', 'parquet', 'json', 'excel' or 'statistics'."""
    paths: tuple[Path, ...]
    """The files, in order."""
    name: str
    """Their name in messages."""


def locate(source: object) -> Files:
    """Find the file, the folder or the files of a pattern."""
    path, table = source_of(source).path, database_table(source)
    if table is not None:
        raise SourceError(
            f"{table.name}: a table of a database must be read by the engine postgres;"
            " where one table is a file and the other is not, name the engine of the"
            " database (--engine postgres), which reads both"
        )
    if path is None:
        raise SourceError(
            "source: must be a path, a pandas or Polars frame or a PyArrow table, got"
            f" {type(source).__module__}.{type(source).__qualname__}"
        )
    if path.is_dir():
        return inside(path)
    if path.is_file():
        return Files(find_kind(path), (path,), str(path))
    paths = matching(path)
    if not paths:
        raise SourceError(f"{path}: there is no such file; {neighbours(path)}")
    return together(paths, str(path))


def matching(pattern: Path) -> list[Path]:
    """The files that match a pattern such as `year=*/part-?.parquet`."""
    relative = pattern.relative_to(pattern.anchor)
    return sorted(path for path in Path(pattern.anchor).glob(str(relative)))


def inside(folder: Path) -> Files:
    """Take the CSV or Parquet files of a folder and of the folders in it."""
    every = sorted(folder.rglob("*"))
    paths = [path for path in every if is_parquet(path) or is_text(path)]
    if not paths:
        raise SourceError(
            f"{folder}: must be a file or a folder of CSV or Parquet files, got a"
            f" folder without any; {listing(folder)}"
        )
    return together(paths, str(folder))


def together(paths: Sequence[Path], name: str) -> Files:
    """Take several files as one table; they must be of one kind."""
    kinds = {"parquet": is_parquet, "csv": is_text}
    for kind, fits in kinds.items():
        if all(map(fits, paths)):
            return Files(kind, tuple(paths), name)
    others = [path for path in paths if not is_parquet(path)]
    strange = next((path for path in others if not is_text(path)), others[0])
    raise SourceError(
        f"{name}: several files must all be CSV or all be Parquet, got"
        f" {strange.name} among them; give one file, or a pattern such as *.csv"
    )


def neighbours(path: Path) -> str:
    """Advice for a file that does not exist: a name like it, if there is one.

    The others are not listed: names of files may tell of people.
    """
    folder = path.parent
    if not folder.is_dir():
        return f"there is no folder '{folder}' either"
    names = sorted(
        path.name for path in folder.iterdir() if not path.name.startswith(".")
    )
    if not names:
        return f"'{folder}' is empty"
    alike = get_close_matches(path.name, names, n=1)
    return f"did you mean '{alike[0]}'?" if alike else f"check its name in '{folder}'"


def listing(folder: Path) -> str:
    """Name some files of a folder."""
    names = sorted(path.name for path in folder.iterdir())
    shown = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
    return f"it holds: {shown}" if names else "it is empty"
