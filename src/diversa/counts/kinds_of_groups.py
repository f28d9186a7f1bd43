# SPDX-License-Identifier: Apache-2.0
"""Kinds of groups: those that have as many rows of each sensitive value are one kind.

A model that judges a group by itself gives all groups of a kind the same number, so one
of each kind is measured. Buckets have few kinds: of seven values, three rows that all
differ can be had in 35 ways, however many groups there are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts import kernels
from diversa.counts.groups import Groups
from diversa.counts.histogram import reduce_groups
from diversa.counts.light_numpy import distinct

WORTH_IT = 1 << 16
"""Fewer groups are measured as fast as their kinds are found."""

SAMPLE = 1 << 12
"""Groups that are looked at first; most of them must be like others among them."""

MARKS = (1 << 63) - 1
"""No mark is larger."""

MIXERS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xFF51AFD7ED558CCD)
"""Odd numbers that spread values and counts over 64 bits."""


@dataclass(frozen=True, eq=False)
class GroupKinds:
    """The kinds of some groups."""

    groups: Groups
    """One group of each kind."""
    kind: Codes = field(repr=False)
    """The kind of each group."""

    @cached_property
    def times(self) -> Ints:
        """Number of groups of each kind."""
        return np.bincount(self.kind, minlength=len(self.groups))


def kinds_of(groups: Groups) -> GroupKinds | None:
    """The kinds of groups; None where they are few, or most of them differ.

    Example:
        >>> ills = [{"flu": 1, "cold": 1}, {"flu": 2}] * 40_000
        >>> kinds = kinds_of(Groups.from_counts(ills, on="ill"))
        >>> len(kinds.groups), kinds.kind[:4].tolist()
        (2, [0, 1, 0, 1])
    """
    if len(groups) < WORTH_IT or groups.unnamed is not None:
        return None
    some = take(groups, np.arange(min(SAMPLE, len(groups))))
    if len(distinct(marks_of(some)[0])) > SAMPLE // 4:
        return None
    marks, exact = marks_of(groups)
    kind, first = kernels.group_keys(marks, MARKS)  # in the order in which they come
    if not exact and not same_entries(groups, first[kind]):
        return None  # two kinds have one mark
    return GroupKinds(take(groups, first), kind)


def marks_of(groups: Groups) -> tuple[Ints, bool]:
    """A number for each group, the same for groups of a kind; whether for no others.

    Where a few bits are enough for each count, the number is all counts of a group.
    """
    bits = int(groups.counts.max(initial=0)).bit_length()
    if bits * groups.domain < MARKS.bit_length():
        units = np.int64(1) << np.arange(groups.domain) * bits
        exact = units[groups.values]
        if bits > 1:
            exact *= groups.counts
        return reduce_groups(np.add, exact, groups.starts), True
    by_value, by_count, again = (np.uint64(mixer) for mixer in MIXERS)
    marks = groups.values.astype(np.uint64)
    marks *= by_value
    marks ^= groups.counts.astype(np.uint64) * by_count
    marks ^= marks >> np.uint64(29)
    marks *= again
    marks ^= marks >> np.uint64(32)
    mixed = reduce_groups(np.add, marks, groups.starts)
    return (mixed >> np.uint64(1)).view(np.int64), False


def same_entries(groups: Groups, like: Ints) -> bool:
    """True if every group has the entries of the group that it is said to be like."""
    lengths = np.diff(groups.starts)
    if not np.array_equal(lengths[like], lengths):
        return False
    shift = np.repeat(groups.starts[like] - groups.starts[:-1], lengths)
    shift += np.arange(len(groups.values))
    values, counts = groups.values, groups.counts
    return bool(
        np.array_equal(values[shift], values) and np.array_equal(counts[shift], counts)
    )


def take(groups: Groups, chosen: Ints) -> Groups:
    """Some groups by their numbers, without what lies around them."""
    lengths = np.diff(groups.starts)[chosen]
    starts = np.concatenate([[0], np.cumsum(lengths)])
    entries = np.arange(starts[-1])
    entries += np.repeat(groups.starts[chosen] - starts[:-1], lengths)
    return Groups(
        starts,
        groups.values[entries],
        groups.counts[entries],
        groups.combinations,
        groups.sensitive,
        profiles=groups.profiles,
    )
