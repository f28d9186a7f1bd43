# SPDX-License-Identifier: Apache-2.0
"""Groupings: the group of every row, as engines carry it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools
from diversa.counts import kernels
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.suppression import select
from diversa.counts.wide_keys import keys_at
from diversa.engines.row_recoding import ColumnMap, Grouping
from diversa.recodings.pieces import lines


def grouping_of(
    finest: FrequencySet,
    group: NDArray[np.integer],
    labels: tuple[Sequence[object], ...] | None,
    column: str | None = None,
    *,
    by_rows: bool,
) -> Grouping:
    """The group of every cell, or of every row if rows of a cell differ (`by_rows`).

    Without labels values are published as they are; `column` publishes the number of
    the group.
    """
    number = group.astype(np.int64)
    if not by_rows:
        cells = np.ascontiguousarray(finest.codes.T)
        return Grouping(cells, number, labels, column=column)
    rows, groups = lines(finest), finest.groups
    codes = np.concatenate(
        [finest.codes[:, rows.piece].T, groups.combinations[groups.values[rows.entry]]],
        axis=1,
    )
    keys = tuple(
        ColumnMap.identity(attribute.dictionary) for attribute in groups.sensitive
    )
    return Grouping(codes, number[rows.piece], labels, keys, rows.place, column)


def select_cells(finest: FrequencySet, chosen: Bools) -> FrequencySet:
    """Some of the cells."""
    codes = np.ascontiguousarray(finest.codes[:, chosen])
    return replace(finest, codes=codes, groups=select(finest.groups, chosen))


def is_divided(finest: FrequencySet) -> bool:
    """True if a tuple of quasi-identifiers occurs more than once."""
    _, first = kernels.group_keys(*keys_at(finest.maps, finest.levels, finest.codes))
    return len(first) < len(finest)


def free_name(wanted: str, taken: Sequence[str]) -> str:
    """The name wanted for a new column, with a number if it is taken.

    >>> free_name("group", ["zip"]), free_name("group", ["group", "group_1"])
    ('group', 'group_2')
    """
    names = [wanted, *(f"{wanted}_{number + 1}" for number in range(len(taken)))]
    return next(name for name in names if name not in taken)
