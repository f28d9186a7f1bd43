# SPDX-License-Identifier: Apache-2.0
"""The kernel of queries against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.kernels import product_sums


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
