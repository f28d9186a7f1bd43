# SPDX-License-Identifier: Apache-2.0
"""Rebuilding of regions: an open-ended search for regions that lose less.

In every round some of the regions that were cut are cut anew, with other weights of the
axes in the score of a cut; each keeps its old regions unless the new ones lose less. So
the loss never grows, and every model holds all the time. The weights and the regions
are drawn with a seed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from diversa.array_types import Bools, Floats, Ints
from diversa.counts.kernels.cut_search import SearchRules
from diversa.counts.kernels.cut_trees import SMALL
from diversa.counts.kernels.regions import RegionList, join_lists
from diversa.counts.light_numpy import runs
from diversa.recodings.partition import Partition
from diversa.search.deadline import Deadline
from diversa.search.partitions.all_cuts import (
    TRIES,
    WIDTH,
    cut_in_rounds,
    cut_parts,
    rules_by_size,
    rules_for,
)
from diversa.search.partitions.region_parts import RegionParts
from diversa.search.partitions.trail import TrailMaker
from diversa.search.task import Task

SIZES = (32, 64, 128, 256, 512)
"""Most tuples of a region that is cut anew, in turn."""

SPREAD = 0.35
"""Spread of the logarithms of the weights."""

FIRST = 0.6
"""Share of the time for the search of the whole table."""

ROLL_OUT = 0.8
"""Time of a roll-out, which ends where it loses too much, for that of all best cuts."""

SHARE = 0.03
"""Share of the time that one round may take."""

WORTH = 1e-9
"""Least gain of a region; smaller ones are rounding."""


def all_cuts_within(task: Task, begin: Partition, deadline: Deadline) -> Partition:
    """Cut regions as `all_cuts` does, and rebuild them until the time is over."""
    rules = rules_for(task.least_rows, len(begin.order), len(begin.axes.kinds))
    parts = first_parts(task, begin, rules, deadline)
    random = np.random.default_rng(task.seed)
    rounds = Rebuilding(task, begin, rules)
    pace = Pace(deadline, len(parts.lines))
    while not deadline.has_passed and parts.ancestor_count:
        task.progress(int(100 * deadline.share), 100)
        with_size = SIZES[int(random.integers(len(SIZES)))]
        chosen = draw_regions(parts, with_size, pace.tuples, random)
        factors = np.exp(random.normal(0, SPREAD, len(begin.axes.kinds)))
        parts = rounds.better_of(parts, chosen, factors)
        pace.note(int((chosen.ends - chosen.begins).sum()))
    return parts.partition(begin)


def first_parts(
    task: Task, begin: Partition, rules: SearchRules, deadline: Deadline
) -> RegionParts:
    """The regions of the best cuts, or of a search if there is the time for it."""
    greedy = rules._replace(width=1, few=0, tries=0)
    parts, _ = cut_parts(task, begin, greedy, keeps_ancestors=True)
    # Each level of the tree costs a roll-out of the whole table for every cut.
    level = ROLL_OUT * WIDTH * max(deadline.seconds_used, 1e-3)
    levels = int(FIRST * deadline.seconds / level)
    few = min(rules.few, SMALL << min(levels, 40))
    if levels == 0 or few == 0:
        return parts
    better, _ = cut_parts(task, begin, rules._replace(few=few), keeps_ancestors=True)
    return better


class Pace:
    """The tuples of a round, by the time that the last ones took."""

    def __init__(self, deadline: Deadline, most: int) -> None:
        self._deadline, self._used = deadline, deadline.seconds_used
        self._most, self.tuples = most, min(most, SIZES[0])

    def note(self, tuples: int) -> None:
        """Note that a round of so many tuples is over."""
        used = self._deadline.seconds_used
        rate, self._used = (used - self._used) / max(1, tuples), used
        left = max(0.0, self._deadline.seconds - used)
        wanted = min(SHARE * self._deadline.seconds, left) / max(rate, 1e-9)
        self.tuples = int(min(self._most, 4 * self.tuples, max(SIZES[0], wanted)))


def draw_regions(
    parts: RegionParts, size: int, tuples: int, random: np.random.Generator
) -> RegionList:
    """Largest regions of at most so many tuples that were cut, none inside another.

    As many of them, in random order, as have the wanted number of tuples together.
    """
    cut = parts.cut_regions
    lengths = cut.ends - cut.begins
    lengths_wanted = max(size, int(lengths.min()))
    order = np.lexsort((-lengths, cut.begins))
    order = order[lengths[order] <= lengths_wanted]
    reach = np.maximum.accumulate(cut.ends[order])
    outer = order[np.append(True, cut.begins[order][1:] >= reach[:-1])]
    drawn = random.permutation(outer)
    drawn = drawn[np.cumsum(lengths[drawn]) - lengths[drawn] < tuples]
    return cut.take(drawn[np.argsort(cut.begins[drawn])])


@dataclass(frozen=True, eq=False)
class Rebuilding:
    """Regions that are cut anew."""

    task: Task = field(repr=False)
    """The task of the search."""
    begin: Partition = field(repr=False)
    """The partition that everything began with."""
    rules: SearchRules
    """Rules for cuts."""

    def better_of(
        self, parts: RegionParts, chosen: RegionList, factors: Floats
    ) -> RegionParts:
        """Cut regions anew and take the new parts of those that lose less."""
        anew = parts.select(chosen, self.rules.least, factors)
        lengths = chosen.ends - chosen.begins
        starts = np.cumsum(lengths) - lengths
        self._cut(anew, parts)
        old, new = parts.leaves, anew.leaves
        home = place_in(chosen.begins, chosen.ends, old.begins)
        other = np.searchsorted(starts, new.begins, side="right") - 1
        count = len(lengths)
        before = np.bincount(home[home >= 0], parts.losses()[home >= 0], count)
        after = np.bincount(other, anew.losses(), count)
        better = after < before - WORTH
        if not better.any():
            return parts
        return replace_regions(parts, anew, chosen, better)

    def _cut(self, anew: RegionParts, parts: RegionParts) -> None:
        """Cut some regions, by size or as models allow."""
        rules = self.rules._replace(width=WIDTH, few=2**40, tries=TRIES)
        if self.task.only_size:
            anew.search(rules)
            return
        trail = TrailMaker.of(self.task, self.begin)
        cut_in_rounds(self.task, anew, rules_by_size(rules, parts), trail)


def place_in(begins: Ints, ends: Ints, places: Ints) -> Ints:
    """The number of the run that each place is in, -1 for none; runs ascend."""
    number = np.searchsorted(begins, places, side="right") - 1
    return np.where((number >= 0) & (places < ends[number]), number, -1)


def replace_regions(
    parts: RegionParts, anew: RegionParts, chosen: RegionList, better: Bools
) -> RegionParts:
    """Put the new parts of some regions in the place of the old ones."""
    lengths = chosen.ends - chosen.begins
    starts = np.cumsum(lengths) - lengths
    taken = np.flatnonzero(better)
    # The tuples of a region stay in its run, in another order.
    into, source = (runs(at[taken], lengths[taken]) for at in (chosen.begins, starts))
    tuples = parts.bench.tuples.put(into, anew.bench.tuples.take(source))
    shift = chosen.begins - starts

    def merge(old: RegionList, new: RegionList) -> RegionList:
        home = place_in(chosen.begins, chosen.ends, old.begins)
        inside = (home >= 0) & (old.ends <= chosen.ends[home]) & better[home]
        other = np.searchsorted(starts, new.begins, side="right") - 1
        moved = new._replace(
            begins=new.begins + shift[other], ends=new.ends + shift[other]
        )
        kept, added = np.flatnonzero(~inside), np.flatnonzero(better[other])
        return join_lists(old.take(kept), moved.take(added))

    leaves = merge(parts.leaves, anew.leaves)
    cut = merge(parts.cut_regions, anew.cut_regions)
    bench = parts.bench._replace(tuples=tuples, regions=leaves)
    return replace(
        parts,
        bench=bench,
        count=len(leaves.begins),
        ancestors=cut,
        ancestor_count=len(cut.begins),
    )
