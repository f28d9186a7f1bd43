# SPDX-License-Identifier: Apache-2.0
"""The cells of a table by roles, counted before anything is decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from diversa.array_types import Bools, Floats
from diversa.counts.cells import Cells
from diversa.counts.kinds import Kinds
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary, Kind
from diversa.data.missing import MissingPersonPolicy, MissingPolicy, check_missing
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.data.spelling import NO_HINTS, Hints
from diversa.engines.counting import Counting
from diversa.engines.table import Table
from diversa.tables.floor import NO_FLOOR, Floor
from diversa.tables.sampling_weights import count_with_weights

READ_OPTIONS = ReadOptions()
"""The read options by default."""


@dataclass(frozen=True, eq=False)
class RoleCells:
    """A table counted over its quasi-identifiers and sensitive attributes."""

    cells: Cells = field(repr=False)
    """Distinct tuples, quasi-identifiers first; under `drop` without missing ones."""
    sensitive: tuple[Sensitive, ...] = field(repr=False)
    """The sensitive attributes with the meaning of a missing value."""
    floor: Floor = NO_FLOOR
    """The levels from which on values are distinct."""
    kinds: Kinds | None = field(default=None, repr=False)
    """The people, by the cells that they have; None where every row is a person."""
    weights: Floats | None = field(default=None, repr=False)
    """The sum of the sampling weights of the rows of each cell, where there are any."""


def count_roles(
    engine: Counting,
    table: Table,
    roles: Roles,
    *,
    missing: MissingPolicy,
    kinds: Mapping[str, Kind],
    reading: ReadOptions = READ_OPTIONS,
    missing_person: MissingPersonPolicy = MissingPersonPolicy.RAISE,
    find_floor: Callable[[Sequence[Dictionary]], Floor] | None = None,
) -> RoleCells:
    """Collect the values of the columns with a role and count their tuples.

    `find_floor` chooses the levels from which on values are distinct; without it every
    value is.
    """
    engine.gather(table, (*roles.columns_to_count, *roles.columns_of("weight")))
    every = [
        values_of(engine, table, name, kind=kinds.get(name), hints=reading.hints)
        for name in roles.columns_to_count
    ]
    dictionaries = [
        secret(values, reading) if values.column in roles.sensitive else values
        for values in every
    ]
    for dictionary in dictionaries[len(roles.quasi_identifiers) :]:
        check_missing(dictionary, missing)
    floor = NO_FLOOR if find_floor is None else find_floor(dictionaries)
    merged, people, weights = floor.codes_of_values, None, None
    if roles.weight is not None:
        weight = values_of(engine, table, roles.weight, hints=reading.hints)
        cells, weights = count_with_weights(
            engine, table, dictionaries, weight, merged=merged
        )
    elif roles.person is None:
        cells = engine.count(table, dictionaries, merged=merged)
    else:
        cells, people, unnamed = engine.people(
            table, dictionaries, roles.person, merged=merged, missing=missing_person
        )
        if missing_person is MissingPersonPolicy.WORST and unnamed.any():
            people = replace(people, unnamed=unnamed)
    if missing is MissingPolicy.DROP:
        kept = cells_with_values(cells, roles.sensitive)
        people = None if people is None else people.select(kept)
        weights = None if weights is None else weights[kept]
        cells = select_cells(cells, kept, merged=tuple(floor.levels))
    attributes = (cells.dictionary(name) for name in roles.sensitive)
    sensitive = tuple(Sensitive(attribute, missing) for attribute in attributes)
    return RoleCells(cells, sensitive, floor, people, weights)


def secret(values: Dictionary, reading: ReadOptions) -> Dictionary:
    """The values of a column as those of a sensitive attribute."""
    return replace(values, sensitive=True, by_meaning=reading.by_meaning)


def values_of(
    engine: Counting,
    table: Table,
    column: str,
    *,
    kind: Kind | None = None,
    hints: Hints = NO_HINTS,
) -> Dictionary:
    """Collect the values of a column, in the spelling that the user declares."""
    if hints == NO_HINTS:
        return in_order(engine.values(table, column, kind=kind), table)
    values = in_order(engine.values(table, column), table)
    if kind is None or kind is values.kind:
        return replace(values, hints=hints)
    missing = [] if values.missing_code is None else [None]
    every = [*values.values, *missing]
    return Dictionary.build(column, every, values.counts, kind=kind, hints=hints)


def in_order(values: Dictionary, table: Table) -> Dictionary:
    """The values of a column in the order that its source gives them, if it does."""
    order = table.orders.get(values.column)
    if order is None or values.kind is not Kind.TEXT:
        return values
    rank = {text: place for place, text in enumerate(order)}
    if not rank.keys() >= set(values.texts):
        return values
    codes = sorted(range(len(values.values)), key=lambda c: rank[values.texts[c]])
    counts = np.append(values.counts[codes], values.counts[len(codes) :])
    return replace(values, values=values.values[codes], counts=counts)


def without_missing(
    cells: Cells, columns: Sequence[str], *, merged: Sequence[str] = ()
) -> Cells:
    """Remove the rows with a missing value in one of the columns, as if never there.

    See `select_cells`.
    """
    return select_cells(cells, cells_with_values(cells, columns), merged=merged)


def cells_with_values(cells: Cells, columns: Sequence[str]) -> Bools:
    """Mark the cells without a missing value in these columns."""
    kept = np.ones(len(cells.counts), dtype=bool)
    for name in columns:
        missing = cells.dictionary(name).missing_code
        if missing is not None:
            kept &= cells.column(name) != missing
    return kept


def select_cells(cells: Cells, kept: Bools, *, merged: Sequence[str] = ()) -> Cells:
    """Some cells, as if the others had never been there.

    Values that no row has any more are gone. Of columns with merged values, the rows
    left of each value are not known.
    """
    if kept.all():
        return cells
    counts, codes = cells.counts[kept], cells.codes[kept].copy()
    dictionaries = []
    for place, dictionary in enumerate(cells.dictionaries):
        if dictionary.column in merged:
            dictionaries.append(dictionary)
            continue
        rows = np.bincount(codes[:, place], weights=counts, minlength=dictionary.size)
        used = np.flatnonzero(rows)
        dictionaries.append(dictionary.narrow(used, rows.astype(np.int64)))
        codes[:, place] = np.searchsorted(used, codes[:, place])
    return Cells(tuple(dictionaries), codes, counts)
