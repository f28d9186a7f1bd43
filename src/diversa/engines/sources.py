# SPDX-License-Identifier: Apache-2.0
"""Sources: files, a frame, a table of a database or of a cluster.

Rooms that must know what they were handed ask `source_of`. The rest of this module is
about files: where they are, of which kind, and what may be wrong with them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from diversa.data.cluster_table import ClusterTable, is_cluster_address
from diversa.data.database_table import DatabaseTable, is_address
from diversa.data.frames import frame_type
from diversa.data.read_options import ReadOptions
from diversa.engines.compression import inner_name, packing_of
from diversa.engines.statistics_file import READERS
from diversa.errors import SourceError, nearest
from diversa.setting import settings_of

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


class SourceKind(StrEnum):
    """The kinds of sources."""

    FILES = "files"
    """A path: of a file, of a folder of CSV or Parquet files, or a pattern of them."""
    FRAME = "frame"
    """A pandas or Polars frame or a PyArrow table."""
    DATABASE = "database"
    """A table of a PostgreSQL database: an address, or a `DatabaseTable`."""
    CLUSTER = "cluster"
    """A Spark frame, or files or a table of a cluster: an address, a `ClusterTable`."""
    OTHER = "other"
    """Anything else, which only an engine that is handed over may know."""


FILES = SourceKind.FILES


@dataclass(frozen=True, eq=False)
class Source:
    """A table as a user hands it over, before any engine opens it."""

    kind: SourceKind
    """The kind of source."""
    handed: object = field(repr=False)
    """The path or the frame itself."""

    @property
    def path(self) -> Path | None:
        """Its path on this machine; None where it has none."""
        handed = self.handed
        if not isinstance(handed, str | os.PathLike) or self.kind is not FILES:
            return None
        return Path(handed)

    @property
    def file(self) -> Path | None:
        """The one file that it is; None for a folder, a pattern or a frame."""
        path = self.path
        return path if path is not None and path.is_file() else None

    @property
    def name(self) -> str:
        """Its name in commands and messages; empty for a frame."""
        table = database_table(self.handed) or cluster_table(self.handed)
        if table is not None:
            return table.name
        return "" if self.path is None else str(self.handed)

    @property
    def library(self) -> str | None:
        """The library of a frame: 'pandas', 'polars' or 'pyarrow'."""
        frame = frame_type(self.handed)
        return None if frame is None else frame[0]

    @property
    def format(self) -> str:
        """The format of a release of it: Parquet stays Parquet, all else is CSV."""
        path = self.path
        if path is None:
            return "csv"
        if path.is_dir():
            return "parquet" if any(map(is_parquet, path.rglob("*"))) else "csv"
        suffix = Path(inner_name(path)).suffix.lower()
        return "parquet" if KINDS.get(suffix) == "parquet" else "csv"

    def holds(self, name: str) -> bool:
        """Tell whether it is a folder with a file of this name."""
        return self.path is not None and (self.path / name).is_file()


def source_of(source: object) -> Source:
    """Say what was handed over as a table; whether it can be read is not looked at.

    >>> source_of("people.csv").kind.value, source_of(5).kind.value
    ('files', 'other')
    """
    if isinstance(source, DatabaseTable) or is_address(source):
        return Source(SourceKind.DATABASE, source)
    if cluster_table(source) is not None or is_spark_frame(source):
        return Source(SourceKind.CLUSTER, source)
    if isinstance(source, str | os.PathLike):
        return Source(SourceKind.FILES, source)
    is_frame = frame_type(source) is not None
    return Source(SourceKind.FRAME if is_frame else SourceKind.OTHER, source)


def database_table(source: object) -> DatabaseTable | None:
    """The table of a database that is meant by a source; None where none is."""
    if isinstance(source, DatabaseTable):
        return source
    return DatabaseTable.at(str(source)) if is_address(source) else None


def cluster_table(source: object) -> ClusterTable | None:
    """The table of a cluster that is meant by a source; None where none is."""
    if isinstance(source, ClusterTable):
        return source
    return ClusterTable(str(source)) if is_cluster_address(source) else None


def is_spark_frame(source: object) -> bool:
    """Tell whether a source is a frame of Spark; nothing of Spark is imported."""
    return any(
        parent.__module__.startswith("pyspark.sql") and parent.__name__ == "DataFrame"
        for parent in type(source).__mro__
    )


IN_WORDS = {
    "csv": "a text file",
    "parquet": "a Parquet file",
    "json": "a JSON file",
    "excel": "an Excel workbook",
    "statistics": "a file of SPSS, Stata or SAS",
    "frame": "a frame",
    "database": "a table of a database",
    "cluster": "a frame or table of Spark",
    "other": "a source of its own kind",
}
"""The kinds of sources that are read each in its own way."""


def reading_kind(source: object) -> str:
    """Of which kind a source is, for `check_reading`.

    >>> reading_kind("postgresql:///clinic?table=people")
    'database'
    """
    kind, cluster = source_of(source).kind, cluster_table(source)
    if cluster is not None and cluster.is_text:
        return "csv"
    return locate(source).kind if kind is FILES else kind.value


def reading_of_several(options: ReadOptions, sources: Sequence[object]) -> ReadOptions:
    """The read options of several tables; each gets the options that it can use.

    What none of them has a use for is refused.
    """
    kinds = {reading_kind(source): source for source in sources}
    for name in options.explicit_settings:
        if kinds and all(name in options.foreign(kind) for kind in kinds):
            kind, source = next(iter(kinds.items()))
            where = source_of(source).name or IN_WORDS[kind]
            check_reading(kind, options, where=where)
    return replace(options, lenient=True)


def check_reading(kind: str, options: ReadOptions, *, where: str) -> None:
    """Refuse settings of [reading] that were given, yet have no meaning for a source.

    The kind is one of `IN_WORDS`.
    """
    for name in () if options.lenient else options.foreign(kind):
        fitting = " or ".join(
            IN_WORDS[one] for one in settings_of(ReadOptions)[name].sources
        )
        raise SourceError(
            f"{where}: reading.{name} must come with {fitting}, got {IN_WORDS[kind]},"
            " which has no use for it; leave it out"
        )


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
    """The files that a pattern such as `year=*/part-?.parquet` stands for."""
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


def is_parquet(path: Path) -> bool:
    """Tell whether a file calls itself Parquet and is not hidden."""
    named = KINDS.get(path.suffix.lower()) == "parquet"
    return named and path.is_file() and path.name[0] not in "._"


def is_text(path: Path) -> bool:
    """Tell whether a file calls itself delimited text, packed or not."""
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


def neighbours(path: Path) -> str:
    """Say what is there instead of a file that is not."""
    folder = path.parent
    if not folder.is_dir():
        return f"there is no folder '{folder}' either"
    names = sorted(
        path.name for path in folder.iterdir() if not path.name.startswith(".")
    )
    return nearest(path.name, names) if names else f"'{folder}' is empty"


def listing(folder: Path) -> str:
    """Name some files of a folder."""
    names = sorted(path.name for path in folder.iterdir())
    shown = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
    return f"it holds: {shown}" if names else "it is empty"


def start_of(path: Path) -> bytes:
    """The first bytes of a file."""
    with path.open("rb") as file:
        return file.read(16)


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


def check_same_names(
    names: Sequence[str], wanted: Sequence[str], *, where: str
) -> None:
    """Refuse a file of several that has other columns than the first one."""
    if sorted(names) != sorted(wanted):
        lacking = len(set(wanted) - set(names))
        raise SourceError(
            f"{where}: several files that are one table must have the same columns, got"
            f" {len(names)} of which {len(names) - len(wanted) + lacking} are not in"
            f" the first file, which has {len(wanted)}; give the files one by one"
        )
