# SPDX-License-Identifier: Apache-2.0
"""The knowledge of somebody who knows how many rows of a release a person has.

Of N rows of a group n have a value; a person has w of them. If every deal of the rows
is equally likely, the person has the value with 1 - C(N - n, w) / C(N, w).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from diversa.array_types import Floats, Ints
from diversa.audits.audit_result import Audit
from diversa.counts.cell_tuples import cell_tuples
from diversa.counts.cells import Cells
from diversa.counts.kinds import Kinds
from diversa.engines.engine import Engine
from diversa.engines.table import Table
from diversa.recodings.groupings import free_name


class RowNumbers(NamedTuple):
    """The rows of people in groups, and what their number tells."""

    most: int
    """Rows that somebody has in a group, at most."""
    share: float
    """The largest share of the rows of a group that one person has."""
    surest: float | None
    """The surest guess of a sensitive value; None without a sensitive attribute."""


def count_row_numbers(
    engine: Engine,
    people: Table,
    person: str,
    names: Sequence[str],
    sensitive: Sequence[str],
    *,
    worst: bool = False,
) -> RowNumbers:
    """Measure published rows that have their person beside them, inside the engine.

    A missing value may be any value if `worst`, and is one of its own otherwise.
    """
    count = free_name("rows", people.columns)
    each = engine.tally(people, (*names, person), count=count, person=person)
    labels = [engine.values(people, name) for name in names]
    most = most_rows(engine.count(each, [*labels, engine.values(each, count)]), names)
    cells = engine.count(people, labels)
    size = rows_by_group(cells, names)
    surest = [
        float(guess(size, frequent, most).max(initial=0.0))
        for frequent in (
            most_frequent(
                engine.count(people, [*labels, engine.values(people, name)]),
                names,
                worst=worst,
            )
            for name in sensitive
        )
    ]
    return RowNumbers(
        int(most.max(initial=0)),
        float((most / size).max(initial=0.0)),
        max(surest, default=None),
    )


def rows_of_kinds(
    cells: Cells,
    kinds: Kinds,
    names: Sequence[str],
    sensitive: Sequence[str],
    *,
    times: Ints | None = None,
    worst: bool = False,
) -> RowNumbers:
    """The same from kinds of people: one row in each of their cells, or `times`.

    The columns `names` make the groups.
    """
    group = cell_tuples(cells, names)
    kind = np.repeat(np.arange(len(kinds)), kinds.sizes)
    each = kind * len(group) + group.number[kinds.cells]
    pairs, place = np.unique(each, return_inverse=True)
    own = np.ones(len(each)) if times is None else times[kinds.cells]
    rows = np.bincount(place.ravel(), own, len(pairs)).astype(np.int64)
    most = np.zeros(len(group), dtype=np.int64)
    np.maximum.at(most, pairs % len(group), rows)
    size = rows_by_group(cells, names)
    surest = [
        float(guess(size, frequent, most).max(initial=0.0))
        for frequent in (
            most_frequent(project(cells, [*names, name]), names, worst=worst)
            for name in sensitive
        )
    ]
    return RowNumbers(
        int(most.max(initial=0)),
        float((most / size).max(initial=0.0)),
        max(surest, default=None),
    )


def project(cells: Cells, names: Sequence[str]) -> Cells:
    """The cells of some columns, whose rows are added up."""
    tuples = cell_tuples(cells, names)
    columns = [cells.column(name)[tuples.first] for name in names]
    counts = np.bincount(tuples.number, cells.counts, len(tuples)).astype(np.int64)
    dictionaries = tuple(cells.dictionary(name) for name in names)
    return Cells(dictionaries, np.stack(columns, axis=1), counts)


def of_single_rows(audit: Audit) -> RowNumbers:
    """The same where everybody has one row: the guess is the share of the value."""
    levels = [
        1 / level.attained
        for level in audit.measured
        if level.name == "frequency-l-diversity" and level.attained
    ]
    return RowNumbers(1, 1 / max(1, audit.smallest_rows), max(levels, default=None))


def most_rows(cells: Cells, names: Sequence[str]) -> Ints:
    """The most rows of one person in each group; the last column is their number."""
    group = cell_tuples(cells, names)
    numbers = np.array(cells.dictionaries[-1].numbers, dtype=np.int64)
    most = np.zeros(len(group), dtype=np.int64)
    np.maximum.at(most, group.number, numbers[cells.codes[:, -1]])
    return most


def rows_by_group(cells: Cells, names: Sequence[str]) -> Ints:
    """Rows of each group."""
    group = cell_tuples(cells, names)
    return np.bincount(group.number, cells.counts, len(group)).astype(np.int64)


def most_frequent(cells: Cells, names: Sequence[str], *, worst: bool) -> Ints:
    """Rows of the most frequent value of each group; the last column is the value."""
    group = cell_tuples(cells, names)
    most, unknown = np.zeros((2, len(group)), dtype=np.int64)
    missing = cells.dictionaries[-1].missing_code
    lost = (cells.codes[:, -1] == missing) & (worst and missing is not None)
    np.maximum.at(most, group.number[~lost], cells.counts[~lost])
    np.add.at(unknown, group.number[lost], cells.counts[lost])
    return most + unknown


def guess(rows: Ints, having: Ints, drawn: Ints) -> Floats:
    """The chance that one of the drawn rows of a group is one of those with a value.

    >>> sizes = np.array([3]), np.array([2])
    >>> guess(*sizes, np.array([1])).round(4).tolist()
    [0.6667]
    >>> guess(*sizes, np.array([2])).tolist()
    [1.0]
    """
    logs = np.log(np.arange(1, int(rows.max(initial=0)) + 1))
    factorial = np.concatenate([[0.0], np.cumsum(logs)])
    others = rows - having
    possible = np.minimum(drawn, others)  # else there is no deal without the value
    none = (
        factorial[others]
        - factorial[others - possible]
        - factorial[rows]
        + factorial[rows - possible]
    )
    return np.where(drawn > others, 1.0, -np.expm1(none))
