# SPDX-License-Identifier: Apache-2.0
"""Regions of the space of quasi-identifiers, and the cut of one into two.

A region has a span of ranks on every line, and some of the values on every axis that is
a set of categories. A cut divides it on one axis; both sides keep what no row has, so
that labels show the regions, not the values in them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from diversa.array_types import Bools, Codes, Floats, Ints
from diversa.counts.kernels.cuts import Room
from diversa.counts.kernels.kernel import kernel, lean_kernel

THRESHOLD, VALUES, PREFIX = 0, 1, 2
"""Kinds of cuts, by their lower side: all ranks of a line up to one; the ranks of a set
from one to another; the most frequent values of a set."""


class Space(NamedTuple):
    """The axes of all regions."""

    places: Floats
    """Distance of each rank from the first, axis after axis."""
    offsets: Ints
    """Begin of the ranks of each axis in `places`."""
    steps: Floats
    """Loss of one more value of a set on each axis."""
    factors: Floats
    """How much what is saved on each axis counts when cuts are ranked; 1 as a rule."""
    sets: Bools
    """True for an axis that is a set; the others are lines."""
    begins: Ints
    """Begin of the values of each axis in the members of a region; lines have none."""
    firsts: Ints
    """The first rank below each node of the hierarchies, axis after axis."""
    lasts: Ints
    """The last one."""
    nodes: Ints
    """Begin of the nodes of each axis."""


class Tuples(NamedTuple):
    """Tuples of quasi-identifiers; every region has a run of them."""

    points: Codes
    """The rank of each tuple on each axis, one line per tuple."""
    rows: Ints
    """Rows of each tuple."""
    lines: Ints
    """The number of each tuple."""

    def take(self, places: Ints) -> Tuples:
        """Some of the tuples."""
        return Tuples(self.points[places], self.rows[places], self.lines[places])

    def put(self, places: Ints, others: Tuples) -> Tuples:
        """A copy with other tuples in some places."""
        points, rows, lines = self.points.copy(), self.rows.copy(), self.lines.copy()
        points[places], rows[places] = others.points, others.rows
        lines[places] = others.lines
        return Tuples(points, rows, lines)


class RegionList(NamedTuple):
    """Regions, and the run of tuples in each."""

    begins: Ints
    """Begin of the tuples of each region."""
    ends: Ints
    """Their end."""
    lows: Codes
    """The first rank on each line, one row per region; 0 on a set."""
    highs: Codes
    """The last rank on each line; on a set the number of its values less one."""
    members: Bools
    """True for the values of a region, set after set."""

    def take(self, chosen: Ints) -> RegionList:
        """Some of the regions."""
        begins, ends, lows, highs, members = self
        spans = lows[chosen], highs[chosen]
        return RegionList(begins[chosen], ends[chosen], *spans, members[chosen])


def join_lists(one: RegionList, other: RegionList) -> RegionList:
    """The regions of two lists."""
    return RegionList(
        np.concatenate([one.begins, other.begins]),
        np.concatenate([one.ends, other.ends]),
        np.concatenate([one.lows, other.lows]),
        np.concatenate([one.highs, other.highs]),
        np.concatenate([one.members, other.members]),
    )


class CutList(NamedTuple):
    """Cuts of a region, the best first."""

    axes: Ints
    """The axis of each cut."""
    kinds: Ints
    """`THRESHOLD`, `VALUES` or `PREFIX`."""
    firsts: Ints
    """The first rank of the lower side; 0 if it begins where the region begins."""
    lasts: Ints
    """The last rank of the lower side, or the number of its values."""
    scores: Floats
    """Higher is better."""


def room_for_cuts(regions: int, most: int) -> CutList:
    """Room for the best cuts of several regions, one row each."""
    axes, kinds, firsts, lasts = np.zeros((4, regions, most), dtype=np.int64)
    return CutList(axes, kinds, firsts, lasts, np.zeros((regions, most)))


def take_cuts(cuts: CutList, chosen: Ints) -> CutList:
    """The rows of some of the regions."""
    axes, kinds, firsts, lasts, scores = cuts
    spans = firsts[chosen], lasts[chosen]
    return CutList(axes[chosen], kinds[chosen], *spans, scores[chosen])


class Desk(NamedTuple):
    """Arrays to work in."""

    room: Room
    """Room to sort the ranks of a line."""
    counts: Ints
    """Rows of each value of a set."""
    order: Ints
    """Values of a set, the most frequent first."""
    inside: Bools
    """True for the values of the lower side."""
    products: Floats
    """Each number times its logarithm."""

    @property
    def is_scratch(self) -> bool:
        """True: its size says nothing about the work of a kernel."""
        return True


class Bench(NamedTuple):
    """Regions that are being cut."""

    space: Space
    """The axes."""
    tuples: Tuples
    """The tuples."""
    regions: RegionList
    """Their regions."""
    desk: Desk
    """Arrays to work in."""


@lean_kernel
def copy_region(source: RegionList, one: int, target: RegionList, other: int) -> None:
    """Copy a region from one list to another."""
    target.begins[other], target.ends[other] = source.begins[one], source.ends[one]
    for axis in range(source.lows.shape[1]):  # copying slices would compile for seconds
        target.lows[other, axis] = source.lows[one, axis]
        target.highs[other, axis] = source.highs[one, axis]
    for place in range(source.members.shape[1]):
        target.members[other, place] = source.members[one, place]


@kernel
def copy_regions(
    source: RegionList, chosen: Ints, target: RegionList, count: int
) -> int:
    """Add regions to those of another list, as far as there is room; their number."""
    for region in chosen:
        if count < len(target.begins):
            copy_region(source, region, target, count)
            count += 1
    return count


@lean_kernel
def copy_tuples(source: Tuples, begin: int, end: int, target: Tuples) -> None:
    """Copy a run of tuples to the front of others; they are numbered anew."""
    for place in range(begin, end):
        for axis in range(source.points.shape[1]):
            target.points[place - begin, axis] = source.points[place, axis]
        target.rows[place - begin] = source.rows[place]
        target.lines[place - begin] = place - begin


@lean_kernel
def swap(tuples: Tuples, one: int, other: int) -> None:
    """Exchange two tuples."""
    points, rows, lines = tuples
    for axis in range(points.shape[1]):
        points[one, axis], points[other, axis] = points[other, axis], points[one, axis]
    rows[one], rows[other] = rows[other], rows[one]
    lines[one], lines[other] = lines[other], lines[one]


@lean_kernel
def rows_in(tuples: Tuples, begin: int, end: int) -> int:
    """The rows of a run of tuples."""
    total = np.int64(0)
    for place in range(begin, end):
        total += tuples.rows[place]
    return int(total)
