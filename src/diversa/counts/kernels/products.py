# SPDX-License-Identifier: Apache-2.0
"""Sums for many queries at once: over lines of a table, and over labels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.kernels.kernel import kernel_beside

FUSED = {"contract"}
"""A product and a sum may be rounded once instead of twice."""


def small_product_sums(
    codes: Codes, shares: NDArray[np.float32], offsets: Ints, rows: Floats
) -> Floats:
    """The NumPy form of `product_sums`."""
    product = shares[offsets[0] + codes[0]]
    for line, offset in zip(codes[1:], offsets[1:], strict=False):
        product *= shares[offset + line]
    return np.einsum("i,ij->j", rows, product.astype(np.float64))


@kernel_beside(small_product_sums, exact=False, fastmath=FUSED)
def product_sums(
    codes: Codes, shares: NDArray[np.float32], offsets: Ints, rows: Floats
) -> Floats:
    """For every query, the rows of the lines times the shares of all their codes.

    `shares` has one line per code of every attribute and one column per query; the
    codes of an attribute begin at its offset.
    """
    queries = shares.shape[1]
    total = np.zeros(queries, dtype=np.float64)
    product = np.empty(queries, dtype=np.float32)
    for line in range(codes.shape[1]):
        first = shares[np.uint64(offsets[0] + codes[0, line])]
        for query in range(queries):
            product[query] = first[query]
        for place in range(1, codes.shape[0]):
            share = shares[np.uint64(offsets[place] + codes[place, line])]
            for query in range(queries):
                product[query] *= share[query]
        weight = rows[line]
        for query in range(queries):
            total[query] += weight * product[query]
    return total


def small_stretch_sums(
    upto: NDArray[np.float32], first: Ints, last: Ints, starts: Ints
) -> NDArray[np.float32]:
    """The NumPy form of `stretch_sums`: one stretch after the other."""
    sums = np.zeros((len(starts) - 1, upto.shape[1]), dtype=np.float32)
    label = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    np.add.at(sums, label, upto[last + 1] - upto[first])
    return sums


@kernel_beside(small_stretch_sums)
def stretch_sums(
    upto: NDArray[np.float32], first: Ints, last: Ints, starts: Ints
) -> NDArray[np.float32]:
    """For every label and query, what lies in the stretches of the label.

    `upto` has one line per position, and one more: the sum before it, by query. The
    stretches of a label are starts[label]:starts[label + 1].
    """
    queries = upto.shape[1]
    sums = np.zeros((len(starts) - 1, queries), dtype=np.float32)
    for label in range(len(starts) - 1):
        line = sums[label]
        for stretch in range(starts[label], starts[label + 1]):
            before, after = upto[first[stretch]], upto[last[stretch] + 1]
            for query in range(queries):
                line[query] += after[query] - before[query]
    return sums
