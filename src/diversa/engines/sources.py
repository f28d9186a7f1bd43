# SPDX-License-Identifier: Apache-2.0
"""Sources: files, a frame, a table of a database or of a cluster.

Rooms that must know what they were handed ask `source_of`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from diversa.data.cluster_table import ClusterTable, is_cluster_address
from diversa.data.database_table import DatabaseTable, is_address
from diversa.data.frames import frame_type
from diversa.engines.file_kinds import KINDS, is_parquet
from diversa.engines.unpacking import inner_name


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
    """Anything else, for an engine of the user."""


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
    def file_name(self) -> str:
        """The name of its file without the folder; empty where it is no file."""
        return "" if self.file is None else self.file.name

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
        """True if it is a folder with a file of this name."""
        return self.path is not None and (self.path / name).is_file()


def source_of(source: object) -> Source:
    """Recognize a source; nothing is read.

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
    """True if a source is a frame of Spark; nothing of Spark is imported."""
    return any(
        parent.__module__.startswith("pyspark.sql") and parent.__name__ == "DataFrame"
        for parent in type(source).__mro__
    )
