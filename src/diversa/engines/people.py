# SPDX-License-Identifier: Apache-2.0
"""People counted in this process, from numbers that stand for them.

An engine gives each person a number, or the cells of each; it keeps what it compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.counts.cells import Cells
from diversa.counts.kinds import Kinds
from diversa.counts.light_numpy import changes, order_of
from diversa.data.dictionary import Dictionary
from diversa.engines.engine import MissingPerson, PeopleCount
from diversa.engines.packing import Packing
from diversa.errors import InternalError, MissingValueError

NOBODY = -1
"""The number of a person who is missing."""


class SetsOfPeople(NamedTuple):
    """Sets of cells, as an engine collects them, each with its people."""

    sets: Ints
    """The number of a set, once for each of its cells."""
    cells: Ints
    """The cell."""
    people: Ints
    """The people who have each set."""


def check_missing(column: str, rows: int, missing: MissingPerson) -> None:
    """Refuse rows without a person, unless it was said what they are."""
    if rows and missing == "raise":
        raise MissingValueError(
            f"column '{column}': must say of every row who it is about, got {rows:,}"
            " rows without a value; fill them in, or say what they are: a person each"
            ' (missing_person = "own"), or nobody who is counted ("worst")'
        )


def rows_of_people(
    persons: Ints,
    keys: Sequence[Ints],
    dictionaries: Sequence[Dictionary],
    packing: Packing,
    missing: MissingPerson,
) -> PeopleCount:
    """Count people from the number of each row's person and its packed keys."""
    distinct, cells, counts = number_keys(keys)
    if len(counts) and min(int(key[0]) for key in distinct) < 0:
        raise InternalError(
            f"people: {len(persons)} rows must be counted, each with values of the"
            " dictionaries"
        )
    nobody = persons == NOBODY
    unnamed = np.bincount(cells[nobody], minlength=len(counts))
    kinds = Kinds.of(*named(persons, cells, nobody, missing))
    return PeopleCount(
        Cells(tuple(dictionaries), packing.unpack(distinct), counts), kinds, unnamed
    )


def named(
    persons: Ints, cells: Ints, nobody: Bools, missing: MissingPerson
) -> tuple[Ints, Ints]:
    """The rows that are about somebody: a number of the person, and the cell."""
    if not nobody.any():
        return persons, cells
    if missing == "own":
        more = np.arange(np.count_nonzero(nobody)) + persons.max() + 1
        persons = persons.copy()
        persons[nobody] = more
        return persons, cells
    return persons[~nobody], cells[~nobody]


def number_keys(keys: Sequence[Ints]) -> tuple[list[Ints], Ints, Ints]:
    """The distinct keys in order, the place of each line's among them, and the lines.

    >>> distinct, places, counts = number_keys([np.array([8, 3, 8])])
    >>> distinct[0].tolist(), places.tolist(), counts.tolist()
    ([3, 8], [1, 0, 1], [1, 2])
    """
    order = order_of(keys[0]) if len(keys) == 1 else np.lexsort(keys[::-1])
    fresh = np.zeros(len(order), dtype=np.bool_)
    for key in keys:
        fresh |= changes(key[order])
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.cumsum(fresh) - 1
    first = np.flatnonzero(fresh)
    counts = np.diff(first, append=len(order))
    return [key[order[first]] for key in keys], places, counts


def sets_of_people(
    sets: SetsOfPeople, cells: Cells, unnamed: Ints, missing: MissingPerson
) -> PeopleCount:
    """Count people from sets of places of cells that an engine has collected."""
    owners, places, people = sets
    if missing == "own":  # every row without a person is one, in one cell
        alone = np.flatnonzero(unnamed)
        owners = np.append(owners, len(people) + np.arange(len(alone)))
        places, people = np.append(places, alone), np.append(people, unnamed[alone])
    return PeopleCount(cells, Kinds.of(owners, places, people), unnamed)
