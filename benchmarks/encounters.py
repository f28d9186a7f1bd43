# SPDX-License-Identifier: Apache-2.0
"""Hospital encounters, made up: the shape of the table Diabetes-130, and none of it.

101,766 rows and 15 quasi-identifiers with as many values as that table has, skewed and
correlated as such columns are: a few values are frequent and many are rare, and the
severity of a case moves the length of the stay, the procedures, the drugs and the
earlier visits together. A lattice over such columns is too large to enumerate.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ROWS = 101_766
SEED = 130

CATEGORIES = {
    "race": (6, 1.6),
    "gender": (3, 0.6),
    "weight": (10, 3.2),
    "admission_type": (8, 1.2),
    "discharge": (26, 1.7),
    "admission_source": (17, 1.6),
    "payer": (18, 1.3),
    "specialty": (73, 1.4),
}
"""Values, and how skewed they are: value i has a share like (i + 1) ** -skew."""

NUMBERS = {
    "age": (10, 6.0, 0.35),
    "stay": (14, 3.6, 0.70),
    "lab_procedures": (118, 38.0, 0.55),
    "procedures": (7, 0.9, 1.00),
    "medications": (75, 14.0, 0.50),
    "outpatient": (39, 0.14, 1.75),
    "emergency": (33, 0.10, 1.75),
}
"""Values from 0 on, the median, and how far they spread on a scale of logarithms."""

READMITTED = ("no", "later", "soon")
"""The sensitive attribute."""


def encounters(rows: int = ROWS, seed: int = SEED) -> dict[str, NDArray[np.object_]]:
    """The columns of the table; the same rows for the same seed."""
    random = np.random.default_rng(seed)
    severity = random.normal(size=rows)
    columns: dict[str, NDArray[np.object_]] = {}
    for name, (size, skew) in CATEGORIES.items():
        shares = (np.arange(size) + 1.0) ** -skew
        ends = np.cumsum(shares / shares.sum())
        # Who is severely ill is more often among the rare kinds.
        drawn = random.uniform(size=rows) ** np.exp(-0.15 * severity)
        codes = np.minimum(np.searchsorted(ends, drawn), size - 1)
        letters = [
            f"{chr(97 + code // 26)}{chr(97 + code % 26)}" for code in range(size)
        ]
        columns[name] = np.array(letters, object)[codes]
    for name, (size, median, spread) in NUMBERS.items():
        wave = 0.6 * severity + 0.8 * random.normal(size=rows)
        numbers = (median * np.exp(spread * wave)).round()
        columns[name] = np.minimum(numbers, size - 1).astype(int).astype(object)
    chance = random.uniform(size=rows) - 0.08 * severity
    soon = np.where(chance < 0.11, 2, np.where(chance < 0.46, 1, 0))
    columns["readmitted"] = np.array(READMITTED, object)[soon]
    return columns


QUASI_IDENTIFIERS = (*CATEGORIES, *NUMBERS)
