# SPDX-License-Identifier: Apache-2.0
"""Round-robin: rows of a part go in turn to its groups, in the order of a key."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools, Ints
from diversa.counts.light_numpy import places_in_runs
from diversa.models.model import Model


def least_different(models: Iterable[Model]) -> int:
    """Least rows of a group whose values all differ, as the models imply it."""
    return max(
        (max(model.least_rows, model.least_values) for model in models), default=1
    )


def stable_order(keys: NDArray[np.integer]) -> Ints:
    """Stable order of the keys, sorted by digits if they have 16 bits.

    >>> stable_order(np.array([9, 2, 9, 0])).tolist()
    [3, 1, 0, 2]
    """
    narrow = keys.astype(np.min_scalar_type(int(keys.max(initial=0))), copy=False)
    return np.argsort(narrow, kind="stable")


def deal(part: NDArray[np.integer], key: NDArray[np.integer], groups: Ints) -> Ints:
    """Deal the rows of every part into its groups, numbered part after part.

    Rows of one group are at least as many places apart in the order of the key as there
    are groups; sizes differ by at most one. Rows with equal keys stay in their order.

    >>> deal(np.zeros(5, int), np.array([7, 7, 8, 9, 9]), np.array([2])).tolist()
    [0, 1, 0, 1, 0]
    """
    width = int(key.max(initial=0)) + 1
    order = stable_order(part.astype(np.int64) * width + key)
    sizes = np.bincount(part, minlength=len(groups))
    inside = places_in_runs(sizes)
    first = np.cumsum(groups) - groups
    dealt = np.empty(len(part), dtype=np.int64)
    dealt[order] = np.repeat(first, sizes) + inside % np.repeat(groups, sizes)
    return dealt


def first_of_each(bucket: NDArray[np.integer], most: Ints) -> Bools:
    """Mark the first rows of every bucket, at most `most` of each.

    >>> first_of_each(np.array([1, 0, 1, 1]), np.array([1, 2])).tolist()
    [True, True, True, False]
    """
    order, sizes = stable_order(bucket), np.bincount(bucket, minlength=len(most))
    inside = places_in_runs(sizes)
    kept = np.empty(len(order), dtype=bool)
    kept[order] = inside < np.repeat(most, sizes)
    return kept
