# SPDX-License-Identifier: Apache-2.0
"""Weighted sums of products of looked-up shares: many queries over many lines."""

from __future__ import annotations

import numba
import numpy as np
from numpy.typing import NDArray


@numba.njit(cache=True, nogil=True, fastmath={"contract"})
def product_sums(
    codes: NDArray[np.int32],
    shares: NDArray[np.float32],
    offsets: NDArray[np.int64],
    rows: NDArray[np.float64],
) -> NDArray[np.float64]:
    """For every query, the rows of the lines times the shares of all their codes.

    Args:
        codes: One line of codes per attribute.
        shares: One line per code of every attribute, one column per query.
        offsets: Where the codes of each attribute begin in `shares`.
        rows: The weight of each line.
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
