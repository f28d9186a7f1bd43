# SPDX-License-Identifier: Apache-2.0
"""Functions on arrays: what NumPy lacks, or has at the cost of an import or threads."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools, Ints

KEY_BITS = 63
"""Bits of a key; the sign stays free."""


def distinct(numbers: NDArray[Any]) -> NDArray[Any]:
    """The distinct numbers of an array, ascending.

    As `np.unique`, which asks whether an array is masked and imports all of `np.ma` for
    it: a twentieth of the start of a command.

    >>> distinct(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    ordered = np.sort(numbers, axis=None)
    return ordered[changes(ordered)]


def changes(line: NDArray[Any]) -> Bools:
    """Mark the numbers of a line that differ from the one before.

    >>> changes(np.array([3, 3, 8])).tolist()
    [True, False, True]
    """
    other = np.ones(len(line), dtype=np.bool_)
    np.not_equal(line[1:], line[:-1], out=other[1:])
    return other


def places_in_runs(lengths: Ints) -> Ints:
    """The place of each number inside its run, for runs of these lengths.

    >>> places_in_runs(np.array([2, 0, 3])).tolist()
    [0, 1, 0, 1, 2]
    """
    before = np.cumsum(lengths) - lengths
    return np.arange(int(lengths.sum())) - np.repeat(before, lengths)


def runs(begins: Ints, lengths: Ints) -> Ints:
    """The numbers of several runs, one run after the other.

    >>> runs(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    ends = np.cumsum(lengths)
    return np.arange(int(lengths.sum())) + np.repeat(begins - ends + lengths, lengths)


def order_of(keys: Ints) -> Ints:
    """The places of keys in their order.

    Where a key and its place fit into one number, those numbers are sorted: NumPy has
    that vectorized, and it takes a third of the time.

    >>> order_of(np.array([8, 3, 8, 5])).tolist()
    [1, 3, 0, 2]
    """
    bits = len(keys).bit_length()
    lowest, highest = (int(keys.min()), int(keys.max())) if len(keys) else (0, 0)
    if lowest < 0 or highest.bit_length() + bits > KEY_BITS:
        return np.argsort(keys)
    placed = (keys << bits) | np.arange(len(keys))
    placed.sort()
    return placed & ((1 << bits) - 1)


def dot_product(numbers: NDArray[Any], weights: NDArray[Any]) -> Any:  # noqa: ANN401
    """The sum of numbers times weights, along the last axis, without BLAS.

    A product of long vectors by BLAS starts threads that spin while they wait: a search
    then takes three times its processor time. `tests/house/test_products.py` keeps `@`
    out of the rooms that a search runs through.

    >>> dot_product(np.array([[1, 2], [3, 4]]), np.array([10, 1])).tolist()
    [12, 34]
    """
    return np.einsum("...i,i->...", numbers, weights)
