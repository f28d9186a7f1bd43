# SPDX-License-Identifier: Apache-2.0
"""One dictionary for two tables: the values of a table and of its population.

A hierarchy is built on the values of both, so both are generalized by the same maps and
their groups can be matched by codes. Values are the same when they are written the
same; a whole number may have been read as 39 here and as 39.0 there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from diversa.array_types import Codes
from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary
from diversa.data.meaning import Places
from diversa.errors import InputError


@dataclass(frozen=True, eq=False)
class Shared:
    """The values of one column in both tables."""

    dictionary: Dictionary
    """Every value, with the rows that the table has of it."""
    own: Codes
    """The code of each value of the table."""
    other: Codes
    """The code of each value of the population."""


@dataclass(frozen=True, eq=False)
class SharedCells:
    """A table and a population whose columns have the same codes."""

    cells: Cells
    """The table."""
    people: Cells | None
    """The population, where there is one."""
    own: tuple[Codes, ...]
    """For each shared column, the new code of each old one of the table."""


def share_dictionaries(
    cells: Cells, people: Cells | None, columns: Sequence[str]
) -> SharedCells:
    """Write the codes of some columns of two tables by one dictionary for each."""
    if people is None:
        own = [np.arange(cells.dictionary(name).size) for name in columns]
        return SharedCells(cells, None, tuple(codes.astype(np.int32) for codes in own))
    shared = {
        name: share(cells.dictionary(name), people.dictionary(name)) for name in columns
    }
    return SharedCells(
        with_dictionaries(
            cells, shared, {name: column.own for name, column in shared.items()}
        ),
        with_dictionaries(
            people, shared, {name: column.other for name, column in shared.items()}
        ),
        tuple(column.own for column in shared.values()),
    )


def share(own: Dictionary, other: Dictionary) -> Shared:
    """Put the values of two dictionaries of a column into one, in order.

    Example:
        >>> ages = Dictionary.build("age", [4, 30], [2, 1], kind="number")
        >>> more = Dictionary.build("age", ["30", "7", None], [9, 9, 1])
        >>> both = share(ages, more)
        >>> both.dictionary.texts, both.own.tolist(), both.other.tolist()
        (('4', '7', '30'), [0, 2], [2, 1, 3])
    """
    places = Places.of(own.values, own.spelling)
    matches = [places.the_one(value) for value in other.values]
    new = [v for v, code in zip(other.values, matches, strict=True) if code is None]
    union = unite(own, new, missing=other.missing_code is not None)
    place = {id(value): code for code, value in enumerate(union.values)}
    own_codes = [place[id(value)] for value in own.values]
    other_codes = [
        place[id(value)] if code is None else own_codes[code]
        for value, code in zip(other.values, matches, strict=True)
    ]
    return Shared(
        union,
        with_missing(own_codes, own, union),
        with_missing(other_codes, other, union),
    )


def unite(own: Dictionary, new: Sequence[object], *, missing: bool) -> Dictionary:
    """Add values that the table has no row of."""
    lost = missing and own.missing_code is None
    if not new and not lost:
        return own
    values = [*own.values, *([None] if own.size > len(own.values) else []), *new]
    counts = [*own.counts.tolist(), *[0] * len(new)]
    try:
        union = Dictionary.build(
            own.column,
            values,
            counts,
            kind=own.kind,
            sensitive=own.sensitive,
            hints=own.hints,
        )
    except InputError as error:
        raise InputError(f"population: {error}") from None
    return replace(union, counts=np.append(union.counts, 0)) if lost else union


def with_missing(
    codes: Sequence[int], dictionary: Dictionary, union: Dictionary
) -> Codes:
    """The codes of the values, and of the missing value where there is one."""
    lost = [] if dictionary.missing_code is None else [len(union.values)]
    return np.array([*codes, *lost], dtype=np.int32)


def with_dictionaries(
    cells: Cells, shared: dict[str, Shared], codes: dict[str, Codes]
) -> Cells:
    """Write some columns by other dictionaries."""
    dictionaries = tuple(
        shared[dictionary.column].dictionary
        if dictionary.column in shared
        else dictionary
        for dictionary in cells.dictionaries
    )
    lines = cells.codes.copy()
    for place, dictionary in enumerate(cells.dictionaries):
        if dictionary.column in shared:
            lines[:, place] = codes[dictionary.column][lines[:, place]]
    return Cells(dictionaries, lines, cells.counts)
