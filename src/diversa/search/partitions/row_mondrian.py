# SPDX-License-Identifier: Apache-2.0
"""Relaxed Mondrian: a cut at the median may divide rows that are alike.

Every row gets a position of its own on every axis; rows of one value stand one after
the other. A cut between two positions then halves a part, whatever values repeat. The
rows of one tuple that end in different parts become pieces.

Reference:
    K. LeFevre, D. DeWitt, R. Ramakrishnan, Mondrian multidimensional k-anonymity, ICDE
    2006, Section 2.2.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from diversa.array_types import Bools
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.kernels.spans import RANGE, Axes
from diversa.recodings.axes import axes_of
from diversa.recodings.partition import Partition
from diversa.recodings.pieces import RowEntries, divide
from diversa.search.partitions.mondrian import mondrian
from diversa.search.task import Task


def row_mondrian(task: Task, begin: Partition) -> Partition:
    """Halve parts at the median of the widest axis while every model holds."""
    rows = RowEntries(begin.finest)
    single = single_rows(rows)
    kept = begin.part[rows.cell] >= 0
    axes = separate_rows(axes_of(single, begin.style), kept)
    part = np.where(kept, 0, -1).astype(np.int32)
    start = Partition(single, axes, part, 1, begin.style)
    partition = mondrian(replace(task, finest=single), cut="median", begin=start)
    group = np.where(partition.part < 0, partition.parts, partition.part).astype(
        np.int64
    )
    pieces = divide(rows, group, partition.parts + 1)
    number = np.where(pieces.group == partition.parts, -1, pieces.group).astype(
        np.int32
    )
    along = axes_of(pieces.finest, begin.style)
    return Partition(pieces.finest, along, number, partition.parts, begin.style)


def single_rows(rows: RowEntries) -> FrequencySet:
    """Every row as a tuple of its own."""
    finest, entry = rows.finest, rows.entry
    groups = replace(
        finest.groups,
        starts=np.arange(len(entry) + 1, dtype=np.int64),
        values=finest.groups.values[entry],
        counts=np.ones(len(entry), dtype=np.int64),
    )
    codes = np.ascontiguousarray(finest.codes[:, rows.cell])
    return replace(finest, codes=codes, groups=groups)


def separate_rows(axes: Axes, kept: Bools) -> Axes:
    """Give every row a position of its own on every axis, suppressed ones last."""
    orders = [np.lexsort((ranks, ~kept)) for ranks in axes.ranks]
    ranks = np.array([np.argsort(order) for order in orders], dtype=np.int32)
    places = [
        axes.places[begin + line[order]]
        for begin, line, order in zip(axes.offsets, axes.ranks, orders, strict=False)
    ]
    return axes._replace(
        ranks=ranks.reshape(axes.ranks.shape),
        places=np.concatenate([np.empty(0), *places]),
        offsets=np.arange(len(orders) + 1, dtype=np.int64) * len(kept),
        kinds=np.full(len(orders), RANGE, dtype=np.int8),
    )
