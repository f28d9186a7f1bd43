# SPDX-License-Identifier: Apache-2.0
"""The footprint of a table that is about to be published, and its overlap with others.

People are compared by an identifier if both tables have it, else by quasi-identifiers.
Different people may have the same quasi-identifiers; what they share by chance is taken
off (`chance`).
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Ints
from diversa.counts.cell_tuples import cell_tuples
from diversa.counts.cells import Cells
from diversa.engines.counting import Counting
from diversa.errors import InputError
from diversa.ledger.chance import chance_overlap, common_people
from diversa.ledger.ledger import LedgerLine
from diversa.ledger.sketch import (
    Sketch,
    mix,
    sketch_of_people,
    sketch_of_rows,
    value_hashes,
)
from diversa.plan.file import plan_to_toml
from diversa.plan.keywords import revise
from diversa.plan.plan import Plan
from diversa.tables.count_table import CountTable

NOISE = "noise of safe labels"
"""The use of a key, which sets it apart from other uses of the secret."""


@dataclass(frozen=True)
class PeopleOverlap:
    """The people whom a table has in common with an earlier one."""

    share: float
    """The share of common people among all of both tables (Jaccard)."""
    of_new: float
    """The share of the new table's people who were in the earlier one."""
    by: str | None
    """The identifier by which people were compared; None for quasi-identifiers."""


@dataclass(frozen=True, eq=False)
class Footprint:
    """All that a ledger keeps of a table."""

    rows: int
    """Rows of the table."""
    table: str
    """A keyed hash of all that was counted."""
    plan: str | None
    """A keyed hash of the plan without its seed."""
    tuples: Sketch
    """The sketch of its rows."""
    counts: Ints = field(repr=False)
    """Rows of each distinct tuple of quasi-identifiers."""
    people: tuple[Sketch, ...] = ()
    """The sketch of its people, by each identifier."""

    @classmethod
    def of(
        cls, engine: Counting, counted: CountTable, plan: Plan, secret: bytes
    ) -> Footprint:
        """Take the footprint of a table that was counted."""
        cells, names = counted.cells, plan.roles.quasi_identifiers
        tuples = cell_tuples(cells, tuple(sorted(names)))
        counts = np.bincount(tuples.number, cells.counts, len(tuples))
        identifiers = dict.fromkeys(
            (*plan.roles.columns_of("person"), *plan.roles.identifiers)
        )
        return cls(
            cells.rows,
            table_hash(cells, secret),
            plan_hash(plan, secret),
            sketch_of_rows(cells, names, secret),
            counts.astype(np.int64),
            tuple(
                sketch_of_people(engine, counted.table, name, secret)
                for name in identifiers
            ),
        )

    def noise_key(self, secret: bytes) -> bytes | None:
        """A key of noise for this table and plan; None for one that only Python holds.

        The same table and plan have the same noise again, so that their release is the
        same one and tells nothing new. Any other table or plan has noise of its own, as
        if it were drawn: who lacks the secret cannot tell the difference.
        """
        if self.plan is None:
            return None
        text = f"{NOISE}\0{self.table}\0{self.plan}"
        return hmac.digest(secret, text.encode(), "sha256")

    def overlap(self, line: LedgerLine) -> PeopleOverlap | None:
        """The overlap with an earlier table; None if they cannot be compared."""
        known = {sketch.columns: sketch for sketch in line.people}
        for own in self.people:
            if own.columns in known:
                other = known[own.columns]
                return overlap_of(own.common(other), own, other, own.columns[0])
        other = line.tuples
        if other.columns != self.tuples.columns:
            return None
        sizes = self.tuples.number, other.number
        largest = min(sizes) / max(*sizes, 1)
        by_chance = chance_overlap(self.counts, other.number)
        share = common_people(self.tuples.common(other), by_chance, largest)
        return overlap_of(share, self.tuples, other, None)


def overlap_of(share: float, new: Sketch, old: Sketch, by: str | None) -> PeopleOverlap:
    """An overlap, from the share of common people among all of both."""
    common = share / (1 + share) * (new.number + old.number)
    return PeopleOverlap(share, min(1.0, common / max(1, new.number)), by)


def table_hash(cells: Cells, secret: bytes) -> str:
    """A keyed hash of cells that is the same in whatever order they are."""
    hashes = np.zeros(len(cells.counts), dtype=np.uint64)
    for dictionary in cells.dictionaries:
        own = value_hashes(dictionary, secret)
        hashes = mix(hashes + own[cells.column(dictionary.column)])
    hashes = mix(hashes + cells.counts.astype(np.uint64))
    total, other = np.add.reduce(hashes), np.bitwise_xor.reduce(hashes)
    names = "\0".join(dictionary.column for dictionary in cells.dictionaries)
    text = f"{cells.rows} {int(total):x} {int(other):x} {names}"
    return keyed_hash(text, secret)


def plan_hash(plan: Plan, secret: bytes) -> str | None:
    """A keyed hash of a plan without its seed; None for one that only Python holds."""
    try:
        return keyed_hash(plan_to_toml(revise(plan, seed=0)), secret)
    except InputError:
        return None


def keyed_hash(text: str, secret: bytes) -> str:
    """Keyed BLAKE2 of a text."""
    content = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, key=secret, digest_size=16).hexdigest()
