# SPDX-License-Identifier: Apache-2.0
"""People counted in this process, from numbers that stand for them.

An engine gives each person a number, or the cells of each; it keeps what it compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts.cells import Cells
from diversa.counts.kernels.incidences import NOBODY, number_cells
from diversa.counts.kinds import Kinds
from diversa.counts.light_numpy import KEY_BITS, changes, order_of
from diversa.data.dictionary import Dictionary
from diversa.engines.counting import MissingPerson, PeopleCount
from diversa.engines.packing import Packing
from diversa.errors import InternalError, MissingValueError


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
            " rows without a value; fill them in, or say that each of them is a person"
            ' of its own (missing_person = "own")'
        )


def rows_of_people(
    persons: Ints | Codes,
    keys: Sequence[Ints],
    dictionaries: Sequence[Dictionary],
    packing: Packing,
    missing: MissingPerson,
) -> PeopleCount:
    """Count people from the number of each row's person and its packed keys.

    The keys are not to be used again: rows are sorted in their place.
    """
    rows, room = keys[0], len(persons).bit_length()
    bits = (int(persons.max(initial=NOBODY)) + 1).bit_length()
    known: list[Ints] = []
    if len(keys) > 1 or int(rows.max(initial=0)).bit_length() + bits > KEY_BITS:
        known, rows = number_keys(keys)
    rows <<= bits
    rows += persons
    rows += 1  # so that nobody is 0
    rows.sort()
    found, counts = number_cells(rows, bits, room)
    distinct = [key[found] for key in known] or [found]
    if len(counts) and min(int(key[0]) for key in distinct) < 0:
        raise InternalError(
            f"people: {len(rows)} rows must be counted, each with values of the"
            " dictionaries"
        )
    kinds = Kinds.of_rows(rows, room, alone=missing == "own")
    # Sorted by now: the rows of nobody come first.
    unnamed = np.zeros(len(counts), dtype=np.int64)
    np.add.at(unnamed, rows[: np.searchsorted(rows, 1 << room)], 1)
    del rows, keys  # before the codes take as much room
    cells = Cells(tuple(dictionaries), packing.unpack(distinct), counts)
    return PeopleCount(cells, kinds, unnamed)


def number_keys(keys: Sequence[Ints]) -> tuple[list[Ints], Ints]:
    """The distinct keys in order, and the place of each line's among them.

    >>> distinct, places = number_keys([np.array([8, 3, 8])])
    >>> distinct[0].tolist(), places.tolist()
    ([3, 8], [1, 0, 1])
    """
    order = order_of(keys[0]) if len(keys) == 1 else np.lexsort(keys[::-1])
    fresh = np.zeros(len(order), dtype=np.bool_)
    for key in keys:
        fresh |= changes(key[order])
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.cumsum(fresh) - 1
    return [key[order[fresh]] for key in keys], places


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
