# SPDX-License-Identifier: Apache-2.0
"""The risk of keeping columns: an adversary may know them after all."""

from __future__ import annotations

import numpy as np

from diversa.record.people import KeptRisk
from diversa.tables.table_input import TableInput


def risk_of_keeping(table: TableInput, kept: tuple[str, ...]) -> KeptRisk | None:
    """Count a release with its kept columns as its last quasi-identifiers."""
    cells = table.count().cells
    if not len(cells.counts):
        return None
    groups = cells.codes[:, : -len(kept)]
    _, group = np.unique(groups, axis=0, return_inverse=True)
    without = np.bincount(group.ravel(), weights=cells.counts)
    smallest = int(cells.counts.min())
    return KeptRisk(
        kept, smallest, int(without.min()), int((cells.counts == 1).sum()), 1 / smallest
    )
