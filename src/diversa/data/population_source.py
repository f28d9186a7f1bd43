# SPDX-License-Identifier: Apache-2.0
"""The source of a population: its table, and its column of counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from diversa.data.cluster_table import ClusterTable, is_cluster_address
from diversa.data.database_table import DatabaseTable, is_address
from diversa.errors import SourceError
from diversa.setting_kind import format_path


@dataclass(frozen=True, eq=False)
class PeopleSource:
    """The table of a population, before it is read.

    Example:
        >>> PeopleSource.of("voters.csv")
        PeopleSource(source=PosixPath('voters.csv'), count=None)
    """

    source: object
    """A path, a frame or a table of a database."""
    count: str | None = None
    """The column with the number of people that a line stands for."""

    @classmethod
    def of(cls, source: object, count: str | None = None) -> PeopleSource:
        """Name a source; a text is a path, or the address of a table of a database."""
        if is_address(source):
            return cls(DatabaseTable.at(str(source)), count)
        if is_cluster_address(source):
            return cls(ClusterTable(str(source)), count)
        return cls(Path(source) if isinstance(source, str) else source, count)

    @classmethod
    def parse(cls, value: object, *, base: Path) -> PeopleSource:
        """Parse the setting of a plan: a path, or a table with `file` and `count`.

        Relative paths start in the folder `base`.
        """
        table = value if isinstance(value, Mapping) else {"file": value}
        file, count = table.get("file"), table.get("count")
        expected = set(table) <= {"file", "count"}
        if not (expected and isinstance(file, str) and isinstance(count, str | None)):
            raise SourceError(
                'must be the path of a file, or { file = "people.csv", count = "n" },'
                f" got {value!r}"
            )
        is_elsewhere = is_address(file) or is_cluster_address(file)
        return cls.of(file if is_elsewhere else base / file, count)

    def declaration(self, *, base: Path | None = None) -> str | dict[str, str]:
        """The source as a setting of a plan."""
        if not isinstance(self.source, Path):
            is_table = isinstance(self.source, DatabaseTable | ClusterTable)
            what = "a table of a database" if is_table else "a frame"
            raise SourceError(f"{what} cannot be declared in a plan; name a file")
        file = format_path(self.source, base)
        return file if self.count is None else {"file": file, "count": self.count}

    def __eq__(self, other: object) -> bool:
        # Frames answer == with a frame: the same one is meant, or the same place.
        if not isinstance(other, PeopleSource) or self.count != other.count:
            return False
        is_place = isinstance(self.source, Path | DatabaseTable | ClusterTable)
        same = is_place and self.source == other.source
        return same or self.source is other.source

    def __hash__(self) -> int:
        return hash(self.count)
