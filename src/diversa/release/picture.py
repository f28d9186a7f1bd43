# SPDX-License-Identifier: Apache-2.0
"""Pictures of a decision: the lattice that was searched, or how wide labels are.

Both are numbers for a drawing. A lattice is pictured where all of its nodes can be
judged in a moment; of a partition, how much of an attribute the labels of groups span.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from diversa.metrics.loss import Loss, costs
from diversa.metrics.recoded import Recoded
from diversa.metrics.sides import Sides
from diversa.progress import unseen
from diversa.recodings.box_style import BoxStyle
from diversa.recodings.picture import LabelsPicture, LabelWidths, LatticePicture, Node
from diversa.search.lattice.result import SearchedLattice
from diversa.search.planner import search_all

MOST_NODES = 2 * 10**5
"""Nodes that are drawn."""

MOST_WORK = 2 * 10**8
"""Nodes times tuples that are judged for a picture."""

WIDTHS = (0.0, 0.1, 1 / 3, 1 - 1e-9, 1.0)
"""Widths of labels that are told apart, as shares of all that an attribute has."""


@dataclass(frozen=True, eq=False)
class Drawings:
    """What can be drawn of a decision; its recoding chooses one of them."""

    searched: SearchedLattice | None = field(repr=False)
    """The lattice with what the search found out of it, where there was one."""
    recoded: Recoded = field(repr=False)
    """The table beside its release."""

    def lattice(self, levels: Sequence[int]) -> LatticePicture | None:
        """Every node of the lattice that was searched."""
        return None if self.searched is None else lattice_picture(self.searched, levels)

    def boxes(self, style: BoxStyle) -> LabelsPicture | None:
        """How wide the boxes of groups are."""
        return partition_picture(self.recoded, style)


def lattice_picture(
    searched: SearchedLattice, levels: Sequence[int]
) -> LatticePicture | None:
    """Every node by height and loss: fails, holds, minimal, or published.

    Nodes that fall on one spot are one dot. None where there are too many to draw, or
    where to judge them would take longer than a moment.
    """
    task = searched.task
    if task.lattice.size > MOST_NODES:
        return None
    inside = task.lattice.below(task.lattice.top)
    loss = np.round(Loss().floor(task.marginals)[inside], 3)
    heights = np.indices(task.lattice.shape).sum(axis=0)
    kinds = judged(searched)
    if kinds is None:
        return None
    spots: list[Node] = [
        (int(height), float(cost), kind)
        for kind, chosen in kinds.items()
        for height, cost in np.unique(
            np.stack([heights[chosen], loss[chosen]], axis=1), axis=0
        )
    ]
    best = tuple(levels)
    published: Node = (int(sum(best)), float(loss[best]), "published")
    return LatticePicture((*spots, published))


def judged(
    searched: SearchedLattice,
) -> dict[Literal["fails", "holds", "minimal"], NDArray[np.bool_]] | None:
    """Which nodes fail, hold and are minimal; None where that is not known."""
    lattice, satisfying = searched.task.lattice, satisfying_nodes(searched)
    if satisfying is None:
        return None
    minimal = lattice.minimal(satisfying)
    return {
        "fails": lattice.allowed & ~satisfying,
        "holds": satisfying & ~minimal,
        "minimal": minimal,
    }


def satisfying_nodes(searched: SearchedLattice) -> NDArray[np.bool_] | None:
    """Every valid node: as the search found them, else judged if that is affordable.

    A search for the best node rules others out by their cost, without a verdict.
    """
    if searched.satisfying is not None:
        return searched.satisfying
    task = searched.task
    # With suppression a node that fails rules less out, so that more are counted.
    most = MOST_WORK if task.prunes and task.limit == 0 else MOST_WORK // 10
    affordable = task.lattice.size * max(1, len(task.finest)) <= most
    quiet = replace(task, progress=unseen)  # the search that was followed is over
    return search_all(quiet).satisfying if affordable else None


def partition_picture(recoded: Recoded, style: BoxStyle) -> LabelsPicture | None:
    """How much the labels of groups tell: for each attribute, rows by width of label.

    It shows nothing that the release does not: numbers published as a mean, a median or
    `*` are left out, since the width of a box would tell what was hidden.

    Args:
        recoded: The table beside its release.
        style: What several values were published as.
    """
    sides = [
        side
        for side in recoded.sides
        if style.numbers == "range" or not side.hierarchy.is_number_line
    ]
    if not sides or recoded.boxes == 0:
        return None
    return LabelsPicture(
        tuple(
            LabelWidths(side.hierarchy.attribute, width_shares(side, recoded.box_rows))
            for side in sides
        )
    )


def width_shares(side: Sides, rows: NDArray[np.int64]) -> tuple[float, ...]:
    """The share of rows whose label is exact, narrow, wider, wide, or everything."""
    widths = costs(side, by_level=False)
    place = np.searchsorted(WIDTHS, np.round(widths, 9))
    counted = np.bincount(place[side.label], weights=rows, minlength=len(WIDTHS))
    return tuple((counted / max(1, int(rows.sum()))).tolist())
