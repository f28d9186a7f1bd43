# SPDX-License-Identifier: Apache-2.0
"""Pictures of a decision: the lattice that was searched, or the boxes that were cut.

Both are numbers for a drawing. A lattice is pictured where all of its nodes can be
judged in a moment; of a partition the largest groups are shown on two attributes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.counts.cells import Cells
from diversa.counts.groups import reduce_groups
from diversa.data.dictionary import as_text
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics.loss import Loss
from diversa.metrics.recoded import Recoded
from diversa.metrics.sides import Sides
from diversa.metrics.value_classes import LEAST
from diversa.progress import unseen
from diversa.recodings.box_style import BoxStyle
from diversa.search.lattice.result import SearchedLattice
from diversa.search.planner import search_all

MOST_NODES = 2 * 10**5
"""Nodes that are drawn."""

MOST_WORK = 2 * 10**8
"""Nodes times tuples that are judged for a picture."""

MOST_BOXES = 300
"""Groups that are drawn."""

TICKS = 5
"""Values that are named along an axis."""


@dataclass(frozen=True, eq=False)
class Drawings:
    """What can be drawn of a decision; its recoding chooses one of them."""

    searched: SearchedLattice | None = field(repr=False)
    """The lattice with what the search found out of it, where there was one."""
    recoded: Recoded = field(repr=False)
    """The table beside its release."""

    def lattice(self, levels: Sequence[int]) -> dict[str, Any] | None:
        """Every node of the lattice that was searched."""
        return None if self.searched is None else lattice_picture(self.searched, levels)

    def boxes(self, style: BoxStyle) -> dict[str, Any] | None:
        """The boxes of the largest groups."""
        return partition_picture(self.recoded, style)


def lattice_picture(
    searched: SearchedLattice, levels: Sequence[int]
) -> dict[str, Any] | None:
    """Every node by height and loss: fails, holds, minimal, or published.

    Nodes that fall on one spot are one dot. None where there are too many to draw, or
    where to judge them would take longer than a moment.
    """
    task = searched.task
    if task.lattice.size > MOST_NODES:
        return None
    loss = np.round(Loss().floor(task.marginals), 3)
    heights = np.indices(task.lattice.shape).sum(axis=0)
    kinds = judged(searched)
    if kinds is None:
        return None
    spots = [
        [int(height), float(cost), kind]
        for kind, chosen in kinds.items()
        for height, cost in np.unique(
            np.stack([heights[chosen], loss[chosen]], axis=1), axis=0
        )
    ]
    best = tuple(levels)
    return {"nodes": [*spots, [int(sum(best)), float(loss[best]), "published"]]}


def judged(searched: SearchedLattice) -> dict[str, NDArray[np.bool_]] | None:
    """Which nodes fail, hold and are minimal; None where that is not known."""
    lattice, satisfying = searched.task.lattice, satisfying_nodes(searched)
    if satisfying is None:
        return None
    minimal = lattice.minimal(satisfying)
    return {
        "fails": ~satisfying,
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


def partition_picture(recoded: Recoded, style: BoxStyle) -> dict[str, Any] | None:
    """The largest boxes on the two attributes that say most of them.

    It shows nothing that the release does not: numbers published as a mean, a median or
    `*` are left out, since a box would tell the extremes that were hidden.

    Args:
        recoded: The table beside its release.
        style: What several values were published as.
    """
    chosen = two_axes(
        [
            side
            for side in recoded.sides
            if style.numbers == "range" or not side.hierarchy.is_number_line
        ]
    )
    if chosen is None or recoded.boxes == 0:
        return None
    largest = np.argsort(-recoded.box_rows, kind="stable")[:MOST_BOXES]
    across, upwards = (spans(side)[side.label[largest]] for side in chosen)
    return {
        "across": axis(chosen[0], style, recoded.original),
        "upwards": axis(chosen[1], style, recoded.original),
        "boxes": np.concatenate([across, upwards], axis=1).tolist(),
        "groups": recoded.boxes,
    }


def two_axes(sides: Sequence[Sides]) -> tuple[Sides, Sides] | None:
    """The two attributes with the longest scales, numbers first."""
    order = sorted(
        sides, key=lambda side: (not side.hierarchy.is_number_line, -side.domain)
    )
    return (order[0], order[1]) if len(order) > 1 else None


def spans(side: Sides) -> NDArray[np.float64]:
    """Where the values of each label begin and end along the axis, one line each."""
    places = scale(side.hierarchy)[side.values]
    low = reduce_groups(np.minimum, places, side.starts)
    high = reduce_groups(np.maximum, places, side.starts)
    # A category is as wide as it is: from its own place to that of the next.
    wide = 0.0 if side.hierarchy.is_number_line else 1.0
    return np.stack([low, high + wide], axis=1)


def scale(hierarchy: Hierarchy) -> NDArray[np.float64]:
    """The place of each value along the axis: its number, or its rank."""
    if hierarchy.numbers is not None and hierarchy.is_number_line:
        return hierarchy.numbers
    order = np.lexsort(hierarchy.maps)
    return np.argsort(order).astype(np.float64)


def axis(side: Sides, style: BoxStyle, cells: Cells) -> dict[str, Any]:
    """The name of an axis and some of the published values along it."""
    places = scale(side.hierarchy)
    codes = named_values(side, style, cells)
    order = codes[np.argsort(places[codes], kind="stable")]
    some = evenly(places[order])
    middle = 0.0 if side.hierarchy.is_number_line else 0.5
    names = side.hierarchy.labels[0]
    return {
        "attribute": side.hierarchy.attribute,
        "ticks": [
            [float(places[code]) + middle, named(names[code])]
            for code in order[some].tolist()
        ],
    }


def evenly(places: NDArray[np.float64]) -> list[int]:
    """Which of ascending places are named: both ends, others that leave room between.

    >>> evenly(np.array([0.0, 1.0, 2.0, 3.0, 90.0, 100.0]))
    [0, 5]
    >>> evenly(np.arange(9.0))
    [0, 2, 4, 6, 8]
    """
    if not len(places):
        return []
    wanted = np.linspace(places[0], places[-1], TICKS)
    near = np.unique(np.abs(places[:, None] - wanted).argmin(axis=0)).tolist()
    room = (places[-1] - places[0]) / (TICKS + 1)
    inner = [
        place
        for before, place in pairwise(near[:-1])
        if places[place] - places[before] >= room <= places[-1] - places[place]
    ]
    return sorted({near[0], *inner, near[-1]})


def named_values(side: Sides, style: BoxStyle, cells: Cells) -> NDArray[np.int32]:
    """Values that a release names: the ends of ranges, the members of sets.

    Categories that hardly anybody has are not named again.
    """
    if side.hierarchy.is_number_line:
        ends = [side.values[side.starts[:-1]], side.values[side.starts[1:] - 1]]
        return np.unique(np.concatenate(ends))
    # A set of all values is published as `*`, and names none of them.
    listed = (style.sets == "values") & (side.sizes < max(2, side.domain))
    column = cells.column(side.hierarchy.attribute)
    rows = np.bincount(column, weights=cells.counts, minlength=side.domain)
    return np.unique(side.values[listed[side.owner] & (rows[side.values] >= LEAST)])


def named(label: object) -> str:
    """A value as an axis names it."""
    return "missing" if label is None else as_text(label)
