# SPDX-License-Identifier: Apache-2.0
"""A partition of the tuples of quasi-identifiers into parts, with its loss."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import numpy as np

from diversa.array_types import Bools, Codes, Floats, Ints
from diversa.counts import kernels
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.groups import Groups
from diversa.counts.kernels import spans
from diversa.counts.kernels.spans import Axes
from diversa.counts.light_numpy import dot_product, runs
from diversa.memo import Memo
from diversa.recodings.axes import axes_of
from diversa.recodings.box_style import TIGHT, BoxStyle
from diversa.recodings.common_values import CommonNumbers, CommonValues, common_axes
from diversa.recodings.label_backing import PartRows, label_backing
from diversa.recodings.public_trees import TreeRegions

Trail = tuple[tuple[Codes, Groups], ...]
"""The ancestors of the parts: on each step, the ancestor of each tuple (-1 for none)
and all ancestors as groups."""


@dataclass(frozen=True, eq=False)
class Regions:
    """The region of each part in the space of quasi-identifiers."""

    lows: Codes = field(repr=False)
    """The first position on each axis, one line per part; 0 where it is a set."""
    highs: Codes = field(repr=False)
    """The last one; of a set the number of its values less one."""
    members: tuple[Bools | None, ...] = field(default=(), repr=False)
    """For each axis the positions of the set, one line per part; None for a span."""

    def set_on(self, axis: int) -> Bools | None:
        """The positions of each part on an axis where they are sets; else None."""
        return self.members[axis] if self.members else None

    def join(self, number: Ints, parts: int) -> Regions:
        """The regions of parts that are joined; `number` is the new one of each."""
        order = np.argsort(number, kind="stable")
        starts = np.searchsorted(number[order], np.arange(parts))
        return Regions(
            np.minimum.reduceat(self.lows[order], starts),
            np.maximum.reduceat(self.highs[order], starts),
            tuple(
                None
                if members is None
                else np.logical_or.reduceat(members[order], starts)
                for members in self.members
            ),
        )


@dataclass(frozen=True, eq=False)
class Partition:
    """The part of each tuple of quasi-identifiers."""

    finest: FrequencySet = field(repr=False)
    """The tuples, at the bottom node."""
    axes: Axes = field(repr=False)
    """Positions of the tuples."""
    part: Codes = field(repr=False)
    """The part of each tuple; -1 for a suppressed one."""
    parts: int
    """Number of parts."""
    style: BoxStyle = TIGHT
    """The form in which parts are published."""
    regions: Regions | None = field(default=None, repr=False)
    """The region of each part; None unless it was made by cuts alone."""
    tree_regions: TreeRegions | None = field(default=None, repr=False)
    """The regions of public trees that are published; None if boxes are."""
    trail: Trail = field(default=(), repr=False)
    """The ancestors, if a model looks at them."""
    memo: Memo = field(default_factory=Memo, init=False, repr=False)

    @cached_property
    def groups(self) -> Groups:
        """The parts as groups that models judge."""
        groups = merge_lines(self.finest.groups, self.order, self.along, self.parts)
        groups = self.with_backing(groups, self.order, self.along)
        return replace(groups, supersets=partial(ancestors, self))

    def with_backing(self, groups: Groups, lines: Ints, part: Codes) -> Groups:
        """Groups of some tuples with the rows behind their labels, if a model asks."""
        if not self.style.is_read:
            return groups
        rows = self.finest.groups.sizes[lines]
        parts = PartRows(part.astype(np.int64), rows, len(groups))
        backing = label_backing(self.finest, self.common, lines, parts)
        return replace(groups, backing=backing)

    @cached_property
    def order(self) -> Ints:
        """The published tuples, part after part."""
        # A counting sort; the suppressed ones come first.
        order = kernels.counting_order(self.part + np.int32(1), self.parts + 1)
        return order[int((self.part < 0).sum()) :]

    @cached_property
    def starts(self) -> Ints:
        """Start of the tuples of each part in `order`."""
        counts = np.bincount(self.part + 1, minlength=self.parts + 1)[1:]
        return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)

    @cached_property
    def along(self) -> Codes:
        """The part of each tuple of `order`."""
        parts = np.arange(self.parts, dtype=np.int32)
        return np.repeat(parts, np.diff(self.starts))

    @property
    def suppressed(self) -> int:
        """Rows that are not published; or people, where groups count them."""
        return int(self.finest.groups.sizes[self.part < 0].sum())

    @property
    def suppressed_rows(self) -> int:
        """Rows that are not published."""
        return int(self.finest.group_rows[self.part < 0].sum())

    @cached_property
    def rows(self) -> Ints:
        """Rows of each part."""
        if self.finest.rows is None:
            return self.groups.sizes
        rows = self.finest.rows[self.order]
        return np.bincount(self.along, rows, self.parts).astype(np.int64)

    @cached_property
    def losses(self) -> Floats:
        """The loss of each part on each axis, one line per part."""
        return self._losses(self.style)

    def _losses(self, style: BoxStyle) -> Floats:
        losses = [self._loss(axis, style) for axis in range(len(self.axes.ranks))]
        return np.array(losses).reshape(len(losses), self.parts).T

    def metrics(self) -> dict[str, float]:
        """Metrics of the release; a suppressed row loses everything."""
        sizes, rows = self.rows, int(self.finest.group_rows.sum())
        gone = self.suppressed_rows
        loss = {"loss": self.loss}
        if self.style.has_coded_ends:
            tight = self._losses(replace(self.style, least=1))
            loss["loss-of-tight-boxes"] = self._mean(tight)
        return loss | {
            "discernibility": float((sizes * sizes).sum() + gone * rows),
            "average-group-size": float(sizes.mean()) if self.parts else float(rows),
        }

    @property
    def loss(self) -> float:
        """Mean loss over rows and axes; a suppressed row loses 1."""
        return self._mean(self.losses)

    def _mean(self, losses: Floats) -> float:
        total = (
            float(dot_product(losses.mean(axis=1), self.rows)) + self.suppressed_rows
        )
        return total / max(1, int(self.finest.group_rows.sum()))

    def _loss(self, axis: int, style: BoxStyle) -> Floats:
        if self.tree_regions is not None:
            return self.tree_regions.losses(axis)
        axes, hierarchy = self.axes, self.finest.hierarchies[axis]
        if style.region and self.regions is not None:
            lows, highs = self.regions.lows[:, axis], self.regions.highs[:, axis]
        else:
            lows, highs = (line[:, axis] for line in self.extents[:2])
            values = self.extents[2][:, axis]
            if style.has_coded_ends:
                return self._loss_of_coded_ends(axis, lows, highs, values)
            if style.sets == "values" and not hierarchy.is_number_line:
                return (values - 1) * axes.steps[axis]
        return spans.span_losses(axes, axis, lows, highs)

    def _loss_of_coded_ends(
        self, axis: int, lows: Codes, highs: Codes, values: Ints
    ) -> Floats:
        """The loss of each part on one axis with coded ends."""
        common = self.common[axis]
        first, last = common.spans(lows, highs)
        if isinstance(common, CommonNumbers):
            if self.style.averages:  # an average is no end
                hidden = self.hides_own_values(axis)
                first, last = np.where(hidden, (first, last), (lows, highs))
            ends = first.astype(np.int32), last.astype(np.int32)
            return spans.span_losses(self.axes, axis, *ends)
        if self.style.sets == "values":
            shown = ~self.hides_own_values(axis)
            return np.where(shown, values - 1, last - first) * self.axes.steps[axis]
        if self.style.sets == "star":
            return ((last > first) | (highs > lows)).astype(np.float64)
        return (last - first) * self.axes.steps[axis]

    @cached_property
    def common(self) -> tuple[CommonValues, ...]:
        """The common values of each attribute."""
        return common_axes(self.finest, self.style.least)

    def hides_own_values(self, axis: int) -> Bools:
        """Mask of the parts whose labels do not name values of their own rows.

        One of their categories is rare in the table; or their average is that of too
        few rows, or is shown beside missing values that are rare in the table.
        """
        key = "rare", axis
        return self.memo.once(key, lambda: self._rare(self.common[axis], axis))

    def _rare(self, common: CommonValues, axis: int) -> Bools:
        if isinstance(common, CommonNumbers):
            return self._has_rare_average(common, axis)
        if common.common.all():
            return np.zeros(self.parts, dtype=np.bool_)
        rare = ~common.common[self.finest.codes[axis]]
        return np.logical_or.reduceat(rare[self.order], self.starts[:-1])

    def _has_rare_average(self, common: CommonNumbers, axis: int) -> Bools:
        names, codes = self.finest.hierarchies[axis].labels[0], self.finest.codes[axis]
        known = np.array([name is not None for name in names])[codes]
        rows = np.where(known, self.finest.groups.sizes, 0)[self.order]
        averaged = np.add.reduceat(rows, self.starts[:-1])
        told = averaged < self.groups.sizes  # that some values are missing
        return (averaged < self.style.least) | (told & (not common.missing))

    @cached_property
    def extents(self) -> tuple[Codes, Codes, Ints]:
        """First and last position of each part, and the number of positions."""
        points = np.ascontiguousarray(self.axes.ranks.T)
        return spans.extents(points, self.axes.offsets, self.order, self.starts)


def distinct_sets(members: Bools) -> tuple[Bools, Ints]:
    """The distinct lines of a table of sets, and which of them each line is.

    >>> sets, which = distinct_sets(np.array([[1, 0], [1, 1], [1, 0]], dtype=bool))
    >>> sets.tolist(), which.tolist()
    ([[True, False], [True, True]], [0, 1, 0])
    """
    if not members.shape[1]:
        return members[:1], np.zeros(len(members), dtype=np.int64)
    bits = np.ascontiguousarray(np.packbits(members, axis=1))
    lines = bits.view([("", bits.dtype)] * bits.shape[1]).ravel()
    _, first, which = np.unique(lines, return_index=True, return_inverse=True)
    return members[first], which.ravel()


def whole_table(finest: FrequencySet, style: BoxStyle = TIGHT) -> Partition:
    """All tuples in one part."""
    part = np.zeros(len(finest), dtype=np.int32)
    axes = axes_of(finest, style)
    highs = (np.diff(axes.offsets) - 1).astype(np.int32)[None, :]
    regions = Regions(np.zeros_like(highs), highs)
    return Partition(finest, axes, part, 1, style, regions)


def ancestors(partition: Partition) -> Iterator[tuple[Ints, Groups]]:
    """Walk along the trail, yielding supersets of the parts."""
    for inside, groups in reversed(partition.trail):
        along, begins = inside[partition.order], partition.starts[:-1]
        low = np.minimum.reduceat(along, begins).astype(np.int64)
        same = low == np.maximum.reduceat(along, begins)
        yield np.where(same, low, -1), groups


def merge_lines(groups: Groups, lines: Ints, part: Codes, parts: int) -> Groups:
    """Merge some of the groups into parts."""
    begins, lengths = groups.starts[lines], np.diff(groups.starts)[lines]
    starts = np.concatenate([[0], np.cumsum(lengths)])
    # Without a sensitive attribute there is one entry each.
    entries = begins if starts[-1] == len(lines) else runs(begins, lengths)
    group = kernels.spread(part, starts)
    return groups.regroup(group, parts, groups.values[entries], groups.counts[entries])
