# SPDX-License-Identifier: Apache-2.0
"""The look back before a release: earlier releases of the same people, by the ledger.

1. `look_back` compares the counted table with every line of the ledger.
2. `LookBack.plan` takes the groups of an earlier release in two tables again, if the
   table has not changed.
3. Its key gives safe labels the noise that they had, if neither the table nor the plan
   has changed.
4. `LookBack.judge` counts what the release and earlier ones make certain together.
5. `ledger_entry.LedgerEntry` adds the line of the release just before it appears.
"""

from __future__ import annotations

import datetime as dt
import secrets
import warnings
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath

from diversa.counts.cells import Cells
from diversa.engines.counting import Counting
from diversa.errors import SecondReleaseWarning, TargetError
from diversa.ledger.footprint import Footprint, PeopleOverlap
from diversa.ledger.ledger import WORD, Ledger, LedgerLine, hold
from diversa.ledger.place import LedgerPlace
from diversa.ledger.second_release import (
    SecondRelease,
    worst,
)
from diversa.plan.keywords import revise
from diversa.plan.plan import Plan
from diversa.record.folder import RELEASE, SENSITIVE
from diversa.record.record import Record
from diversa.record.record_parts import fingerprint
from diversa.tables.count_table import CountTable
from diversa.tables.table_input import TableInput

LEAST = 0.05
"""The overlap of people from which on an earlier release matters."""

MOST_READ = 8
"""Most earlier releases that are put beside a new one, by their overlap."""

TWO_TABLES = ("anatomy", "mbf")
"""The methods whose groups an unchanged table takes again."""

SAFE = "safe"
"""The labels of which two releases are not safe together."""


@dataclass(frozen=True, eq=False)
class LookBack:
    """The earlier releases of the people of a table."""

    place: LedgerPlace
    """The place of the ledger."""
    footprint: Footprint
    """What the ledger will keep of the table."""
    earlier: tuple[tuple[LedgerLine, PeopleOverlap], ...] = ()
    """Earlier releases with people in common, the largest overlap first."""
    known: frozenset[str] = frozenset()
    """The lines that the ledger had."""
    replaced: str | None = None
    """The line of the release whose place the new one takes."""
    anyway: bool = False
    """True if the owner wants a second release all the same."""
    counts: bool = True
    """False if quasi-identifiers are merged, so that nobody can be matched."""
    noise_key: bytes | None = field(default=None, repr=False)
    """The key of the noise of safe labels, for this table and plan."""

    @property
    def same_groups(self) -> LedgerLine | None:
        """The earlier release in two tables of the same table by the same plan."""
        own = self.footprint
        for line, _ in self.earlier:
            same = line.table == own.table and line.plan == own.plan is not None
            if same and line.method in TWO_TABLES:
                return line
        return None

    @property
    def note(self) -> str | None:
        """A sentence on groups that are taken again; None if there are none."""
        line = self.same_groups
        if line is None:
            return None
        return (
            f"Groups are those of release {line.name} of {line.date}, seed {line.seed}:"
            " the table has not changed, and two seeds together would tell more"
        )

    def plan(self, plan: Plan) -> Plan:
        """The plan, with the seed whose groups are published already."""
        line = self.same_groups
        return plan if line is None else revise(plan, seed=line.seed)

    def judge(
        self, made: TableInput, cells: Cells, labels: str | None
    ) -> SecondRelease | None:
        """What a release tells together with earlier ones; None if no more than alone.

        Args:
            made: The release that is about to appear.
            cells: The table that it was made from.
            labels: What its labels span, if each group has a box of its own.

        Raises:
            TargetError: Both have safe labels, and would not be safe together.
        """
        if not self.earlier or self.same_groups is not None:
            return None
        found = self.compare(made, cells)
        if labels == SAFE and not self.anyway:
            refuse_safe(found)
        told = worst([one for one in found if not one.is_nested])
        if told is None:
            return None
        told = replace(told, anyway=self.anyway)
        if not self.anyway:
            warnings.warn(told.words, SecondReleaseWarning, stacklevel=2)
        return told

    def compare(self, made: TableInput, cells: Cells) -> list[SecondRelease]:
        """Put a release beside the earlier ones that are not the same files."""
        if not self.counts:
            why = "values of quasi-identifiers are merged (search.floor)"
            return [SecondRelease(*one, None, why) for one in self.earlier]
        others = [
            (line, overlap, line.table == self.footprint.table)
            for line, overlap in self.earlier[:MOST_READ]
        ]
        if any(same_table for _, _, same_table in others):
            marks = fingerprints(made)
            others = [one for one in others if not marks or marks != tables_of(one[0])]
        if not others:
            return []
        from diversa.attacks.table_groups import group_table  # few publish twice
        from diversa.ledger.together import compare_with

        new = group_table(made)
        return [
            compare_with(line, overlap, new, cells, same_table=same_table)
            for line, overlap, same_table in others
        ]

    def line(
        self, record: Record, place: str, seed: int, *, date: dt.date
    ) -> LedgerLine:
        """The line of the release."""
        own = self.footprint
        return LedgerLine(
            id=secrets.token_hex(8),
            date=date.isoformat(),
            place=place,
            name=Path(place).name or place,
            files=record.files,
            method=record.method,
            labels=record.labels,
            sensitive=record.roles.sensitive,
            seed=seed,
            rows=own.rows,
            table=own.table,
            plan=own.plan,
            tuples=own.tuples,
            people=own.people,
        )


