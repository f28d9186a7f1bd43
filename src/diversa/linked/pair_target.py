# SPDX-License-Identifier: Apache-2.0
"""Two tables of a database as the places of linked tables: both appear, or neither."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diversa.engines.engine import Engine
from diversa.engines.sources import cluster_table
from diversa.engines.table import Table
from diversa.engines.table_target import TableTarget
from diversa.errors import TargetError
from diversa.files.secret_files import SecretFiles
from diversa.linked.record import LinkedPromise
from diversa.linked.two_tables import PEOPLE, VISITS
from diversa.record.folder import TABLE_SUFFIX, check_only_release, check_target
from diversa.record.placing import hidden_folder, put_in_place
from diversa.release.table_draft import TableCommit, open_target
from diversa.release.targets import Targets


@dataclass(frozen=True)
class PairTarget:
    """The places of both tables in a database."""

    whole: TableTarget[Any, Any]
    """The target of both: one transaction."""
    people: TableTarget[Any, Any]
    """The place of the people: the name of the target, and `_people`."""
    visits: TableTarget[Any, Any]
    """The place of the visits, likewise."""

    @property
    def parts(self) -> tuple[TableTarget[Any, Any], TableTarget[Any, Any]]:
        """The places of people and visits."""
        return self.people, self.visits

    def target_of(self, name: str) -> TableTarget[Any, Any]:
        """The place of one of the tables."""
        return self.people if name == PEOPLE else self.visits

    @property
    def names(self) -> tuple[str, ...]:
        """The names of both tables, for their owner."""
        return tuple(part.out.name for part in self.parts)

    def write(self, engine: Engine, tables: Sequence[Table]) -> tuple[Any, ...]:
        """Make both tables in the transaction; give their places."""
        for part, table in zip(self.parts, tables, strict=True):
            part.make_way()
            part.write(engine, table, part.out)
        return tuple(part.out for part in self.parts)

    def describe(self, linked: LinkedPromise) -> None:
        """Write the promise of both tables and the roles of their columns."""
        promise = f"{', '.join(linked.models)}, audited; linked by {linked.pseudonym}"
        known = {*linked.people_known, *linked.visits_known}
        for part in self.parts:
            roles = {
                name: "random pseudonym, new in every release"
                if name == linked.pseudonym
                else "quasi-identifier, generalized"
                if name in known
                else "sensitive attribute"
                for name in part.columns(part.out)
            }
            part.describe(part.out, promise, roles)

    def fingerprints(self) -> Mapping[str, str]:
        """The fingerprint of each table, by its name in the manifest."""
        return {
            f"{name}{TABLE_SUFFIX}": part.fingerprint(part.out)
            for name, part in zip((PEOPLE, VISITS), self.parts, strict=True)
        }


@contextmanager
def pair_target(targets: Targets, engine: Engine) -> Iterator[PairTarget | None]:
    """The places of both tables in a database, checked; None for a folder."""
    if targets.table is None:
        yield None
        return
    if cluster_table(targets.out) is not None:
        raise TargetError(
            "out: must be a folder or a table of a database for linked tables, got one"
            " of a cluster; publish a folder, and copy its files there"
        )
    with open_target(targets.table, engine, replaces=targets.replace) as whole:
        pair = PairTarget(whole, whole.part(PEOPLE), whole.part(VISITS))
        for part in pair.parts:
            part.check()
        yield pair


@contextmanager
def appearing_with(
    out: Path, pair: PairTarget | None, *, replace: bool
) -> Iterator[Path]:
    """Give a hidden folder; at the end it appears, with the tables of a database."""
    with hidden_folder(out) as hidden:
        check_target(out, replace=replace)
        check_only_release(out)
        yield hidden
        with SecretFiles() as nothing:
            beside = nothing if pair is None else TableCommit(nothing, pair.whole)
            put_in_place(hidden, out, beside)
