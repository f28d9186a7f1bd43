# SPDX-License-Identifier: Apache-2.0
"""Tables of counts: a line stands for as many people as one of its columns says.

Such a table is expanded inside the engine: each line is there as often as it says, and
from then on every row is a person. What is published is counted again, into lines with
the same column (`count_again`).
"""

from __future__ import annotations

from diversa.engines.counting import Counting
from diversa.engines.engine import Engine
from diversa.engines.table import Table
from diversa.errors import SourceError
from diversa.tables.population_table import numbers_of_people

MOST_ROWS = 10**9
"""No table of counts stands for more people: the engine makes a row for each."""


def expand_lines(engine: Counting, table: Table, column: str) -> Table:
    """The table with a row for each person; lines that stand for nobody are gone."""
    values = engine.values(table, column)
    times = numbers_of_people(values, "roles.count")
    people = sum(
        int(lines) * each
        for lines, each in zip(values.counts.tolist(), times.tolist(), strict=True)
    )
    if people > MOST_ROWS:
        raise SourceError(
            f"roles.count: the column '{column}' must count at most {MOST_ROWS:,}"
            f" people in all, got {people:,}; check that it holds numbers of people"
        )
    if not people:
        raise SourceError(
            f"roles.count: the column '{column}' must count people, got none in"
            f" {table.rows:,} lines"
        )
    return engine.expand(table, values, times)


def count_again(engine: Engine, table: Table, count: str) -> Table:
    """The rows of a table, those that are alike as one line with their number."""
    return engine.tally(table, table.columns, count=count)
