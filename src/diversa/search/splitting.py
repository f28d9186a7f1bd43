# SPDX-License-Identifier: Apache-2.0
"""Splitting: a bucket of people becomes groups with one place for each value.

A bucket of c groups has at most c people of every value. It is halved again and again
along the axis on which it is widest, each value by itself, so that people who are near
in their quasi-identifiers stay together. Places that nobody takes are spread evenly.

Reference:
    X. Xiao, Y. Tao, m-Invariance: Towards Privacy Preserving Re-publication of Dynamic
    Datasets, SIGMOD 2007.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diversa.search.axes import Axes


@dataclass(frozen=True, eq=False)
class Split:
    """The groups of some buckets."""

    group: NDArray[np.int64] = field(repr=False)
    """The group of each person."""
    bucket: NDArray[np.int64] = field(repr=False)
    """The bucket of each group."""


def split(
    bucket: NDArray[np.int64],
    sizes: NDArray[np.int64],
    value: NDArray[np.int64],
    places: NDArray[np.float64],
) -> Split:
    """Split every bucket into so many groups, in each of which no value occurs twice.

    Args:
        bucket: The bucket of each person.
        sizes: The number of groups of each bucket; some value has as many people.
        value: The value of each person.
        places: Where each person is, one line per axis (`places_of`).
    """
    part, size, origin = bucket.copy(), sizes.copy(), np.arange(len(sizes))
    while len(active := np.flatnonzero(size[part] > 1)):
        active = active[np.argsort(part[active], kind="stable")]
        along = widest(part[active], places[:, active])
        order = active[np.lexsort((along, value[active], part[active]))]
        upper = upper_half(part[order], value[order], size)
        whole = size > 1
        number = len(size) + np.cumsum(whole) - 1
        part[order[upper]] = number[part[order[upper]]]
        lower = np.where(whole, size // 2, size)
        size = np.concatenate([lower, (size - lower)[whole]])
        origin = np.concatenate([origin, origin[whole]])
    made = size > 0
    return Split((np.cumsum(made) - 1)[part], origin[made])


def places_of(axes: Axes) -> NDArray[np.float64]:
    """Where each tuple is on each axis, in parts of the axis's width."""
    found = [
        axes.places[begin + ranks]
        for begin, ranks in zip(axes.offsets, axes.ranks, strict=False)
    ]
    return np.array(found).reshape(axes.ranks.shape)


def widest(part: NDArray[np.int64], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where each person is on the widest axis of the part; people stand by parts."""
    starts = np.flatnonzero(np.diff(part, prepend=-1))
    high = np.maximum.reduceat(places, starts, axis=1)
    low = np.minimum.reduceat(places, starts, axis=1)
    axis = np.repeat(np.argmax(high - low, axis=0), np.diff(starts, append=len(part)))
    return places[axis, np.arange(len(part))]


def upper_half(
    part: NDArray[np.int64], value: NDArray[np.int64], size: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Who goes to the upper half; people stand by parts, values and places.

    The people of a value are spread over as many places as the part has groups.
    """
    first = (np.diff(part, prepend=-1) != 0) | (np.diff(value, prepend=-1) != 0)
    run = np.cumsum(first) - 1
    people = np.bincount(run)
    inside = np.arange(len(part)) - np.flatnonzero(first)[run]
    groups = size[part]
    return (2 * inside + 1) * groups // (2 * people[run]) >= groups // 2
