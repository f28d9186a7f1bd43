# SPDX-License-Identifier: Apache-2.0
"""Gaps: the values of a group's signature that nobody in the group has."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diversa.search.series.signatures import Signatures
from diversa.search.series.splitting import Split, split


@dataclass(frozen=True, eq=False)
class Gaps:
    """What some groups lack."""

    group: NDArray[np.int64] = field(repr=False)
    """The group of each gap."""
    value: NDArray[np.int64] = field(repr=False)
    """The value that is lacking."""
    places: NDArray[np.float64] = field(repr=False)
    """Where the people of the group are on average, one line per axis."""

    def without(self, filled: NDArray[np.int64]) -> Gaps:
        """The gaps that are left when some are filled."""
        left = np.ones(len(self.group), dtype=bool)
        left[filled] = False
        return Gaps(self.group[left], self.value[left], self.places[:, left])


def find_gaps(
    signatures: Signatures,
    made: Split,
    value: NDArray[np.int64],
    places: NDArray[np.float64],
) -> Gaps:
    """The gaps of groups.

    Args:
        signatures: All signatures; the bucket of a group is the number of its own.
        made: The groups, none of them without people.
        value: The values of the people.
        places: Where the people are, one line per axis.
    """
    wanted = signatures.take(made.bucket)
    lacking = np.ones(len(wanted.values), dtype=bool)
    lacking[wanted.find(made.group, value)] = False
    members = np.bincount(made.group, minlength=len(made.bucket))
    centres = np.array([np.bincount(made.group, weights=line) for line in places])
    group = wanted.of_entry[lacking]
    centres = (centres.reshape(len(places), -1) / np.maximum(members, 1))[:, group]
    return Gaps(group, wanted.values[lacking], centres)


def fill(
    gaps: Gaps, value: NDArray[np.int64], places: NDArray[np.float64]
) -> NDArray[np.int64]:
    """The gap that each of some people fills, one of their own value and near them.

    Gaps and people of a value are split into pairs as the people of a bucket are.

    Args:
        gaps: The gaps; of no value fewer than there are people.
        value: The values of the people.
        places: Where they are, one line per axis.
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
