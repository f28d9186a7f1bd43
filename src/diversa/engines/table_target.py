# SPDX-License-Identifier: Apache-2.0
"""The place of a release in a database or a cluster; see `publishing` of each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

from diversa.data.cluster_table import ClusterTable
from diversa.data.database_table import DatabaseTable
from diversa.engines.engine import Engine
from diversa.engines.table import Table
from diversa.errors import TargetError

OURS = "Released by Diversa"
"""The first words of the note of a release: nothing else is replaced."""

SENSITIVE = "_sensitive"
"""End of the name of the sensitive table, where a release has two."""

Place = TypeVar("Place", DatabaseTable, ClusterTable)
"""The place of tables of one kind of target."""

Home = TypeVar("Home", bound=Engine)
"""The engine of that kind."""


@dataclass(frozen=True)
class TableTarget(ABC, Generic[Place, Home]):
    """The place of a release in a database or a cluster."""

    out: Place
    """The files or the table that will be the release."""
    engine: Home
    """The engine by which the tables are made and audited."""
    replaces: bool
    """True if an earlier release may be replaced."""

    @abstractmethod
    def beside(self, end: str) -> Place:
        """The place whose name has another end."""

    @property
    def places(self) -> tuple[Place, Place]:
        """The places that the release may have: one or both of them."""
        return self.out, self.beside(SENSITIVE)

    def part(self, name: str) -> Self:
        """The place of one of several releases, which are committed together."""
        return replace(self, out=self.beside(f"_{name}"))

    @abstractmethod
    def note(self, place: Place) -> str | None:
        """The note of the release in a place; None where nothing is there."""

    @abstractmethod
    def write(self, engine: Engine, table: Table, out: Place) -> None:
        """Make a table of the release, in an order that carries nothing."""

    @abstractmethod
    def describe(self, out: Place, promise: str, roles: Mapping[str, str]) -> None:
        """Write the promise of a table and the role of each column beside it."""

    @abstractmethod
    def fingerprint(self, out: Place) -> str:
        """SHA-256 over the rows of a table, whatever their order."""

    @abstractmethod
    def commit(self) -> None:
        """Let the tables appear, in the place of those that they replace."""

    def columns(self, out: Place) -> tuple[str, ...]:
        """The columns of a table that was made."""
        return self.engine.open(out).columns

    def make_way(self) -> None:
        """Prepare for the tables that take the place of others."""
        self.check()

    def check(self) -> None:
        """Refuse a place that another table has, before any work is done."""
        for place in self.places:
            note, name = self.note(place), place.table or place.name
            if note is None:
                continue
            if not note.startswith(OURS):
                raise TargetError(
                    f"out: '{name}' is there and no release of Diversa; name a place"
                    " where nothing is"
                )
            if not self.replaces:
                raise TargetError(
                    f"out: '{name}' holds a release already, which is not replaced"
                    " unasked; name another place, or say replace=True"
                )
