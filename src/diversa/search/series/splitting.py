# SPDX-License-Identifier: Apache-2.0
"""Splitting: a bucket of people becomes groups with one place for each value.

A bucket of c groups has at most c people of every value. It is halved again and again,
each value by itself, along the axis after which the halves are narrowest: people who
are near in their quasi-identifiers stay together.

Reference:
    X. Xiao, Y. Tao, m-Invariance: Towards Privacy Preserving Re-publication of Dynamic
    Datasets, SIGMOD 2007.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Bools, Floats, Ints
from diversa.counts.kernels.spans import Axes


@dataclass(frozen=True, eq=False)
class Split:
    """The groups of some buckets."""

    group: Ints = field(repr=False)
    """The group of each person."""
    bucket: Ints = field(repr=False)
    """The bucket of each group."""


@dataclass(frozen=True, eq=False)
class PeopleInParts:
    """People ordered by part, and by value within a part."""

    part: Ints = field(repr=False)
    """The part of each person."""
    value: Ints = field(repr=False)
    """The value of each person."""
    groups: Ints = field(repr=False)
    """Number of groups that the part of each person will have, 2 or more."""

    @property
    def starts(self) -> Ints:
        """Start of each part."""
        return np.flatnonzero(np.diff(self.part, prepend=-1))


def split(bucket: Ints, sizes: Ints, value: Ints, places: Floats) -> Split:
    """Split every bucket into groups in which no value occurs twice.

    `sizes` has the number of groups of each bucket, and `places` the positions of the
    people, one line per axis.
    """
    part, size, origin = bucket.copy(), sizes.copy(), np.arange(len(sizes))
    order = np.lexsort((value, part))
    while len(active := order[size[part[order]] > 1]):
        order = active[np.argsort(part[active], kind="stable")]
        people = PeopleInParts(part[order], value[order], size[part[order]])
        upper = order[narrowest(people, places[:, order])]
        whole = size > 1
        number = len(size) + np.cumsum(whole) - 1
        part[upper] = number[part[upper]]
        lower = np.where(whole, size // 2, size)
        size = np.concatenate([lower, (size - lower)[whole]])
        origin = np.concatenate([origin, origin[whole]])
    filled = size > 0
    return Split((np.cumsum(filled) - 1)[part], origin[filled])


def places_of(axes: Axes) -> Floats:
    """Position of each tuple on each axis, as a share of its width."""
    return axes.places[axes.offsets[:-1, None] + axes.ranks]


def narrowest(people: PeopleInParts, places: Floats) -> Bools:
    """Mask of the people in the upper half of each part, along its best axis."""
    halves = np.array([upper_half(people, line) for line in places])
    costs = [width_of(people, places, half) for half in halves]
    members = np.diff(people.starts, append=len(people.part))
    axis = np.repeat(np.argmin(costs, axis=0), members)
    return halves[axis, np.arange(len(people.part))]


def width_of(people: PeopleInParts, places: Floats, upper: Bools) -> Floats:
    """Width of the halves of each part on all axes, weighted by people."""
    starts = people.starts
    cost = np.zeros(len(starts))
    for side in (upper, ~upper):
        high = np.maximum.reduceat(np.where(side, places, -np.inf), starts, axis=1)
        low = np.minimum.reduceat(np.where(side, places, np.inf), starts, axis=1)
        cost += (high - low).sum(axis=0) * np.add.reduceat(side, starts)
    return cost


def upper_half(people: PeopleInParts, along: Floats) -> Bools:
    """Mask of the people in the upper half if each part is halved along an axis.

    Values with as many people as there are groups are cut in the middle, and that gives
    the cut of the others; a half has one place for a value in each of its groups.
    """
    order = np.lexsort((along, people.value, people.part))
    part, value, along = people.part[order], people.value[order], along[order]
    first = (np.diff(part, prepend=-1) != 0) | (np.diff(value, prepend=-1) != 0)
    begin, run = np.flatnonzero(first), np.cumsum(first) - 1
    members, groups = np.bincount(run), people.groups[order][begin]
    lower, inside = groups // 2, np.arange(len(part)) - begin[run]
    last = (members == groups)[run] & (inside == lower[run] - 1)
    below = along <= mean_by(part, along, last)[part]
    fitting = np.bincount(run, weights=below).astype(np.int64)
    fitting = np.clip(fitting, members - (groups - lower), np.minimum(members, lower))
    upper = np.empty(len(part), dtype=bool)
    upper[order] = inside >= fitting[run]
    return upper


def mean_by(part: Ints, numbers: Floats, chosen: Bools) -> Floats:
    """The mean of the chosen numbers of each part."""
    count = int(part.max(initial=-1)) + 1
    total = np.bincount(part[chosen], weights=numbers[chosen], minlength=count)
    return total / np.maximum(np.bincount(part[chosen], minlength=count), 1)