def fingerprints(made: TableInput) -> set[str]:
    """SHA-256 of the files of a release that is about to appear; none of a frame."""
    beside = made.sensitive_table
    tables = [made.source, *([] if beside is None else [beside.source])]
    return {fingerprint(table) for table in tables if isinstance(table, Path)}


def tables_of(line: LedgerLine) -> set[str]:
    """SHA-256 of the tables of a release."""
    return {
        mark
        for name, mark in line.files.items()
        if PurePath(name).stem in (RELEASE, SENSITIVE)
    }


def refuse_safe(found: list[SecondRelease]) -> None:
    """Refuse a second release with safe labels, unless it is coarser than the first."""
    for one in found:
        if one.line.labels == SAFE and not one.is_coarser:
            raise TargetError(
                f"{WORD}: a second release with safe labels must be a coarsening of"
                f" the first one, {one.line.name} of {one.line.date}, got other groups:"
                " two such releases of the same people are not safe together; hand out"
                " the files of the first one again, replace it in its folder if nobody"
                " has them, use `republish`, or say second_release_anyway=True"
            )


def look_back(
    place: LedgerPlace,
    engine: Counting,
    counted: CountTable,
    plan: Plan,
    *,
    folder: Path | None,
    anyway: bool,
) -> LookBack:
    """Compare a counted table with all earlier ones of the ledger.

    A release in the folder is replaced by the new one: it is not compared.
    """
    ledger = Ledger.read(place.path)
    if ledger is None:
        ledger = start_ledger(place.path)
    own = Footprint.of(engine, counted, plan, ledger.secret)
    out = None if folder is None else str(folder.absolute())
    lines = [line for line in ledger.lines if not line.replaced]
    there = [line for line in lines if line.place == out]
    compared = [(line, own.overlap(line)) for line in lines if line not in there]
    earlier = [
        (line, overlap)
        for line, overlap in compared
        if overlap is not None and overlap.share >= LEAST
    ]
    return LookBack(
        place,
        own,
        tuple(sorted(earlier, key=lambda one: -one[1].share)),
        frozenset(line.id for line in ledger.lines),
        there[-1].id if there else None,
        anyway,
        counts=not counted.floor,
        noise_key=own.noise_key(ledger.secret),
    )


def start_ledger(path: Path) -> Ledger:
    """Begin a ledger, unless another run has begun it meanwhile."""
    with hold(path):
        ledger = Ledger.read(path)
        if ledger is None:
            ledger = Ledger()
            ledger.write(path)
        return ledger
