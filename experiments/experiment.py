# SPDX-License-Identifier: Apache-2.0
"""What an experiment is: a run that gives tables and facts, and charts drawn of them.

A run writes data only. Pages and charts are made from that data (`pages`), so that no
number of a page is typed in.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

Cell = int | float | str | None
"""What stands in a table or is a fact; None where there is nothing to tell."""

ROWS = 4_591_581
"""Rows of the Lands End table."""


@dataclass(frozen=True)
class Settings:
    """How experiments are run."""

    adult: Path
    """The folder of the Adult data."""
    rows: int = ROWS
    """Rows of the synthetic Lands End table."""
    small: bool = False
    """Run on little data, to see that everything works."""
    seed: int = 0
    """What samples and tables are drawn with."""


@dataclass(frozen=True)
class Table:
    """Rows of numbers and words under the names of their columns."""

    columns: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]

    def column(self, name: str) -> list[Cell]:
        """The cells of one column."""
        place = self.columns.index(name)
        return [row[place] for row in self.rows]

    def where(self, **wanted: Cell) -> Table:
        """The rows that have these cells; `_` in a name stands for a space."""
        places = {
            self.columns.index(name.replace("_", " ")): cell
            for name, cell in wanted.items()
        }
        rows = [
            row
            for row in self.rows
            if all(row[place] == cell for place, cell in places.items())
        ]
        return Table(self.columns, rows)

    def pairs(self, across: str, upwards: str) -> list[tuple[float, float]]:
        """The points of a curve: two columns, without rows that lack a number."""
        both = zip(self.column(across), self.column(upwards), strict=True)
        return [
            (float(x), float(y)) for x, y in both if x is not None and y is not None
        ]


@dataclass(frozen=True)
class Outcome:
    """What a run found."""

    data: str
    """Which data it was run on, in words."""
    tables: Mapping[str, Table]
    """Tables by name."""
    facts: Mapping[str, Cell] = field(default_factory=dict)
    """Single numbers and words, by name."""


Charts = Mapping[str, str]
"""Drawings by name."""


@dataclass(frozen=True)
class Experiment:
    """One figure, table or study of a paper."""

    name: str
    """What it is called on the command line and in the names of its files."""
    page: str
    """The page that shows it."""
    run: Callable[[Settings], Outcome]
    """Run it."""
    draw: Callable[[Mapping[str, Table]], Charts] = lambda _: {}
    """Draw the charts of its tables."""


Result = TypeVar("Result")


def timed(action: Callable[[], Result]) -> tuple[Result, float]:
    """What an action gives, and the processor time that it takes."""
    start = time.process_time()
    result = action()
    return result, time.process_time() - start
