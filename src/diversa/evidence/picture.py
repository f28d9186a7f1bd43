# SPDX-License-Identifier: Apache-2.0
"""Pictures of a decision: the lattice that was searched, or the widths of labels.

Both are numbers for a drawing. A lattice is drawn with the verdicts that its search
has; of a partition, how much of an attribute the labels of groups span.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from diversa.metrics.loss import Loss, costs
from diversa.metrics.recoded import Recoded
from diversa.metrics.sides import Sides
from diversa.recodings.box_style import BoxStyle
from diversa.recodings.picture import LabelsPicture, LabelWidths, LatticePicture, Node
from diversa.search.lattice.node_verdicts import NodeVerdicts

MOST_NODES = 2 * 10**5
"""The most nodes that are drawn."""

WIDTHS = (0.0, 0.1, 1 / 3, 1 - 1e-9, 1.0)
"""Upper ends of the classes of label widths, as shares of the whole attribute."""


@dataclass(frozen=True, eq=False)
class Drawings:
    """The possible pictures of a decision; its recoding chooses one."""

    verdicts: NodeVerdicts | None = field(repr=False)
    """The nodes of the lattice that the search judged; None without a lattice."""
    recoded: Recoded = field(repr=False)
    """The table beside its release."""

    def lattice(self, levels: Sequence[int]) -> LatticePicture | None:
        """Every node of the lattice that was searched."""
        return None if self.verdicts is None else lattice_picture(self.verdicts, levels)

    def boxes(self, style: BoxStyle) -> LabelsPicture | None:
        """The widths of the boxes of groups."""
        return partition_picture(self.recoded, style)


def lattice_picture(
    verdicts: NodeVerdicts, levels: Sequence[int]
) -> LatticePicture | None:
    """Every node by height and loss: fails, holds, minimal, unjudged or published.

    Nodes that fall on one spot are one dot. None where there are too many to draw.
    """
    task = verdicts.task
    if task.lattice.size > MOST_NODES:
        return None
    inside = task.lattice.below(task.lattice.top)
    loss = np.round(Loss().floor(task.marginals)[inside], 3)
    heights = task.lattice.node_heights
    spots: list[Node] = [
        (int(height), float(cost), kind)
        for kind, chosen in kinds_of_nodes(verdicts).items()
        for height, cost in np.unique(
            np.stack([heights[chosen], loss[chosen]], axis=1), axis=0
        )
    ]
    best = tuple(levels)
    published: Node = (int(sum(best)), float(loss[best]), "published")
    return LatticePicture((*spots, published))


def kinds_of_nodes(
    verdicts: NodeVerdicts,
) -> dict[Literal["unjudged", "fails", "holds", "minimal"], NDArray[np.bool_]]:
    """The nodes of each kind; those that the search did not judge are one of them.

    A node is minimal if it holds and all its specializations are known to fail.
    """
    lattice = verdicts.task.lattice
    holds, fails = verdicts.holds, verdicts.fails
    minimal = holds & lattice.minimal(lattice.node_mask & ~fails)
    return {
        "unjudged": lattice.node_mask & ~holds & ~fails,
        "fails": fails,
        "holds": holds & ~minimal,
        "minimal": minimal,
    }


def partition_picture(recoded: Recoded, style: BoxStyle) -> LabelsPicture | None:
    """The share of rows by width of label, for each attribute.

    It shows nothing that the release does not: numbers published as a mean, a median or
    `*` are left out, since the width of a box would reveal them.
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
