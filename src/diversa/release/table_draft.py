# SPDX-License-Identifier: Apache-2.0
"""A release that goes to a database: its tables there, its evidence in a folder.

The tables are written and audited in one transaction, and appear just before manifest
and report do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from diversa.data.database_table import DatabaseTable
from diversa.data.roles import Roles
from diversa.engines.engine import Engine, EngineChoice, Table
from diversa.files.secret_files import Beside
from diversa.progress import Clock
from diversa.recodings.recoding import PublishedTables
from diversa.release.release import Release
from diversa.release.targets import RELEASE, SENSITIVE, TABLE_SUFFIX

if TYPE_CHECKING:
    from diversa.engines.postgres.publishing import TableTarget


@contextmanager
def table_target(
    out: DatabaseTable | None, engine: Engine, *, replaces: bool
) -> Iterator[TableTarget | None]:
    """The place of a release in a database, checked; None where it goes elsewhere.

    Args:
        out: The table that will be the release, if it becomes one.
        engine: The engine that has the rows.
        replaces: Whether a release that is there may be replaced.
    """
    if out is None:
        yield None
        return
    from diversa.engines.postgres import publishing

    with publishing.table_target(out, engine, replaces=replaces) as target:
        target.check()
        yield target


@dataclass(frozen=True)
class PublishedTable:
    """A table of a release, as its manifest knows it."""

    name: str
    """What the manifest calls it: nothing of where it is."""
    place: DatabaseTable
    """Where it is."""
    fingerprint: str
    """SHA-256 over its rows."""


class Drafted(Protocol):
    """A release on its way, inside the engine."""

    @property
    def clock(self) -> Clock:
        """Told of every phase."""

    @property
    def engine(self) -> Engine:
        """The engine that has the rows."""

    @property
    def recoded(self) -> PublishedTables[Table]:
        """The tables as they are published."""

    def release(
        self, published: PublishedTables[DatabaseTable], *, auditor: EngineChoice
    ) -> Release:
        """The release, if the audit of what was published passes."""

    def write_beside(self, files: Sequence[Path]) -> AbstractContextManager[Beside]:
        """Prepare what stays with the owner of the data."""


@dataclass(frozen=True, eq=False)
class TableDraft:
    """A draft whose tables go to a database; see `release.publish.Draft`."""

    draft: Drafted
    """The release on its way."""
    target: TableTarget
    """Where its tables go."""

    @property
    def clock(self) -> Clock:
        """Told of every phase."""
        return self.draft.clock

    def write(self, folder: Path) -> tuple[PublishedTable, ...]:
        """Make the tables in the transaction; nothing of them goes to the folder."""
        from diversa.engines.postgres.publishing import sensitive_beside

        del folder
        out = self.target.out
        tables = self.draft.recoded.forms
        places = [out] if len(tables) == 1 else [out, sensitive_beside(out)]
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
        published = PublishedTables(*(file.place for file in files))
        release = self.draft.release(published, auditor=self.target.engine)
        models = ", ".join(model.spec for model in release.plan.bound_models())
        promise = f"{models}, audited; {release.rows_out:,} rows"
        for file in files:
            columns = self.target.columns(file.place)
            roles = {name: role_of(name, release.plan.roles) for name in columns}
            self.target.describe(file.place, promise, roles)
        return release

    @contextmanager
    def write_beside(self, files: Sequence[PublishedTable]) -> Iterator[Committing]:
        """Prepare what stays with the owner; the tables appear with it."""
        del files
        with self.draft.write_beside(()) as beside:
            yield Committing(beside, self.target)


@dataclass(frozen=True)
class Committing:
    """Secrets that appear with tables of a database; see `secret_files.Beside`."""

    beside: Beside
    """The secret files."""
    target: TableTarget
    """Where the tables are made."""

    def appear(self) -> None:
        """Put the files in their places, then let the tables appear."""
        self.beside.appear()
        self.target.commit()

    def confirm(self) -> None:
        """Manifest and report are there."""
        self.beside.confirm()

    def withdraw(self) -> None:
        """Leave everything as it was; what is not committed goes with the engine."""
        self.beside.withdraw()

    def places(self) -> dict[str, int]:
        """The files that will be new."""
        return self.beside.places()


def role_of(column: str, roles: Roles) -> str:
    """What a published column is, in a few words.

    >>> role_of("zip", Roles(quasi_identifiers=("zip",)))
    'quasi-identifier, generalized'
    """
    if column in roles.quasi_identifiers:
        return "quasi-identifier, generalized"
    if column in roles.sensitive:
        return "sensitive attribute"
    if column in roles.identifiers:
        return "identifier, replaced by a pseudonym"
    return "kept as it is" if column in roles.every_kept else "made by Diversa"
