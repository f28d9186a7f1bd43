# SPDX-License-Identifier: Apache-2.0
"""The people behind the rows, where an identifier says that somebody has several rows.

Models count rows. Where a person has several, a group of k rows may be fewer people:
the engine counts them, and no identifier leaves it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from diversa.engines.engine import Engine, Table
from diversa.plan.plan import Plan
from diversa.recodings.groupings import free_name
from diversa.recodings.recoding import Recoding


@dataclass(frozen=True)
class Headcount:
    """How many people the rows of a table are."""

    identifier: str
    """The column that tells people apart."""
    rows: int
    """Rows of the table."""
    people: int
    """Different identifiers in them; a missing one counts as one person."""
    smallest: int
    """Rows of the smallest published group."""
    fewest: int
    """People in the published group that has the fewest of them."""

    def __str__(self) -> str:
        return (
            f"{self.rows:,} rows are {self.people:,} people by '{self.identifier}':"
            f" k = {self.smallest:,} rows may be as few as {self.fewest:,}"
            f" {'person' if self.fewest == 1 else 'people'} here"
        )

    def to_json(self) -> dict[str, Any]:
        """The numbers, with the name of the column."""
        return asdict(self)


def headcount(
    engine: Engine, table: Table, recoding: Recoding, plan: Plan
) -> Headcount | None:
    """Count people where an identifier repeats; None where each row is a person.

    Args:
        engine: The engine that has the rows.
        table: The table before it is recoded.
        recoding: What is published of it.
        plan: Its roles.
    """
    count = free_name("count", table.columns)
    people = {
        name: engine.tally(table, [name], count=count).rows
        for name in plan.roles.identifiers
    }
    if not people or min(people.values()) == table.rows:
        return None
    # Where identifiers disagree, the one with the fewest people is on the safe side.
    identifier = min(people, key=people.__getitem__)
    group = recoding.group_column
    names = plan.roles.quasi_identifiers if group is None else (group,)
    seen = replace(recoding, columns=(*names, identifier), identifiers={})
    rows = engine.recode(table, seen)
    return Headcount(
        identifier,
        table.rows,
        people[identifier],
        smallest=smallest_group(engine, rows, names),
        fewest=smallest_group(
            engine, engine.tally(rows, (*names, identifier), count=count), names
        ),
    )


def smallest_group(engine: Engine, table: Table, names: tuple[str, ...]) -> int:
    """The fewest rows of a table that agree in some columns."""
    if not table.rows:
        return 0
    cells = engine.count(table, [engine.values(table, name) for name in names])
    return int(cells.counts.min())
