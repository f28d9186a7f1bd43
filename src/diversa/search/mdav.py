# SPDX-License-Identifier: Apache-2.0
"""Microaggregation by MDAV: clusters of at least k rows around the farthest tuples.

The tuple farthest from the centre and its nearest neighbours make a group, then the
tuple farthest from that one and its neighbours, until fewer than two groups' rows are
left. A group in which a model fails is joined with the group nearest to it, so any
model may be asked for. Numbers are compared in standard deviations; categories that
differ are one apart.

Reference:
    J. Domingo-Ferrer, V. Torra, Ordinal, continuous and heterogeneous k-anonymity
    through microaggregation, Data Mining and Knowledge Discovery 11, 2005.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diversa.counts.kernels import clusters
from diversa.errors import PlanError
from diversa.search.axes import is_number_line
from diversa.search.local_moves import lines_by
from diversa.search.mondrian import least_rows, mondrian
from diversa.search.partition import Partition, whole_table
from diversa.search.task import Task, holding

MOST = 30_000
"""Tuples that are clustered together; more are first cut into blocks of `BLOCK`."""

BLOCK = 3_000
"""Tuples of a block."""


class Points(NamedTuple):
    """Where tuples or groups lie."""

    numbers: NDArray[np.float64]
    """In standard deviations, one line per point."""
    categories: NDArray[np.int32]
    """Codes, one line per point."""


def mdav(task: Task) -> Partition:
    """Cluster the tuples; every model holds in every part if it can."""
    whole = whole_table(task.finest)
    points, weights = points_of(task), task.finest.groups.sizes
    large = len(weights) > MOST
    blocks = mondrian(task, cut="median", most=BLOCK) if large else whole
    order, starts = lines_by(blocks.part, blocks.parts)
    part, parts = clusters.mdav(*points, weights, order, starts, least_rows(task))
    return join_failing(task, points, Partition(task.finest, whole.axes, part, parts))


def points_of(task: Task) -> Points:
    """The tuples as points; there must be a number among the quasi-identifiers."""
    pairs = list(zip(task.finest.hierarchies, task.finest.codes, strict=True))
    weights = task.finest.groups.sizes
    lines = [
        scaled(one.numbers[codes], weights)
        for one, codes in pairs
        if one.numbers is not None and is_number_line(one)
    ]
    if not lines:
        names = ", ".join(one.attribute for one in task.finest.hierarchies)
        raise PlanError(
            "search.method: mdav needs a quasi-identifier that is a number, got"
            f" {names}; declare numbers in [columns], or use local-recoding"
        )
    others = [codes for one, codes in pairs if not is_number_line(one)]
    shape = len(others), len(weights)
    return Points(
        np.ascontiguousarray(np.array(lines).T),
        np.ascontiguousarray(np.array(others, dtype=np.int32).reshape(shape).T),
    )


def scaled(
    numbers: NDArray[np.float64], weights: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Numbers in standard deviations from their mean."""
    mean = np.average(numbers, weights=weights)
    deviation = float(np.sqrt(np.average((numbers - mean) ** 2, weights=weights)))
    return (numbers - mean) / (deviation or 1.0)


def join_failing(task: Task, points: Points, partition: Partition) -> Partition:
    """Join groups in which a model fails with the nearest, until none is left."""
    while partition.parts > 1:
        failing = np.flatnonzero(~holding(task.models, partition.groups))
        if len(failing) == 0:
            break
        centres = centres_of(points, partition)
        nearest = clusters.nearest_others(*centres, failing)
        number = clusters.join(partition.parts, failing, nearest)
        part = number[partition.part]
        task.progress(partition.parts - len(failing), partition.parts)
        partition = Partition(task.finest, partition.axes, part, int(number.max()) + 1)
    return partition


def centres_of(points: Points, partition: Partition) -> Points:
    """The mean of the numbers of each group, and the categories of its first tuple."""
    weights, part = partition.finest.groups.sizes, partition.part
    rows = np.bincount(part, weights=weights, minlength=partition.parts)
    sums = [
        np.bincount(part, weights=line * weights, minlength=partition.parts) / rows
        for line in points.numbers.T
    ]
    _, first = np.unique(part, return_index=True)
    return Points(
        np.ascontiguousarray(np.array(sums).T),
        np.ascontiguousarray(points.categories[first]),
    )


def spread_within(task: Task, partition: Partition) -> float:
    """The share of the squared deviations that lies inside groups (SSE / SST)."""
    points, weights = points_of(task), task.finest.groups.sizes
    centres = centres_of(points, partition).numbers[partition.part]
    inside = weights @ ((points.numbers - centres) ** 2)
    whole = weights @ (points.numbers**2)
    return float(inside.sum() / whole.sum()) if whole.sum() else 0.0
