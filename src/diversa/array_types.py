# SPDX-License-Identifier: Apache-2.0
"""Names for the arrays of NumPy that most signatures have."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
"""Whole numbers: rows, places, keys."""

Codes = NDArray[np.int32]
"""Codes of values, and numbers of groups: what there is one of for every row."""

Floats = NDArray[np.float64]
"""Numbers that are rounded: costs, shares, distances."""

Bools = NDArray[np.bool_]
"""Marks."""
