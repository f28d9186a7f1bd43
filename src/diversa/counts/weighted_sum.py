# SPDX-License-Identifier: Apache-2.0
"""Weighted sums without BLAS.

A product of long vectors by BLAS starts threads that spin while they wait: a search
then takes three times its processor time. `tests/house/test_products.py` keeps `@` out
of the rooms that a search runs through.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def weighted_sum(numbers: NDArray[Any], weights: NDArray[Any]) -> Any:  # noqa: ANN401
    """The sum of numbers times weights, along the last axis.

    >>> weighted_sum(np.array([[1, 2], [3, 4]]), np.array([10, 1])).tolist()
    [12, 34]
    """
    return np.einsum("...i,i->...", numbers, weights)
