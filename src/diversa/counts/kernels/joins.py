# SPDX-License-Identifier: Apache-2.0
"""Joins of groups until each has enough rows."""

from __future__ import annotations

import numpy as np

from diversa.array_types import Ints
from diversa.counts.kernels.kernel import kernel


@kernel
def join_groups(starts: Ints, sizes: Ints, least: int) -> Ints:
    """The number of each group after the groups of every part were joined.

    The groups of part p are starts[p]:starts[p + 1]. Neighbours were dealt from the
    same buckets; so every J-th group of a part is joined, which brings as many buckets
    together as can be. J is the largest number for which all joins have `least` rows; a
    part with fewer rows is one join.
    """
    joined = np.empty(len(sizes), dtype=np.int64)
    number = 0
    for part in range(len(starts) - 1):
        first, groups = starts[part], starts[part + 1] - starts[part]
        rows = 0
        for group in range(first, first + groups):
            rows += sizes[group]
        joins = max(1, min(groups, rows // max(1, least)))
        while joins > 1 and _least_rows(sizes, first, groups, joins) < least:
            joins -= 1
        for group in range(groups):
            joined[first + group] = number + group % joins
        number += joins if groups > 0 else 0
    return joined


@kernel
def _least_rows(sizes: Ints, first: int, groups: int, joins: int) -> int:
    """Rows of the smallest join."""
    fewest = -1
    for join in range(joins):
        rows = 0
        for group in range(first + join, first + groups, joins):
            rows += sizes[group]
        fewest = rows if fewest < 0 else min(fewest, rows)
    return fewest
