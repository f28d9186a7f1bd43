# SPDX-License-Identifier: Apache-2.0
"""Newcomers: who completes groups of earlier people, who makes new ones, who waits.

Groups of earlier people lack some values. A newcomer with such a value fills a gap;
other gaps are filled with counterfeit rows. New groups need rows of m different values.
The counts of the values decide everything. Wanted: first that as few people wait as
possible, then as few counterfeit rows as possible, then as many groups as possible.

With n newcomers of a value and d gaps for it, at most d + G of them find a place if
there are G new groups, and newcomers alone make at most G* new groups (`most_groups`).
So nobody need wait if the largest n - d is at most G*; and as long as no more new
groups are made than those n - d people fill by themselves, no gap stays open for them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diversa.search.buckets.buckets import most_groups


@dataclass(frozen=True, eq=False)
class Shares:
    """How many newcomers of each value go where."""

    groups: int
    """Number of new groups."""
    waiting: NDArray[np.int64] = field(repr=False)
    """Those who are not published this time."""
    filling: NDArray[np.int64] = field(repr=False)
    """Those who complete groups of earlier people."""
    meeting: NDArray[np.int64] = field(repr=False)
    """Those who make new groups; of no value more than there are groups."""


def share_out(newcomers: NDArray[np.int64], gaps: NDArray[np.int64], m: int) -> Shares:
    """Divide the newcomers, given the number of them and of the gaps of each value.

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


def first_of(room: NDArray[np.int64], number: int) -> NDArray[np.int64]:
    """Spread a number over rooms, filling one after the other.

    >>> first_of(np.array([2, 3, 3]), 4).tolist()
    [2, 2, 0]
    """
    before = np.cumsum(room) - room
    return np.clip(number - before, 0, room)
