# SPDX-License-Identifier: Apache-2.0
"""Histograms: the rows of each value of a sensitive attribute in every group."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools, Codes, Ints
from diversa.counts.kernels.arrays import GroupEntries, Histograms
from diversa.counts.number_line import NumberLine
from diversa.counts.sensitive import Sensitive
from diversa.counts.supersets import (
    Supersets,
    no_supersets,
)
from diversa.memo import Memo

if TYPE_CHECKING:
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
    memo: Memo = field(default_factory=Memo, init=False, repr=False)

    def __len__(self) -> int:
        return len(self.starts) - 1

    @cached_property
    def group(self) -> Ints:
        """The group of each entry."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    @cached_property
    def owners(self) -> Codes:
        """The group of each entry, in 32 bits."""
        return self.memo.once("owners", lambda: entry_owners(self.starts))

    @cached_property
    def distinct(self) -> Ints:
        """Number of values present in each group (m in the papers)."""
        return np.diff(self.starts)

    @cached_property
    def rows_with_value(self) -> Ints:
        """Rows of each group whose value is known."""
        return self.sizes - self.unknown

    @cached_property
    def sizes(self) -> Ints:
        """Rows of each group (N in the papers)."""
        return self.memo.once("sizes", lambda: self.sum(self.counts) + self.unknown)

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
        entries = np.repeat(chosen, self.distinct)
        starts = np.concatenate([[0], np.cumsum(self.distinct[chosen])])
        values, counts = self.values[entries], self.counts[entries]
        return Histogram(self.sensitive, starts, values, counts, self.unknown[chosen])

    def take(self, groups: Ints) -> Histogram:
        """Some groups by their numbers, each as often as named, without supersets."""
        lengths = self.distinct[groups]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        shift = np.repeat(self.starts[groups] - starts[:-1], lengths)
        entries = np.arange(starts[-1]) + shift
        values, counts = self.values[entries], self.counts[entries]
        return Histogram(self.sensitive, starts, values, counts, self.unknown[groups])

    def recode(self, codes: Codes, size: int) -> Histogram:
        """Count other codes instead, `codes[value]` below `size`, without supersets."""
        starts, values, counts = sum_fast(
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


def sum_fast(
    group: NDArray[np.integer[Any]],
    groups: int,
    values: Codes,
    domain: int,
    counts: Ints,
) -> tuple[Ints, Codes, Ints]:
    """As `sum_entries`, compiled where there is much to do."""
    if len(counts) < WORTH_COMPILING:
        return sum_entries(group, groups, values, domain, counts)
    from diversa.counts.kernels import histograms

    group, values = (codes.astype(np.int32, copy=False) for codes in (group, values))
    return histograms(group, groups, values, domain, counts)


def sum_entries(
    group: NDArray[np.integer[Any]],
    groups: int,
    values: Codes,
    domain: int,
    counts: Ints,
) -> tuple[Ints, Codes, Ints]:
    """Sum counts per (group, value), sorted by group and value, with CSR starts."""
    keys = group.astype(np.int64) * domain + values
    order = np.argsort(keys, kind="stable")  # nearly sorted: groups are in order
    keys, counts = keys[order], counts[order]
    first = begins_of_runs(keys)
    summed = np.add.reduceat(counts, first) if len(first) else counts
    group = keys[first] // domain
    starts = np.concatenate([[0], np.cumsum(np.bincount(group, minlength=groups))])
    return starts, (keys[first] - group * domain).astype(np.int32), summed


def begins_of_runs(keys: Ints) -> Ints:
    """The first place of each key in sorted keys."""
    other = np.ones(len(keys), dtype=np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=other[1:])
    return np.flatnonzero(other)
