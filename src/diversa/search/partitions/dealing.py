# SPDX-License-Identifier: Apache-2.0
"""(ε,m)-anonymous groups, although merging groups may break (ε,m)-anonymity.

For whole m, rows can be split into (ε,m)-anonymous groups exactly where
`m maxwin <= n`, maxwin being the most rows in any interval of length ε: rows in the
order of their numbers are dealt round-robin into maxwin groups, so that two rows of
one group are more than ε apart. That condition is closed under union. So Mondrian cuts
while both sides meet it, local moves keep it, and rows are dealt inside the parts that
are not (ε,m)-anonymous as they are.

Reference:
    J. Li, Y. Tao, X. Xiao, Preservation of Proximity Privacy in Publishing Numerical
    Sensitive Data, SIGMOD 2008, for the model and the split in two steps.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.counts.groups import Groups
from diversa.models.group_numbers import Numbers
from diversa.models.model import Model
from diversa.models.proximity_bound import ProximityBound
from diversa.models.sensitive_model import SensitiveModel
from diversa.recodings.axes import axes_of
from diversa.recodings.box_style import TIGHT, BoxStyle
from diversa.recodings.partition import Partition
from diversa.recodings.pieces import RowEntries, divide, shuffle_groups
from diversa.search.partitions.local_recoding import local_recoding
from diversa.search.partitions.mondrian import Cut
from diversa.search.partitions.round_robin import deal, least_different
from diversa.search.task import Task, holding


def proximities(models: Sequence[Model]) -> tuple[ProximityBound, ...]:
    """The bounds on near rows among models; a merge of groups may break them."""
    bounds = [model.proximity for model in models]
    return tuple(bound for bound in bounds if bound is not None)


@dataclass(frozen=True, eq=False)
class Dealer:
    """Splits parts so that all models hold: as they are, or by dealing."""

    models: tuple[Model, ...]
    """All models of the plan."""

    @cached_property
    def near(self) -> tuple[ProximityBound, ...]:
        """Bounds on near rows; the first one orders the rows for dealing."""
        return proximities(self.models)

    @property
    def on(self) -> str | None:
        """The attribute whose numbers order the rows."""
        return self.near[0].on

    @cached_property
    def least(self) -> int:
        """Rows that every dealt group must have."""
        near = [bound.least_rows for bound in self.near]
        return max([least_different(self.models), *near])

    @cached_property
    def suffices(self) -> bool:
        """True if the models ask for nothing but enough rows that are far apart."""
        return all(
            model.only_size
            or (self._on_it(model) and model.distinct_suffices)
            or (self._on_it(model) and model.proximity is not None)
            for model in self.models
        )

    def _on_it(self, model: Model) -> bool:
        return (
            isinstance(model, SensitiveModel)
            and model.on == self.on
            and not model.joint
        )

    def groups_of(self, parts: Groups) -> Ints:
        """Number of groups into which each part is split so that all models hold.

        It is 0 if no split was found. Groups are as small as possible, since smaller
        groups have tighter boxes.
        """
        number = holding(self.models, parts).astype(np.int64)
        most, apart = parts.sizes // self.least, self.apart(parts)
        if self.suffices:
            number = np.where((number == 0) & (apart <= most), most, number)
        if self.suffices and self.exact:
            return number
        each = most.copy()
        waiting = np.flatnonzero((number == 0) & (most > 0) & self.hopeful(parts))
        while len(waiting):
            good = self.all_hold(parts, waiting, each[waiting])
            number[waiting[good]] = each[waiting[good]]
            waiting = waiting[~good & (each[waiting] > 1)]
            each[waiting] //= 2
        return number

    def apart(self, parts: Groups) -> Ints:
        """The fewest groups that keep all near rows of a part apart."""
        fewest = np.ones(len(parts), dtype=np.int64)
        for bound in self.near:
            histogram = parts.histogram(bound.on)
            fewest = np.maximum(fewest, bound.fullest(histogram))
            fewest[histogram.unknown > 0] = parts.rows + 1  # it may be near any other
        return fewest

    @property
    def exact(self) -> bool:
        """True if a part that cannot be dealt cannot be split at all."""
        return all(bound.m == self.least for bound in self.near)

    def hopeful(self, parts: Groups) -> Bools:
        """Mask of the parts in which no window is too full for any split."""
        hope = np.ones(len(parts), dtype=bool)
        for bound in self.near:
            if not bound.joint:
                rows = bound.fullest(parts.histogram(bound.on))
                hope &= math.floor(bound.m) * rows <= parts.sizes
        return hope

    def all_hold(self, parts: Groups, chosen: Ints, each: Ints) -> Bools:
        """Mask of the chosen parts of which every dealt group holds."""
        dealt, parent = dealt_groups(parts, chosen, each, self.order(parts))
        failing = parent[~holding(self.models, dealt)]
        return np.bincount(failing, minlength=len(chosen)) == 0

    def order(self, parts: Groups) -> Ints:
        """Place of every combination of sensitive values when rows are dealt."""
        column = parts.position(self.on)
        attribute = parts.sensitive[column]
        codes = parts.combinations[:, column]
        ranks = np.append(attribute.ranks, len(attribute.points))  # missing ones last
        place = np.empty(len(codes), dtype=np.int64)
        place[np.argsort(ranks[codes], kind="stable")] = np.arange(len(codes))
        return place


def dealt_groups(
    parts: Groups, chosen: Ints, each: Ints, order: Ints
) -> tuple[Groups, Ints]:
    """The groups of chosen parts after dealing, and the chosen part of each group."""
    number = np.full(len(parts), -1)
    number[chosen] = np.arange(len(chosen))
    entries = np.flatnonzero(np.repeat(number, np.diff(parts.starts)) >= 0)
    part = np.repeat(number, np.diff(parts.starts))[entries]
    counts = parts.counts[entries]
    values = np.repeat(parts.values[entries], counts)
    group = deal(np.repeat(part, counts), order[values], each)
    ones = np.ones(len(group), dtype=np.int64)
    dealt = parts.regroup(group, int(each.sum()), values, ones)
    return dealt, np.repeat(np.arange(len(chosen)), each)


@dataclass(frozen=True)
class Dealable(Model):
    """The condition of a cut: a part can be split so that every model holds."""

    dealer: Dealer = field(compare=False)
    """Splits parts."""

    union_closed = False  # with models besides proximity: dealing is one way of many
    absorbing = False
    bounded = "least"
    least: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        """Skip the parsing that other models do."""

    def measure(self, groups: Groups) -> Numbers:
        return Numbers(self.dealer.groups_of(groups))

    def implied(self) -> tuple[Model, ...]:
        return tuple(
            implied for model in self.dealer.models for implied in model.implied()
        )


def dealing(
    task: Task,
    *,
    seed: int,
    cut: Cut = "cheapest",
    style: BoxStyle = TIGHT,
    kept: Bools | None = None,
) -> Partition:
    """Cut while both sides can be dealt, then deal inside the parts that need it.

    The seed decides which of the rows with equal sensitive values goes where. `kept`
    masks the rows of `RowEntries(task.finest)` that are not suppressed.
    """
    dealer, rows = Dealer(task.models), RowEntries(task.finest)
    group = np.full(len(rows.entry), -1)
    kept = group < 0 if kept is None else kept
    left = divide(rows, np.where(kept, 0, -1), 1)
    partition = local_recoding(
        replace(
            task,
            finest=left.finest,
            models=(Dealable(dealer),),
            limit=max(0, task.limit - int((~kept).sum())),
        ),
        cut=cut,
        style=style,
    )
    parts = partition.groups
    each = np.maximum(dealer.groups_of(parts), 1)
    part_of_cell = np.full(len(task.finest), -1, dtype=np.int32)
    part_of_cell[left.cell] = partition.part
    staying = kept & (part_of_cell[rows.cell] >= 0)  # moves may suppress tuples, too
    shuffled = np.random.default_rng(seed).permutation(np.flatnonzero(staying))
    entry = rows.entry[shuffled]
    key = dealer.order(parts)[task.finest.groups.values[entry]]
    group[shuffled] = deal(part_of_cell[rows.cell[shuffled]], key, each)
    total = int(each.sum())
    return partition_of(rows, shuffle_groups(group, total, seed=seed), total, style)


def partition_of(
    rows: RowEntries, group: Ints, count: int, style: BoxStyle
) -> Partition:
    """A partition of the pieces of cells; rows of group -1 are suppressed."""
    pieces = divide(rows, np.where(group < 0, count, group), count + 1)
    part = np.where(pieces.group == count, -1, pieces.group).astype(np.int32)
    axes = axes_of(pieces.finest, style)
    return Partition(pieces.finest, axes, part, count, style)
