# SPDX-License-Identifier: Apache-2.0
"""The kernel of queries against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.kernels import product_sums, stretch_sums


@pytest.mark.parametrize("lines", [0, 1, 50])
def test_products_are_summed(lines):
    random = np.random.default_rng(lines)
    sizes, queries = (3, 5), 4
    codes = np.array([random.integers(0, size, lines) for size in sizes], np.int32)
    shares = random.random((sum(sizes), queries)).astype(np.float32)
    rows = random.random(lines)
    expected = rows @ (shares[:3][codes[0]] * shares[3:][codes[1]]).astype(float)
    found = product_sums(codes, shares, np.array([0, 3]), rows)
    assert found == pytest.approx(expected, rel=1e-5)


def test_stretches_are_summed():
    """Two stretches, one, none: over the numbers 1 to 5 by one query and its double."""
    upto = np.array([[0, 0], [1, 2], [3, 6], [6, 12], [10, 20], [15, 30]], np.float32)
    first, last = np.array([0, 3, 1]), np.array([1, 3, 4])
    found = stretch_sums(upto, first, last, np.array([0, 2, 3, 3]))
    assert found.tolist() == [[1 + 2 + 4, 14], [2 + 3 + 4 + 5, 28], [0, 0]]
