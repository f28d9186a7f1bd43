# SPDX-License-Identifier: Apache-2.0
"""Sampling weights: how many people of a population each row of a survey stands for.

The weights of the rows of a group add up to an estimate of the people of the population
who match it. They are read once, with the cells; nothing but risks uses them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from diversa.array_types import Floats, Ints
from diversa.counts.cell_tuples import cell_tuples
from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary
from diversa.engines.counting import Counting, Merged
from diversa.engines.table import Table
from diversa.errors import SourceError


class GroupWeights(NamedTuple):
    """Groups of rows, and the weights behind them."""

    sizes: Ints
    """Rows of each group."""
    people: Floats
    """The sum of the weights of these rows."""


def count_with_weights(
    engine: Counting,
    table: Table,
    dictionaries: Sequence[Dictionary],
    weight: Dictionary,
    *,
    merged: Merged | None = None,
) -> tuple[Cells, Floats]:
    """Count the cells of a table, and add up the weights of the rows of each."""
    of_value = read_weights(weight)
    lines = engine.count(table, [*dictionaries, weight], merged=merged)
    names = [dictionary.column for dictionary in dictionaries]
    place = cell_tuples(lines, names)  # of sorted lines, so the cells are sorted too
    of_line = of_value[lines.column(weight.column)]
    order = np.lexsort((of_line, place.number))  # sums are the same in every engine
    sums = np.bincount(place.number[order], (of_line * lines.counts)[order], len(place))
    rows = np.bincount(place.number, lines.counts, len(place)).astype(np.int64)
    codes = lines.codes[place.first, : len(names)]
    cells = Cells(lines.dictionaries[: len(names)], codes, rows)
    return cells, sums.astype(np.float64)


def read_weights(values: Dictionary) -> Floats:
    """Read a column of weights: finite numbers, none below 1, none missing."""
    numbers = read_numbers(values)
    bad = int((~np.isfinite(numbers)).sum())
    if bad or values.missing_code is not None:
        lost = int(values.counts[len(values.values) :].sum())
        raise SourceError(
            f"roles.weight: the column '{values.column}' must hold a finite number in"
            f" every row, got {bad:,} distinct values that are none, and {lost:,}"
            " rows without a value"
        )
    small = int((numbers < 1).sum())
    if small:
        raise SourceError(
            f"roles.weight: the column '{values.column}' must hold numbers from 1 on,"
            f" got {small:,} of {values.size:,} distinct values below; a row stands for"
            " itself at least. Weights that were divided by their mean do not say how"
            " many people there are: give those before that"
        )
    return numbers


def read_numbers(values: Dictionary) -> Floats:
    """Read the values of a column as numbers; NaN where a value is none."""
    if values.hints.decimal is None:
        try:  # most columns are plain numbers, and are read at once
            return values.values.astype(np.float64)
        except (TypeError, ValueError):
            pass  # spelled otherwise, or no numbers
    read = [read_number(value, values) for value in values.values]
    return np.array(read, dtype=np.float64)


def read_number(value: object, values: Dictionary) -> float:
    """Read a number in the spelling of its column; NaN where it is none."""
    try:
        return float(values.spelling.number(value))
    except (TypeError, ValueError):
        return np.nan


def group_weights(cells: Cells, names: Sequence[str], weights: Floats) -> GroupWeights:
    """Add up the rows and the weights of the cells with the same values of columns."""
    tuples = cell_tuples(cells, names)
    return add_up(tuples.number.astype(np.int64), cells.counts, weights)


def add_up(group: Ints, rows: Ints, weights: Floats) -> GroupWeights:
    """Add up rows and weights by group; groups without rows are left out.

    >>> sums = add_up(np.array([0, 2, 0]), np.array([1, 2, 1]), np.array([9.0, 4, 1]))
    >>> sums.sizes.tolist(), sums.people.tolist()
    ([2, 2], [10.0, 4.0])
    """
    sizes = np.bincount(group, rows).astype(np.int64)
    people = np.bincount(group, weights).astype(np.float64)
    return GroupWeights(sizes[sizes > 0], people[sizes > 0])
