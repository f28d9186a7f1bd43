# SPDX-License-Identifier: Apache-2.0
"""Newcomers: some complete groups of earlier people, some form new groups, some wait.

Groups of earlier people lack some values of their signature: these are their gaps. A
newcomer with such a value fills a gap; other gaps are filled with counterfeit rows. New
groups need rows of m different values. The counts of the values decide everything. The
aims, in this order: as few people wait as possible, as few counterfeit rows as
possible, as many groups as possible. More groups of earlier people than needed would
have more gaps, and so more places for newcomers, but more counterfeit rows; so no such
groups are made.

With n newcomers of a value and d gaps for it, at most d + G of them find a place if
there are G new groups, and newcomers alone form at most G* new groups (`most_groups`).
So nobody has to wait if the largest n - d is at most G*; and as long as no more new
groups are formed than those n - d people fill by themselves, no gap stays open for
them.

New groups are near in quasi-identifiers: people are cut into parts in which no value is
too frequent, and dealt into groups in each part. Small parts would lose less, but make
more signatures; and the more of them there are, the more counterfeit rows are needed
when people leave.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from diversa.array_types import Floats, Ints
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.light_numpy import places_in_runs
from diversa.counts.suppression import select
from diversa.metrics import OBJECTIVES
from diversa.models.frequency_l_diversity import FrequencyLDiversity
from diversa.search.buckets.buckets import most_groups
from diversa.search.partitions.mondrian import mondrian
from diversa.search.series.signatures import Signatures
from diversa.search.series.splitting import Split, split
from diversa.search.task import Task

SMALL = 100
"""Most groups of a part that is not cut."""


@dataclass(frozen=True, eq=False)
class Shares:
    """Numbers of newcomers of each value by their fate."""

    groups: int
    """Number of new groups."""
    waiting: Ints = field(repr=False)
    """Newcomers who are not published this time."""
    filling: Ints = field(repr=False)
    """Newcomers who complete groups of earlier people."""
    meeting: Ints = field(repr=False)
    """Newcomers who form new groups; of no value more than there are groups."""


def share_out(newcomers: Ints, gaps: Ints, m: int) -> Shares:
    """Divide the newcomers, given the newcomers and gaps of each value.

    >>> found = share_out(np.array([3, 1, 1]), np.array([1, 0, 1]), 2)
    >>> found.groups, found.filling.tolist(), found.waiting.tolist()
    (2, [1, 0, 0], [0, 0, 0])
    """
    beyond = np.maximum(newcomers - gaps, 0)
    wanted = max(int(beyond.max(initial=0)), int(beyond.sum()) // m)
    groups = min(wanted, most_groups(newcomers, m))
    meeting = np.minimum(beyond, groups)
    room = np.minimum(newcomers, groups) - meeting
    meeting = meeting + first_of(room, m * groups - int(meeting.sum()))
    waiting = np.maximum(beyond - groups, 0)
    return Shares(groups, waiting, newcomers - waiting - meeting, meeting)


def first_of(room: Ints, number: int) -> Ints:
    """Spread a number over rooms, filling one after the other.

    >>> first_of(np.array([2, 3, 3]), 4).tolist()
    [2, 2, 0]
    """
    before = np.cumsum(room) - room
    return np.clip(number - before, 0, room)


@dataclass(frozen=True, eq=False)
class Gaps:
    """Values that groups lack."""

    group: Ints = field(repr=False)
    """The group of each gap."""
    value: Ints = field(repr=False)
    """The lacking value."""
    places: Floats = field(repr=False)
    """Average position of the people of the group, one line per axis."""

    def without(self, filled: Ints) -> Gaps:
        """The gaps that are left when some are filled."""
        left = np.ones(len(self.group), dtype=bool)
        left[filled] = False
        return Gaps(self.group[left], self.value[left], self.places[:, left])


def find_gaps(
    signatures: Signatures, groups: Split, value: Ints, places: Floats
) -> Gaps:
    """The values of its signature that each group lacks."""
    wanted = signatures.take(groups.bucket)
    lacking = np.ones(len(wanted.values), dtype=bool)
    lacking[wanted.find(groups.group, value)] = False
    members = np.bincount(groups.group, minlength=len(groups.bucket))
    centres = np.array([np.bincount(groups.group, weights=line) for line in places])
    group = wanted.of_entry[lacking]
    centres = (centres.reshape(len(places), -1) / np.maximum(members, 1))[:, group]
    return Gaps(group, wanted.values[lacking], centres)


def fill(gaps: Gaps, value: Ints, places: Floats) -> Ints:
    """The gap that each person fills: one of their own value, and near them.

    Gaps and people of a value are split into pairs like the people of a bucket. There
    are at least as many gaps as people of each value.
    """
    values = int(max(gaps.value.max(initial=-1), value.max(initial=-1))) + 1
    people = np.bincount(value, minlength=values)
    usable = np.flatnonzero(people[gaps.value] > 0)
    among = np.concatenate([gaps.value[usable], value])
    pairs = split(
        among,
        np.bincount(gaps.value[usable], minlength=values),
        np.repeat([0, 1], [len(usable), len(value)]),
        np.concatenate([gaps.places[:, usable], places], axis=1),
    )
    gap_of = np.empty(len(pairs.bucket), dtype=np.int64)
    gap_of[pairs.group[: len(usable)]] = usable
    return gap_of[pairs.group[len(usable) :]]


@dataclass(frozen=True, eq=False)
class SignatureBuckets:
    """Signatures with the number of groups that each gets."""

    signatures: Signatures = field(repr=False)
    """One for each bucket."""
    sizes: Ints = field(repr=False)
    """The number of groups of each bucket."""


def eligible_parts(finest: FrequencySet, chosen: Ints, m: int) -> Ints:
    """Cut people by quasi-identifiers while no value has more than 1/m of a part.

    The condition makes groups of m values possible; it holds for all chosen people
    together.
    """
    if len(chosen) == 0:
        return np.empty(0, dtype=np.int64)
    (secret,) = finest.groups.sensitive
    mask = np.zeros(len(finest), dtype=bool)
    mask[chosen] = True
    codes = np.ascontiguousarray(finest.codes[:, mask])
    task = Task(
        replace(finest, codes=codes, groups=select(finest.groups, mask)),
        (FrequencyLDiversity(Fraction(m), on=secret.name),),
        OBJECTIVES["loss"],
    )
    part = mondrian(task, most=SMALL * m).part.astype(np.int64)
    return part[(np.cumsum(mask) - 1)[chosen]]


def meet(value: Ints, part: Ints, m: int) -> tuple[SignatureBuckets, Ints]:
    """Deal the people of each part into groups; groups of equal values are a bucket.

    People stand in the order of their values, so a value takes groups in a row, and a
    part has no more buckets than values. No value has more than 1/m of a part.

    >>> made, bucket = meet(np.array([0, 0, 1, 2]), np.zeros(4, dtype=int), 2)
    >>> made.sizes.tolist(), bucket.tolist()
    ([1, 1], [0, 1, 0, 1])
    """
    order, rows = np.argsort(part, kind="stable"), np.bincount(part)
    groups, inside = rows // m, places_in_runs(rows)
    offset = np.cumsum(groups) - groups
    dealt = offset[part[order]] + inside % groups[part[order]]
    begins = (inside == 0) | (np.diff(value[order], prepend=-1) != 0)
    ends = offset + rows % groups
    breaks = np.unique(np.concatenate([dealt[begins], ends]))
    bucket = np.empty(len(value), dtype=np.int64)
    bucket[order] = np.searchsorted(breaks, dealt, side="right") - 1
    sizes = np.diff(breaks, append=groups.sum())
    return SignatureBuckets(Signatures.of(bucket, value, len(breaks)), sizes), bucket
