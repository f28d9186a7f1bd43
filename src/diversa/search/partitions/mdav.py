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

from dataclasses import replace

import numpy as np

from diversa.counts.kernels import clusters
from diversa.errors import PlanError
from diversa.recodings.box_style import TIGHT, BoxStyle
from diversa.recodings.partition import Partition, whole_table
from diversa.search.partitions.mondrian import Cut, mondrian
from diversa.search.partitions.spread import centres_of, points_of
from diversa.search.task import Task, holding

MOST = 30_000
"""Tuples that are clustered together; larger tables are cut into blocks."""

BLOCK = 3_000
"""Tuples of a block."""


def mdav(
    task: Task,
    *,
    cut: Cut = "median",
    style: BoxStyle = TIGHT,
    begin: Partition | None = None,
) -> Partition:
    """Cluster the tuples; every model holds in every part if that is possible.

    A table too large to cluster at once is first cut into blocks by `cut`.
    """
    whole = begin or whole_table(task.finest, style)
    points = points_of(task.finest)
    require_numbers(task, points)
    large = len(task.finest) > MOST
    blocks = mondrian(task, cut=cut, begin=whole, most=BLOCK) if large else whole
    sizes = task.finest.groups.sizes
    part, parts = clusters.mdav(
        points, sizes, blocks.order, blocks.starts, task.least_rows
    )
    partition = replace(whole, part=part, parts=parts, regions=None)
    return join_failing(task, points, partition)


def require_numbers(task: Task, points: clusters.Points) -> None:
    """Refuse a table without a number among the quasi-identifiers."""
    if points.numbers.shape[1] == 0:
        names = ", ".join(hierarchy.attribute for hierarchy in task.finest.hierarchies)
        raise PlanError(
            "search.method: mdav needs a quasi-identifier that is a number, got"
            f" {names}; declare intervals for one in [hierarchies], or use"
            " local-recoding"
        )


def join_failing(
    task: Task, points: clusters.Points, partition: Partition
) -> Partition:
    """Join groups in which a model fails with the nearest, until none is left."""
    while partition.parts > 1:
        failing = np.flatnonzero(~holding(task.models, partition.groups))
        if len(failing) == 0:
            break
        task.progress(partition.parts - len(failing), partition.parts)
        centres = centres_of(points, partition)
        nearest = clusters.nearest_others(centres, failing)
        number = clusters.join(partition.parts, failing, nearest)
        part = np.append(number, np.int32(-1))[partition.part]
        parts = int(number.max()) + 1
        partition = replace(partition, part=part, parts=parts)
    return partition
