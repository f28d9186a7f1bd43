# SPDX-License-Identifier: Apache-2.0
"""Rebuilding: an open-ended search for local recoding.

In every round some neighbouring groups are dissolved, cut anew, and tuples are moved
between groups until that gains nothing more. The table is in blocks that do not touch
each other; each block keeps its old groups unless the new ones lose less. So the loss
never grows, and every model holds all the time.

The groups to dissolve are drawn with a seed. Neighbourhoods change from round to round,
so that no border stays one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools, Codes, Floats, Ints
from diversa.counts.kernels.neighbours import least_losses
from diversa.counts.kernels.spans import SET, Axes
from diversa.counts.light_numpy import dot_product
from diversa.plan.search_section import Search
from diversa.progress import unseen
from diversa.recodings.partition import Partition
from diversa.search.deadline import Deadline
from diversa.search.partitions.local_recoding import improve
from diversa.search.partitions.mondrian import Cut, mondrian
from diversa.search.partitions.relayering import relayering
from diversa.search.search_summary import SearchSummary
from diversa.search.task import Task

BLOCKS = (3000, 1500, 800)
"""Most tuples of a block inside which groups are rebuilt, in turn."""

NEIGHBOURHOODS = (10, 20)
"""Most tuples of a neighbourhood whose groups are dissolved together."""

SHARE = 0.3
"""The share of the neighbourhoods that is dissolved in a round."""

PASSES = 3
"""Number of times that every tuple is tried in a round."""

CHEAPEST = 0.7
"""Share of the rounds that cut at the least loss."""

WORTH = 1e-9
"""Least gain of a round; smaller ones are rounding."""

LAST, LATE = 0.9, 1.05
"""Shares of the time at which the last round ends: where a bound follows, and else."""

FIRST = 2.0
"""Time of the first round for that of the groups to begin with."""

SAMPLE = 64
"""Every how many tuples the time of the bound is tried out."""

FEW_PAIRS = 2**22
"""Pairs of tuples that are compared in no time."""

MOST_PAIRS = 2**28
"""Most pairs of tuples that are compared for a bound; it takes some seconds."""


def rebuilding(task: Task, partition: Partition, *, seed: int) -> Iterator[Partition]:
    """Yield partitions, none with more loss than the one before.

    Suppressed tuples stay suppressed, and no others are.
    """
    fixed = replace(task, limit=0, progress=unseen)
    random = np.random.default_rng(seed)
    whole = replace(partition, part=np.minimum(partition.part, 0), parts=1, trail=())
    whole = replace(whole, regions=None)
    blocks = [mondrian(fixed, begin=whole, most=most).part for most in BLOCKS]
    near = [
        mondrian(fixed, begin=whole, most=most, cut=cut).part
        for most in NEIGHBOURHOODS
        for cut in ways_to_cut()
    ]
    turn = 0
    while True:
        round_ = Round.of(
            partition, blocks[turn % len(blocks)], near[random.integers(len(near))]
        )
        dissolved = round_.dissolve(random.random(round_.neighbourhoods) < SHARE)
        cut = ways_to_cut()[int(random.random() >= CHEAPEST)]
        rebuilt = mondrian(fixed, begin=dissolved, cut=cut)
        rebuilt = improve(fixed, rebuilt, round_.block, passes=PASSES)
        partition = round_.better_of(rebuilt)
        turn += 1
        yield partition


def ways_to_cut() -> tuple[Cut, Cut]:
    """The two ways to cut: at the least loss, and at medians."""
    return "cheapest", "median"


@dataclass(frozen=True, eq=False)
class Round:
    """A partition in blocks and neighbourhoods that hold whole groups."""

    partition: Partition = field(repr=False)
    """The partition to rebuild."""
    block: Codes = field(repr=False)
    """The block of each tuple."""
    home: Ints = field(repr=False)
    """The neighbourhood of each group; it lies in one block."""

    @classmethod
    def of(cls, partition: Partition, block: Codes, near: Codes) -> Round:
        """Give every group the block and the neighbourhood of its first tuple."""
        first = partition.order[partition.starts[:-1]]
        blocks = block[first].astype(np.int64)
        both = near[first].astype(np.int64) * (int(blocks.max(initial=0)) + 1) + blocks
        home = np.unique(both, return_inverse=True)[1].ravel()
        of_tuple = np.append(blocks, 0)[partition.part].astype(np.int32)
        return cls(partition, of_tuple, home)

    @property
    def neighbourhoods(self) -> int:
        """Number of neighbourhoods."""
        return int(self.home.max(initial=-1)) + 1

    def dissolve(self, chosen: Bools) -> Partition:
        """Join the groups of the chosen neighbourhoods, each into one."""
        parts = self.partition.parts
        group = np.where(chosen[self.home], parts + self.home, np.arange(parts))
        return self._with(np.append(group, -1)[self.partition.part])

    def better_of(self, rebuilt: Partition) -> Partition:
        """Take the new groups of every block in which they lose less."""
        blocks = int(self.block.max(initial=0)) + 1
        before = np.bincount(self.block, losses_of(self.partition), minlength=blocks)
        after = np.bincount(self.block, losses_of(rebuilt), minlength=blocks)
        taken = (after < before - WORTH)[self.block] & (rebuilt.part >= 0)
        if not taken.any():
            return self.partition
        both = np.where(taken, self.partition.parts + rebuilt.part, self.partition.part)
        return self._with(both)

    def _with(self, part: NDArray[np.integer]) -> Partition:
        """The partition with other groups, numbered in order."""
        published = part >= 0
        numbers, number = np.unique(part[published], return_inverse=True)
        numbered = np.full(len(part), -1, dtype=np.int32)
        numbered[published] = number.ravel()
        return replace(
            self.partition, part=numbered, parts=len(numbers), regions=None, trail=()
        )


def losses_of(partition: Partition) -> Floats:
    """Loss of the rows of every tuple; 0 for suppressed ones."""
    by_part = partition.losses.mean(axis=1)
    lost = np.append(by_part, 0.0)[partition.part]
    return lost * partition.finest.groups.sizes


def bounds(partition: Partition) -> bool:
    """True if the loss of other groups of these tuples can be bounded."""
    tuples, style = len(partition.part), partition.style
    written = style.sets == "values" and style.numbers != "star"
    return written and tuples * tuples <= MOST_PAIRS


def least_loss(task: Task, partition: Partition) -> float | None:
    """Proven lower bound on the loss of any groups of these tuples.

    A tuple with fewer rows than a group needs is with others, and its group hides no
    less than the tuple and the farthest of the nearest ones that it needs. A suppressed
    row loses 1, which is no less. None if there are too many tuples to compare them
    all, or if labels are neither ranges nor sets.
    """
    if not bounds(partition):
        return None
    axes = axes_of_pairs(partition)
    sizes = task.finest.groups.sizes
    lines = np.arange(len(partition.part), dtype=np.int64)
    losses = least_losses(axes, sizes, lines, max(1, task.least_rows))
    rows = max(1, int(sizes.sum()) * len(axes.kinds))
    return float(dot_product(losses, sizes)) / rows


def axes_of_pairs(partition: Partition) -> Axes:
    """The axes on which any two categories are one step apart.

    They are published as a set, even if they are too many for a search.
    """
    hierarchies = partition.finest.hierarchies
    kinds = [
        kind if hierarchy.is_number_line else SET
        for kind, hierarchy in zip(partition.axes.kinds, hierarchies, strict=True)
    ]
    return partition.axes._replace(kinds=np.array(kinds, dtype=np.int8))


@dataclass(frozen=True)
class LongerSearch:
    """A search that continues for the time that a plan gives it, if any."""

    task: Task = field(repr=False)
    """The task of the search."""
    seed: int
    """Seed for the choice of groups to dissolve."""
    seconds: int | None
    """Processor time; None for no longer search."""
    deadline: Deadline = field(repr=False)
    """The end of that time; it goes on while the first groups are made."""

    @classmethod
    def of(cls, task: Task, search: Search) -> LongerSearch:
        """The longer search of a plan, from now on; none if a model looks around."""
        seconds = None if task.looks_around else search.time
        return cls(task, search.seed, seconds, Deadline(seconds or 0))

    def rebuild(self, partition: Partition) -> Partition:
        """Improve a partition until the time is over, or another round would be late.

        The bound needs some of the time as well. A first round, with all that it
        prepares, takes about as long as twice what was before.
        """
        if self.seconds is None:
            return partition
        end = self.seconds * (LAST if bounds(partition) else LATE)
        rounds = self._rounds(partition)
        if self.seconds == 0:  # one round, however long it takes
            return next(rounds)
        used = self.deadline.seconds_used
        longest = FIRST * used
        while used + longest <= end:
            self.task.progress(int(100 * self.deadline.share), 100)
            partition, before = next(rounds), used
            used = self.deadline.seconds_used
            longest = used - before
        return partition

    def _rounds(self, partition: Partition) -> Iterator[Partition]:
        """The rounds that suit what is published."""
        if partition.style.sets == "ancestor":
            return relayering(self.task, partition, seed=self.seed)
        return rebuilding(self.task, partition, seed=self.seed)

    def summarize(self, summary: SearchSummary, partition: Partition) -> SearchSummary:
        """The summary with the end of this search and the bound that it proved."""
        if self.seconds is None:
            return summary
        return replace(
            summary,
            reason=f"{summary.reason}, then groups dissolved and built anew for"
            f" {self.seconds} s of processor time",
            cost=partition.loss,
            bound=self._bound(partition),
            stopped="time",
        )

    def _bound(self, partition: Partition) -> float | None:
        """The bound, unless it would take too long."""
        end = LATE * (self.seconds or 0)
        tuples = len(partition.part)
        if tuples * tuples <= FEW_PAIRS:
            return least_loss(self.task, partition)
        if not bounds(partition):
            return None
        begin = self.deadline.seconds_used
        sample = np.arange(0, tuples, SAMPLE, dtype=np.int64)
        least = max(1, self.task.least_rows)
        sizes = self.task.finest.groups.sizes
        least_losses(axes_of_pairs(partition), sizes, sample, least)
        used = self.deadline.seconds_used
        late = used + SAMPLE * (used - begin) > end
        return None if late else least_loss(self.task, partition)
