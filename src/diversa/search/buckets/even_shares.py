# SPDX-License-Identifier: Apache-2.0
"""Even shares: the rows of every bucket dealt evenly over all groups.

A model that holds in the whole table holds in groups that are like it. So there are
groups wherever one group of all rows holds, even if some value has more than one row in
l and no groups of different rows exist.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Ints
from diversa.models.k_anonymity import KAnonymity
from diversa.recodings.partition import whole_table
from diversa.recodings.pieces import Pieces, RowEntries, divide, shuffle_groups
from diversa.search.buckets.buckets import Bucketing
from diversa.search.partitions.mondrian import mondrian
from diversa.search.partitions.removal import begin_with
from diversa.search.partitions.round_robin import deal, least_different
from diversa.search.task import Task, holding

TRIED = 16
"""Larger numbers of groups tried after the bisection."""


def even_shares(
    task: Task,
    bucketing: Bucketing,
    *,
    seed: int,
    nearby: bool = False,
    least: int = 1,
) -> Pieces | None:
    """Groups with about the shares of the whole table; None if the table itself fails.

    If the whole table fails and rows may be suppressed, rows with the most frequent
    values are. With `nearby`, groups join rows with similar quasi-identifiers. Groups
    have at least so many rows, if the table has.
    """
    begin = begin_with(task, whole_table(task.finest))
    if not holding(task.models, begin.groups).all():
        return None
    rows = RowEntries(begin.finest)
    if nearby:
        models = (*task.models, KAnonymity(least)) if least > 1 else task.models
        cut = replace(task, finest=begin.finest, models=models)
        parts = mondrian(cut, begin=begin)
        number = parts.part.astype(np.int64)[rows.cell]
        return divide(rows, shuffle_groups(number, parts.parts, seed=seed), parts.parts)
    dealing = Dealing(
        rows,
        replace(bucketing, finest=begin.finest).of_row(rows),
        np.flatnonzero(begin.part[rows.cell] >= 0),
        seed,
    )
    least = max(least, least_different(task.models))
    most = max(1, begin.groups.rows // least)
    return dealing.groups(most_that_hold(task, dealing, most))


def most_that_hold(task: Task, dealing: Dealing, most: int) -> int:
    """The largest number of groups found to hold, at least 1.

    More groups hold less often, but not always: rows may divide more evenly into more
    groups. So some larger numbers are tried after the bisection.
    """

    def hold(count: int) -> bool:
        return bool(holding(task.models, dealing.groups(count).groups).all())

    low, high = 1, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if hold(middle) else (low, middle - 1)
    larger = np.unique(np.linspace(low, most, TRIED + 1).round().astype(int))
    return next((int(count) for count in larger[:0:-1] if hold(int(count))), low)


class Dealing:
    """Deals rows into any number of groups."""

    def __init__(
        self, rows: RowEntries, bucket: NDArray[np.integer], kept: Ints, seed: int
    ) -> None:
        self._rows = rows
        self._order = np.random.default_rng(seed).permutation(kept)
        self._bucket = bucket[self._order]
        self._seed = seed

    def groups(self, count: int) -> Pieces:
        """Groups in which a bucket has the same number of rows, give or take one."""
        group = np.full(len(self._rows.entry), -1)
        part = np.zeros(len(self._order), dtype=np.int64)
        group[self._order] = deal(part, self._bucket, np.array([count]))
        return divide(self._rows, shuffle_groups(group, count, seed=self._seed), count)
