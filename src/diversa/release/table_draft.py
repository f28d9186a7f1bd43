# SPDX-License-Identifier: Apache-2.0
"""A release that goes to a database or a cluster, with its evidence in a folder.

The tables are written and audited where nobody sees them, and appear just before
manifest and report do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from diversa.data.cluster_table import ClusterTable
from diversa.data.database_table import DatabaseTable
from diversa.data.roles import Roles
from diversa.engines.engine import Engine
from diversa.engines.table_target import TableTarget
from diversa.files.secret_files import Beside
from diversa.progress import Clock
from diversa.record.folder import RELEASE, SENSITIVE, TABLE_SUFFIX
from diversa.record.record import Record
from diversa.release.draft import AnonymizationDraft
from diversa.release.release import Release
from diversa.release.targets import Targets

TablePlace = DatabaseTable | ClusterTable
"""The place of a table of a release."""


@contextmanager
def table_target(
    targets: Targets, engine: Engine
) -> Iterator[TableTarget[Any, Any] | None]:
    """The place of a release in a database or a cluster, checked; None for a folder.

    `engine` has the rows.
    """
    if targets.table is None:
        yield None
        return
    with open_target(targets.table, engine, replaces=targets.replace) as target:
        target.check()
        yield target


def open_target(
    out: TablePlace, engine: Engine, *, replaces: bool
) -> AbstractContextManager[TableTarget[Any, Any]]:
    """The place of a release, not checked yet; its engine is imported now."""
    if isinstance(out, ClusterTable):
        from diversa.engines.spark import publishing as cluster

        return cluster.table_target(out, engine, replaces=replaces)
    from diversa.engines.postgres import publishing as database

    return database.table_target(out, engine, replaces=replaces)


@dataclass(frozen=True)
class PublishedTable:
    """A table of a release, as its manifest knows it."""

    name: str
    """The name in the manifest, which does not show its place."""
    place: TablePlace
    """Its place."""
    fingerprint: str
    """SHA-256 over its rows."""


@dataclass(frozen=True, eq=False)
class TableDraft:
    """A draft whose tables go to a database; see `publish.Draft`."""

    draft: AnonymizationDraft
    """The release that is being made."""
    target: TableTarget[Any, Any]
    """The target of its tables."""
    is_part: bool = False
    """True if the tables appear later, with those of another release."""

    @property
    def clock(self) -> Clock:
        """The clock of its phases."""
        return self.draft.clock

    @property
    def targets(self) -> Targets:
        """The targets."""
        return self.draft.targets

    def write(self, folder: Path) -> tuple[PublishedTable, ...]:
        """Make the tables in the transaction; nothing of them goes to the folder."""
        del folder
        tables = self.draft.recoded.forms
        places = self.target.places[: len(tables)]
        names = f"{RELEASE}{TABLE_SUFFIX}", f"{SENSITIVE}{TABLE_SUFFIX}"
        self.target.make_way()
        for table, place in zip(tables, places, strict=True):
            self.target.write(self.draft.engine, table, place)
        return tuple(
            PublishedTable(name, place, self.target.fingerprint(place))
            for name, place in zip(names, places, strict=False)
        )

    def judge(self, files: Sequence[PublishedTable]) -> Release:
        """The release, if the audit of these tables passes; then they say so."""
        places = [file.place for file in files]
        release = replace(self.draft, auditor=self.target.engine).judge(places)
        models = ", ".join(model.spec for model in release.plan.bound_models())
        promise = f"{models}, audited; {release.rows_out:,} rows"
        for file in files:
            columns = self.target.columns(file.place)
            roles = {name: role_of(name, release.plan.roles) for name in columns}
            self.target.describe(file.place, promise, roles)
        return release

    @contextmanager
    def write_beside(
        self, files: Sequence[PublishedTable], record: Record
    ) -> Iterator[Beside]:
        """Prepare the files that stay with the owner; the tables appear with them."""
        del files
        with self.draft.write_beside((), record) as beside:
            yield beside if self.is_part else TableCommit(beside, self.target)


@dataclass(frozen=True)
class TableCommit:
    """Secrets that appear with tables of a database; see `secret_files.Beside`."""

    beside: Beside
    """The secret files."""
    target: TableTarget[Any, Any]
    """The target of the tables."""

    def appear(self) -> None:
        """Put the files in their places, then let the tables appear."""
        self.beside.appear()
        self.target.commit()

    def confirm(self) -> None:
        """Keep everything: manifest and report have appeared."""
        self.beside.confirm()

    def withdraw(self) -> None:
        """Leave everything as it was; the engine discards uncommitted tables."""
        self.beside.withdraw()

    def places(self) -> dict[str, int]:
        """The files that will be new."""
        return self.beside.places()


def role_of(column: str, roles: Roles) -> str:
    """The role of a published column, in a few words.

    >>> role_of("zip", Roles(quasi_identifiers=("zip",)))
    'quasi-identifier, generalized'
    """
    if column in roles.quasi_identifiers:
        return "quasi-identifier, generalized"
    if column in roles.sensitive:
        return "sensitive attribute"
    if column == roles.count:
        return "number of people of the line"
    if column in roles.identifiers:
        return "identifier, replaced by a pseudonym"
    return "kept as it is" if column in roles.every_kept else "made by Diversa"
