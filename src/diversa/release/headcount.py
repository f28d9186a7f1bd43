# SPDX-License-Identifier: Apache-2.0
"""The people behind the rows, where an identifier says that somebody has several rows.

Models count rows. Where a person has several, a group of k rows may be fewer people:
the engine counts them, and no identifier leaves it.
"""

from __future__ import annotations

from dataclasses import replace

from diversa.engines.engine import Engine, Table
from diversa.plan.plan import Plan
from diversa.recodings.groupings import free_name
from diversa.recodings.recoding import Recoding
from diversa.record.people import Headcount


def headcount(
    engine: Engine, table: Table, recoding: Recoding, plan: Plan
) -> Headcount | None:
    """Count people if an identifier repeats; None if each row is a person.

    `table` is the table before it is recoded.
    """
    count = free_name("count", table.columns)
    identifiers = plan.roles.identifiers

    def people_in(rows: Table) -> dict[str, int]:
        return {
            name: engine.tally(rows, [name], count=count).rows for name in identifiers
        }

    if not identifiers or min(people_in(table).values()) == table.rows:
        return None
    group = recoding.group_column
    names = plan.roles.quasi_identifiers if group is None else (group,)
    # Only published rows are counted: the release shows nothing of withheld ones.
    seen = replace(recoding, columns=(*names, *identifiers), identifiers={})
    rows = engine.recode(table, seen)
    people = people_in(rows)
    # Where identifiers disagree, the one with the fewest people is on the safe side.
    identifier = min(people, key=people.__getitem__)
    if people[identifier] == rows.rows:
        return None
    return Headcount(
        identifier,
        rows.rows,
        people[identifier],
        smallest=smallest_group(engine, rows, names),
        fewest=smallest_group(
            engine, engine.tally(rows, (*names, identifier), count=count), names
        ),
    )


def smallest_group(engine: Engine, table: Table, names: tuple[str, ...]) -> int:
    """The size of the smallest group of a table by some columns."""
    if not table.rows:
        return 0
    cells = engine.count(table, [engine.values(table, name) for name in names])
    return int(cells.counts.min())
