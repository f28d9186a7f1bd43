# SPDX-License-Identifier: Apache-2.0
"""What kept columns cost: the risk of a release if somebody knows them after all."""

from __future__ import annotations

import numpy as np

from diversa.record.people import KeptRisk
from diversa.tables.table_input import TableInput


def kept_risk(table: TableInput, kept: tuple[str, ...]) -> KeptRisk | None:
    """Count a release with its kept columns as quasi-identifiers.

    Args:
        table: What was published; its quasi-identifiers are those that make the groups,
            and behind them the kept columns.
        kept: The kept columns.
    """
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
