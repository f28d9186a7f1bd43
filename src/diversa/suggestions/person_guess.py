# SPDX-License-Identifier: Apache-2.0
"""The column that says who a row is about, guessed where identifiers repeat.

What others may know of a person is often the same in all rows of the person: birth,
sex, home. It differs between the rows of a doctor. People are counted in the engine; no
identifier leaves it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from diversa.data.dictionary import Dictionary
from diversa.engines.counting import Repeats
from diversa.engines.engine import Engine
from diversa.engines.table import Table
from diversa.recodings.groupings import free_name

NEARLY_ALL = 0.9
"""The share of people with several rows in which a constant attribute is the same."""


@dataclass(frozen=True)
class PersonGuess:
    """A column that may say who a row is about, and why."""

    column: str
    """The column."""
    rows: int
    """Rows that say who they are about."""
    people: int
    """People: the different values of the column."""
    several: int
    """People with several rows."""
    same: tuple[str, ...]
    """The quasi-identifiers that are the same in all rows of nearly everybody."""
    differs: Mapping[str, int]
    """The quasi-identifiers that are not, with the people for whom they differ."""

    @property
    def reason(self) -> str:
        """The reason for the guess, without a value."""
        return (
            f"it repeats, {self.rows:,} rows are {self.people:,} people;"
            f" {', '.join(self.same)} {'is' if len(self.same) == 1 else 'are'} the same"
            " in all rows of a person"
        )

    @property
    def differences(self) -> list[str]:
        """The quasi-identifiers that differ between the rows of a person, in words."""
        return [
            f"{name}: differs between the rows of {people:,} of {self.several:,} people"
            " who have several"
            for name, people in self.differs.items()
            if people
        ]


def guess_person(
    engine: Engine,
    table: Table,
    repeats: Mapping[str, Repeats],
    known: Sequence[Dictionary],
) -> PersonGuess | None:
    """Guess which of some identifiers says who a row is about; None if none seems to.

    Args:
        engine: The engine that has the table.
        table: The table.
        repeats: The identifiers, with the times that their values repeat.
        known: The values of the quasi-identifiers.
    """
    guesses = [
        describe_person(engine, table, name, times, known)
        for name, times in repeats.items()
        if 1 < times.different < times.present
    ]
    best = max(guesses, key=quality, default=None)
    return best if best is not None and best.same else None


def quality(guess: PersonGuess) -> tuple[int, int, int]:
    """The order of guesses: most that stays the same, least that differs, most people.

    >>> quality(PersonGuess("who", 9, 4, 3, ("sex",), {"sex": 0, "ward": 2}))
    (1, -2, 4)
    """
    return len(guess.same), -sum(guess.differs.values()), guess.people


def describe_person(
    engine: Engine,
    table: Table,
    name: str,
    times: Repeats,
    known: Sequence[Dictionary],
) -> PersonGuess:
    """Count for how many people of a column the quasi-identifiers differ."""
    alone = people_with_one_row(engine, table, name, times)
    several = max(1, times.different - alone)
    differs = {
        values.column: people_who_differ(engine, table, name, values)
        for values in known
    }
    same = tuple(
        values.column
        for values in known
        if 1 - differs[values.column] / several >= least_share(values)
    )
    return PersonGuess(name, times.present, times.different, several, same, differs)


def least_share(values: Dictionary) -> float:
    """The share of people with one value each, from which on an attribute is constant.

    Nearly all have one then, and far more than if rows were put together by chance.
    """
    shares = values.counts / values.counts.sum()
    return max(NEARLY_ALL, (1 + float((shares**2).sum())) / 2)


def people_who_differ(
    engine: Engine, table: Table, name: str, values: Dictionary
) -> int:
    """The people of a column who have several values of an attribute."""
    kinds = engine.people(table, [values], name, missing="worst").kinds
    return int(kinds.people[kinds.sizes > 1].sum())


def people_with_one_row(engine: Engine, table: Table, name: str, times: Repeats) -> int:
    """The people of a column who have one row each."""
    rows = free_name("rows", table.columns)
    counts = engine.values(engine.tally(table, [name], count=rows), rows)
    pairs = zip(counts.values.tolist(), counts.counts.tolist(), strict=True)
    alone = sum(people for number, people in pairs if int(number) == 1)
    return alone - (times.missing == 1)  # rows without a person are one line
