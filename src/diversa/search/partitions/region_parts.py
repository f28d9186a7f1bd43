# SPDX-License-Identifier: Apache-2.0
"""Parts while they are cut into regions: spans of lines and subsets of categories."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.kernels.all_cuts import desk_for, region_list
from diversa.counts.kernels.cut_rounds import make_cuts
from diversa.counts.kernels.cut_search import SearchRules, search_cuts
from diversa.counts.kernels.region_cuts import losses_of
from diversa.counts.kernels.regions import (
    Bench,
    CutList,
    RegionList,
    Space,
    Tuples,
    copy_regions,
    take_cuts,
)
from diversa.counts.light_numpy import runs
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.recodings.axes import ends, ladder, leaf_order, spans_of_ancestors
from diversa.recodings.partition import Partition, Regions, Trail

MOST_CATEGORIES = 256
"""Most categories of an axis of which any subset can be cut off; more are a line."""


@dataclass(eq=False)
class RegionParts:
    """A partition that is being cut into regions."""

    bench: Bench = field(repr=False)
    """The axes, the tuples, and their regions; longer than there are regions."""
    count: int
    """Number of regions."""
    ancestors: RegionList = field(repr=False)
    """Regions that were cut; as many of them as there is room for."""
    ancestor_count: int = 0
    """Number of these."""

    @classmethod
    def of(cls, begin: Partition, least: int, *, keeps_ancestors: bool) -> RegionParts:
        """The parts of a partition that has regions."""
        order, count = begin.order, begin.parts
        sizes = begin.finest.groups.sizes[order]
        space = space_of(begin)
        points = np.array(begin.axes.ranks.T[order], order="C", dtype=np.int32)
        tuples = Tuples(points, sizes.copy(), order.copy())
        most = count + min(len(order), int(sizes.sum()) // least)
        regions = region_list(space, most)
        regions.begins[:count], regions.ends[:count] = (
            begin.starts[:-1],
            begin.starts[1:],
        )
        fill_regions(space, begin, regions)
        bench = Bench(space, tuples, regions, desk_for(space, len(order)))
        return cls(bench, count, region_list(space, most if keeps_ancestors else 0))

    @property
    def lines(self) -> Ints:
        """The tuples, region after region."""
        return self.bench.tuples.lines

    @property
    def begins(self) -> Ints:
        """Begin of the tuples of each part."""
        return self.bench.regions.begins

    @property
    def leaves(self) -> RegionList:
        """The regions."""
        return self.bench.regions.take(np.arange(self.count))

    @property
    def cut_regions(self) -> RegionList:
        """The regions that were cut."""
        return self.ancestors.take(np.arange(self.ancestor_count))

    def sizes(self, parts: Ints) -> Ints:
        """Number of tuples of each part."""
        return self.bench.regions.ends[parts] - self.begins[parts]

    def select(self, chosen: RegionList, least: int, factors: Floats) -> RegionParts:
        """Some of the regions that were cut, whole again, with their tuples.

        `factors` say how much what is saved on each axis counts when cuts are ranked.
        """
        space, tuples, _, desk = self.bench
        lengths = chosen.ends - chosen.begins
        lines = runs(chosen.begins, lengths)
        taken = tuples.take(lines)
        count = len(lengths)
        most = count + min(len(lines), int(taken.rows.sum()) // least)
        regions = region_list(space, most)
        copy_regions(chosen, np.arange(count), regions, 0)
        regions.ends[:count] = np.cumsum(lengths)
        regions.begins[:count] = regions.ends[:count] - lengths
        bench = Bench(space._replace(factors=factors), taken, regions, desk)
        return RegionParts(bench, count, region_list(space, most))

    def numbers(self) -> Codes:
        """The part of each tuple of `lines`."""
        first = np.argsort(self.begins[: self.count], kind="stable")
        return np.repeat(first.astype(np.int32), self.sizes(first))

    def search(self, rules: SearchRules) -> None:
        """Cut all parts while both sides have enough rows."""
        self.count, self.ancestor_count = search_cuts(
            self.bench, self.ancestors, self.count, rules
        )

    def cut(self, parts: Ints, cuts: CutList, chosen: Ints) -> Ints:
        """Make the chosen cut of each part, none for -1; returns all their sides."""
        made = np.flatnonzero(chosen >= 0)
        parts, cuts = parts[made], take_cuts(cuts, made)
        regions, kept = self.bench.regions, self.ancestor_count
        self.ancestor_count = copy_regions(regions, parts, self.ancestors, kept)
        make_cuts(self.bench, parts, cuts, chosen[made], self.count)
        fresh = self.count + np.arange(len(made))
        self.count += len(made)
        return np.concatenate([parts, fresh])

    def losses(self) -> Floats:
        """The loss of each part: rows times the sum over the axes."""
        return losses_of(self.bench, self.count)

    def partition(self, begin: Partition, trail: Trail = ()) -> Partition:
        """The partition made from another one; parts keep their order."""
        first = np.argsort(self.begins[: self.count], kind="stable")
        number = np.arange(self.count, dtype=np.int32)
        part = np.full(len(begin.part), -1, dtype=np.int32)
        part[self.lines] = np.repeat(number, self.sizes(first))
        space, regions = self.bench.space, self.bench.regions
        members = tuple(
            regions.members[first, low:high] if is_set else None
            for is_set, low, high in zip(
                space.sets, space.begins[:-1], space.begins[1:], strict=True
            )
        )
        made = Regions(regions.lows[first], regions.highs[first], members)
        return replace(begin, part=part, parts=self.count, regions=made, trail=trail)


def fill_regions(space: Space, begin: Partition, regions: RegionList) -> None:
    """Write the regions of a partition; without sets, each has all categories."""
    count, given = begin.parts, begin.regions
    if given is None or not given.members:
        regions.highs[:count] = np.diff(space.offsets) - 1
        regions.members[:count] = True
        return
    regions.lows[:count], regions.highs[:count] = given.lows, given.highs
    for axis, members in enumerate(given.members):
        if members is not None:
            low, high = space.begins[axis : axis + 2]
            regions.members[:count, low:high] = members


def space_of(begin: Partition) -> Space:
    """The axes of a partition: numbers are lines, categories are sets."""
    axes, hierarchies = begin.axes, begin.finest.hierarchies
    sizes = np.diff(axes.offsets)
    sets = np.array(
        [
            not hierarchy.is_number_line and size <= MOST_CATEGORIES
            for hierarchy, size in zip(hierarchies, sizes, strict=True)
        ],
        dtype=np.bool_,
    )
    spans = [
        spans_of_nodes(hierarchy) if is_set else np.empty((0, 2), dtype=np.int64)
        for hierarchy, is_set in zip(hierarchies, sets, strict=True)
    ]
    nodes = np.concatenate([np.empty((0, 2), dtype=np.int64), *spans])
    return Space(
        axes.places,
        axes.offsets,
        axes.steps,
        np.ones(len(sets)),
        sets,
        ends(np.where(sets, sizes, 0).tolist()),
        np.ascontiguousarray(nodes[:, 0]),
        np.ascontiguousarray(nodes[:, 1]),
        ends([len(span) for span in spans]),
    )


def spans_of_nodes(hierarchy: Hierarchy) -> Ints:
    """First and last position below each node, without single values and the root."""
    firsts, lasts = spans_of_ancestors(ladder(hierarchy, leaf_order(hierarchy)))
    spans = np.unique(np.stack([firsts.ravel(), lasts.ravel()], axis=1), axis=0)
    leaves = spans[:, 1] - spans[:, 0] + 1
    return spans[(leaves > 1) & (leaves < hierarchy.sizes[0])].astype(np.int64)
