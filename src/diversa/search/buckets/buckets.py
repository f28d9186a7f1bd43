# SPDX-License-Identifier: Apache-2.0
"""Buckets: groups in which no two rows come from one bucket.

A bucket holds rows that must not meet: those with the same sensitive value (Anatomy),
or with similar ones (MBF). The counts of the buckets decide everything: how many groups
there can be, and how few rows have to go.

References:
    X. Xiao, Y. Tao, Anatomy: Simple and Effective Privacy Preservation, VLDB 2006;
    H. Wang, J. Han, J. Wang, L. Wang, (l,e)-Diversity - A Privacy Preserving Model to
    Resist Semantic Similarity Attack: maximal-bucket first (MBF).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Codes, Ints
from diversa.counts import kernels
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.groups import Groups
from diversa.counts.kernels.joins import join_groups
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.metrics import OBJECTIVES
from diversa.models.frequency_l_diversity import FrequencyLDiversity
from diversa.models.k_anonymity import KAnonymity
from diversa.recodings.pieces import Pieces, RowEntries, divide, random_numbers
from diversa.search.partitions.mondrian import mondrian
from diversa.search.partitions.round_robin import deal, first_of_each, stable_order
from diversa.search.task import Task

BUCKET = "bucket"
"""Name of the buckets where they stand for a sensitive attribute."""


def narrow(rows: int) -> type[np.signedinteger[Any]]:
    """Integer type for row numbers: 32 bits if these are enough."""
    return np.int32 if rows < 2**31 else np.int64


def most_groups(counts: Ints, l: int) -> int:
    """The largest number of groups that have l rows of different buckets each.

    G* = max{G : sum of min(c_b, G) >= l G}. The greedy algorithms of the papers (take
    the l largest buckets again and again) reach it and no more.

    >>> most_groups(np.array([3, 3, 3]), 3), most_groups(np.array([7, 2, 2, 2]), 3)
    (3, 3)
    """
    low, high = 0, int(counts.sum()) // l
    while low < high:  # the mean of min(c_b, G) / G falls with G
        middle = (low + high + 1) // 2
        if int(np.minimum(counts, middle).sum()) >= l * middle:
            low = middle
        else:
            high = middle - 1
    return low


def most_rows(counts: Ints, l: int) -> int:
    """The largest number of rows that fit into such groups.

    >>> most_rows(np.array([5, 2, 2, 1]), 3), most_rows(np.array([1, 1]), 3)
    (7, 0)
    """
    return int(np.minimum(counts, most_groups(counts, l)).sum())


@dataclass(frozen=True, eq=False)
class Bucketing:
    """A table whose rows are in buckets."""

    finest: FrequencySet = field(repr=False)
    """The cells, with one sensitive attribute."""
    bucket: Codes = field(repr=False)
    """The bucket of each value of the attribute, by its code."""

    @cached_property
    def counts(self) -> Ints:
        """Rows of each bucket."""
        weights = self.finest.groups.counts
        return np.bincount(self._of_entry, weights=weights).astype(np.int64)

    @cached_property
    def _of_entry(self) -> Codes:
        groups = self.finest.groups
        bucket = self.bucket[groups.combinations[:, 0]]
        return bucket[groups.values]

    def of_row(self, rows: RowEntries) -> NDArray[np.unsignedinteger[Any]]:
        """The bucket of each row."""
        few = np.min_scalar_type(len(self.counts))  # what is small stays in a cache
        return rows.each(self._of_entry.astype(few))

    def group(
        self, l: int, *, seed: int, nearby: bool = False, least: int = 1
    ) -> Pieces:
        """Put as many rows as possible into groups of l rows of different buckets.

        The seed decides which rows of a bucket meet which of others. With `nearby`,
        rows meet that are near in their quasi-identifiers. Groups of a part are joined
        until they have at least so many rows, or all of the part.
        """
        groups, rows = most_groups(self.counts, l), RowEntries(self.finest)
        random = np.random.default_rng(seed)
        order = random.permutation(np.arange(len(rows), dtype=narrow(len(rows))))
        bucket = self.of_row(rows)[order]
        if self.counts.max(initial=0) > groups:  # some rows have to go
            kept = first_of_each(bucket, np.full(len(self.counts), groups))
            if nearby:
                return self._without(order[~kept], l, seed=seed, least=least)
            order, bucket = order[kept], bucket[kept]
        group = np.full(len(rows), -1, dtype=order.dtype)
        if not nearby and least <= l:  # as `deal` does, with the numbers in their order
            numbers = random_numbers(groups, seed=seed).astype(order.dtype)
            group[order[stable_order(bucket)]] = np.resize(numbers, len(order))
            return divide(rows, group, groups)
        part = np.zeros(len(order), dtype=np.int32)
        if nearby:
            part = self.parts(l, least)[rows.cell[order]]
        each = np.bincount(part) // l if nearby else np.array([groups])
        dealt = deal(part, bucket, each)
        starts = np.concatenate([[0], np.cumsum(each)])
        joined = join_groups(starts, np.bincount(dealt, minlength=starts[-1]), least)
        total = int(joined.max(initial=-1)) + 1
        numbers = random_numbers(total, seed=seed).astype(order.dtype)
        group[order] = numbers[joined[dealt]]
        return divide(rows, group, total)

    def _without(self, gone: Ints, l: int, *, seed: int, least: int) -> Pieces:
        """Group near rows after some rows have gone."""
        rows = RowEntries(self.finest)
        chosen = np.zeros(len(rows), dtype=np.int64)
        chosen[gone] = -1
        rest = Bucketing(divide(rows, chosen, 1).finest, self.bucket)
        grouped = rest.group(l, seed=seed, nearby=True, least=least)
        return replace(grouped, complete=False)

    def parts(self, l: int, least: int = 1) -> Codes:
        """Cut the table while no bucket has more than 1/l of the rows of a part.

        The condition is closed under union, and it makes groups of l possible. Every
        part has at least so many rows, if the table has.
        """
        groups = self.finest.groups
        cell = np.repeat(np.arange(len(groups), dtype=np.int32), np.diff(groups.starts))
        every = len(self.counts)
        starts, values, counts = kernels.histograms(
            cell, len(groups), self._of_entry, every, groups.counts
        )
        names = Dictionary.build(BUCKET, range(every), self.counts)
        codes = np.arange(every, dtype=np.int32)[:, None]
        merged = Groups(starts, values, counts, codes, (Sensitive(names),))
        models = FrequencyLDiversity(Fraction(l), on=BUCKET), KAnonymity(least)
        finest = replace(self.finest, groups=merged)
        return mondrian(Task(finest, models, OBJECTIVES["loss"])).part
