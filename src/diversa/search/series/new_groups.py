# SPDX-License-Identifier: Apache-2.0
"""New groups of newcomers: near in quasi-identifiers, with m different values or more.

People are cut into parts in which no value is too frequent, and dealt into groups in
each part. Small parts would lose less, but make more signatures; and the more of them
there are, the more counterfeit rows are needed when people leave.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diversa.counts.frequency_set import FrequencySet
from diversa.counts.published_groups import select
from diversa.metrics import OBJECTIVES
from diversa.models.frequency_l_diversity import FrequencyLDiversity
from diversa.search.partitions.mondrian import mondrian
from diversa.search.series.signatures import Signatures
from diversa.search.task import Task

SMALL = 100
"""Parts of at most so many groups are not cut."""


@dataclass(frozen=True, eq=False)
class Buckets:
    """Signatures with the number of groups that each gets."""

    signatures: Signatures = field(repr=False)
    """One for each bucket."""
    sizes: NDArray[np.int64] = field(repr=False)
    """The number of groups of each bucket."""


def eligible_parts(
    finest: FrequencySet, chosen: NDArray[np.int64], m: int
) -> NDArray[np.int64]:
    """Cut people by quasi-identifiers while no value has more than 1/m of a part.

    The condition is what makes groups of m values possible.

    Args:
        finest: A tuple for every person, with the sensitive attribute.
        chosen: The people who are cut into parts; it holds for all of them together.
        m: The number of values of a group, at least.
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


def meet(
    value: NDArray[np.int64], part: NDArray[np.int64], m: int
) -> tuple[Buckets, NDArray[np.int64]]:
    """Deal the people of each part into groups; groups of equal values are a bucket.

    Dealt in the order of the values, a value takes groups that stand in a row, so a
    part has no more buckets than values.

    >>> made, bucket = meet(np.array([0, 0, 1, 2]), np.zeros(4, dtype=int), 2)
    >>> made.sizes.tolist(), bucket.tolist()
    ([1, 1], [0, 1, 0, 1])

    Args:
        value: The values of the people, ascending.
        part: The part of each; none of its values has more than 1/m of it.
        m: The least number of people in a group.
    """
    order, rows = np.argsort(part, kind="stable"), np.bincount(part)
    groups, inside = rows // m, turns(rows)
    offset = np.cumsum(groups) - groups
    dealt = offset[part[order]] + inside % groups[part[order]]
    begins = (inside == 0) | (np.diff(value[order], prepend=-1) != 0)
    ends = offset + rows % groups
    breaks = np.unique(np.concatenate([dealt[begins], ends]))
    bucket = np.empty(len(value), dtype=np.int64)
    bucket[order] = np.searchsorted(breaks, dealt, side="right") - 1
    sizes = np.diff(breaks, append=groups.sum())
    return Buckets(Signatures.of(bucket, value, len(breaks)), sizes), bucket


def turns(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Number the members of each run from 0.

    >>> turns(np.array([2, 0, 3])).tolist()
    [0, 1, 0, 1, 2]
    """
    return np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
