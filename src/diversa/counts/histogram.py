# SPDX-License-Identifier: Apache-2.0
"""Histograms: the rows of each value of a sensitive attribute in every group.

Where groups count people, a histogram has people in place of rows. Somebody may have
several values then, and the counts of a group add up to more than its size.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools, Codes, Ints
from diversa.counts import kernels
from diversa.counts.kernels.arrays import GroupEntries, Histograms
from diversa.counts.light_numpy import runs
from diversa.counts.number_line import NumberLine
from diversa.counts.sensitive import Sensitive
from diversa.counts.supersets import (
    Supersets,
    no_supersets,
)
from diversa.memo import Memo, know

if TYPE_CHECKING:
    from diversa.counts.people_histograms import PeopleHistograms
    from diversa.counts.population import Population


WORTH_COMPILING = 512
"""With fewer entries NumPy is fast enough, and nothing has to be compiled first."""


@dataclass(frozen=True, eq=False)
class Histogram:
    """Counts of one sensitive attribute in every group, as a sparse matrix (CSR)."""

    sensitive: Sensitive
    """The attribute."""
    starts: Ints = field(repr=False)
    """The entries of group g are starts[g]:starts[g + 1]; they may be none."""
    values: Codes = field(repr=False)
    """Value code of each entry, ascending inside a group."""
    counts: Ints = field(repr=False)
    """Rows of each entry."""
    unknown: Ints = field(repr=False)
    """Rows of each group that may have any value (missing, policy `worst`)."""
    supersets: Supersets[Histogram] = field(default=no_supersets, repr=False)
    """The histograms of coarser partitions; see `Groups.supersets`."""
    population: Population | None = field(default=None, repr=False)
    """The people who match each group; see `Groups.population`."""
    people: PeopleHistograms | None = field(default=None, repr=False)
    """The people behind the counts, where somebody has several values."""
    overlaps: bool = False
    """True if counts say who may have a value, and somebody may have several."""
    memo: Memo = field(default_factory=Memo, init=False, repr=False)

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def is_exclusive(self) -> bool:
        """True if everybody is counted once: the counts add up to the sizes."""
        return self.people is None and not self.overlaps

    @cached_property
    def group(self) -> Ints:
        """The group of each entry."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    @cached_property
    def owners(self) -> Codes:
        """The group of each entry, in 32 bits."""
        return entry_owners(self.starts)

    @cached_property
    def distinct(self) -> Ints:
        """Number of values present in each group (m in the papers)."""
        return self.starts[1:] - self.starts[:-1]

    @cached_property
    def rows_with_value(self) -> Ints:
        """Rows of each group whose value is known."""
        return self.sizes - self.unknown

    @cached_property
    def sizes(self) -> Ints:
        """Rows of each group (N in the papers)."""
        return self.sum(self.counts) + self.unknown

    @cached_property
    def descending(self) -> Ints:
        """The counts sorted inside each group, largest first."""
        counts, most = self.counts, int(self.counts.max(initial=0))
        if len(counts) <= len(self) and (self.distinct <= 1).all():
            return counts  # as where every row is a group of its own
        if len(self) * (most + 1) >= 2**63:
            return counts[np.lexsort((-counts, self.group))]
        above = self.group * (most + 1) + most
        return above - np.sort(above - counts)  # values are sorted faster than places

    @cached_property
    def number_line(self) -> NumberLine:
        """The entries in the order of their numbers, the same starts to each group."""
        entries = self.starts, self.group, self.values, self.counts
        return NumberLine.of(self.sensitive, *entries)

    @property
    def lists(self) -> Histograms:
        """The entries as kernels take them, group after group."""
        return Histograms(self.starts, self.values, self.counts)

    @property
    def entries(self) -> GroupEntries:
        """The entries as kernels take them, each with its group."""
        return GroupEntries(self.owners, self.values, self.counts, self.sizes)

    @property
    def is_large(self) -> bool:
        """True if a kernel is used: this histogram is large, or an earlier one was.

        A kernel that is compiled already is faster for small histograms, too. Both ways
        give the same numbers.
        """
        memo = self.sensitive.memo
        if len(self.counts) >= WORTH_COMPILING:
            memo["was large"] = True
        return memo.get("was large", False)

    def sum(self, entries: NDArray[Any]) -> NDArray[Any]:
        """Add up one number per entry inside each group."""
        return reduce_groups(np.add, entries, self.starts)

    def max(self, entries: NDArray[Any]) -> NDArray[Any]:
        """The largest number of each group; 0 where a group has no entry."""
        return reduce_groups(np.maximum, entries, self.starts)

    def select(self, chosen: Bools) -> Histogram:
        """The chosen groups only, without supersets."""
        if self.people is not None:
            return self.take(np.flatnonzero(chosen))
        entries = np.repeat(chosen, self.distinct)
        starts = np.concatenate([[0], np.cumsum(self.distinct[chosen])])
        return self._some(starts, entries, chosen)

    def take(self, groups: Ints) -> Histogram:
        """Some groups by their numbers, each as often as named, without supersets."""
        if self.people is not None:
            return self.people.take(groups).histogram("having")
        lengths = self.distinct[groups]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        entries = runs(self.starts[groups], lengths)
        return self._some(starts, entries, groups)

    def _some(
        self, starts: Ints, entries: Ints | Bools, groups: Ints | Bools
    ) -> Histogram:
        """Some groups, with some of the entries."""
        values, counts = self.values[entries], self.counts[entries]
        some = Histogram(
            self.sensitive,
            starts,
            values,
            counts,
            self.unknown[groups],
            overlaps=self.overlaps,
        )
        if self.overlaps:
            know(some, sizes=self.sizes[groups])
        return some

    def fullest_window(self, beyond: Ints) -> Ints:
        """The most rows of each group in one window of numbers.

        `beyond` has for each point the place of the first point after the window that
        begins there.
        """
        if self.people is not None:
            return self.people.fullest_window(beyond)
        return self.max(self.number_line.rows_up_to(beyond))

    def recode(self, codes: Codes, size: int) -> Histogram:
        """Count other codes instead, `codes[value]` below `size`, without supersets."""
        if self.people is not None:
            return self.people.recode(codes, size).histogram("having")
        starts, values, counts = sum_entries(
            self.group, len(self), codes[self.values], size, self.counts
        )
        return Histogram(self.sensitive, starts, values, counts, self.unknown)


def entry_owners(starts: Ints) -> Codes:
    """The group of each entry, in 32 bits."""
    groups = np.arange(len(starts) - 1, dtype=np.int32)
    return np.repeat(groups, np.diff(starts))


def reduce_groups(
    operation: np.ufunc, entries: NDArray[Any], starts: Ints
) -> NDArray[Any]:
    """Reduce the entries of each group; an empty group gives 0."""
    begins, ends = starts[:-1], starts[1:]
    if len(entries) == 0:
        return np.zeros(len(begins), dtype=entries.dtype)
    filled = begins < ends
    if filled.all():
        return operation.reduceat(entries, begins)
    reduced = np.zeros(len(begins), dtype=entries.dtype)
    reduced[filled] = operation.reduceat(entries, begins[filled])
    return reduced


def sum_entries(
    group: Codes | Ints, groups: int, values: Codes, domain: int, counts: Ints
) -> Histograms:
    """Sum counts per (group, value), sorted by group and value."""
    group, values = (codes.astype(np.int32, copy=False) for codes in (group, values))
    return kernels.histograms(group, groups, values, domain, counts)
