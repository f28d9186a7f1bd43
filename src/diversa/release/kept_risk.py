# SPDX-License-Identifier: Apache-2.0
"""What kept columns cost: the risk of a release if somebody knows them after all."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from diversa.tables.table_input import TableInput


@dataclass(frozen=True)
class KeptRisk:
    """How many rows are alike to who knows quasi-identifiers and kept columns."""

    columns: tuple[str, ...]
    """The kept columns."""
    smallest: int
    """Rows of the smallest group that they leave."""
    smallest_without: int
    """Rows of the smallest group if nobody knows them."""
    alone: int
    """Rows that are alone then."""
    highest: float
    """The highest risk to be singled out then."""

    @property
    def is_raised(self) -> bool:
        """Whether the risk is higher than without these columns."""
        return self.smallest < self.smallest_without

    def __str__(self) -> str:
        columns = ", ".join(self.columns)
        if not self.is_raised:
            return f"If somebody knows {columns} too, no group gets smaller"
        rows = "row" if self.smallest == 1 else "rows"
        return (
            f"If somebody knows {columns} too, the smallest group has"
            f" {self.smallest:,} {rows} instead of {self.smallest_without:,};"
            f" {self.alone:,} {'row is' if self.alone == 1 else 'rows are'} alone"
        )

    def to_json(self) -> dict[str, Any]:
        """The numbers, with the names of the columns."""
        return {**asdict(self), "columns": list(self.columns)}


def kept_risk(table: TableInput, kept: tuple[str, ...]) -> KeptRisk | None:
    """Count a release with its kept columns as quasi-identifiers.

    Args:
        table: What was published; its quasi-identifiers are those that make the groups,
            and behind them the kept columns.
        kept: The kept columns.
    """
    cells = table.counted().cells
    if not len(cells.counts):
        return None
    groups = cells.codes[:, : -len(kept)]
    _, group = np.unique(groups, axis=0, return_inverse=True)
    without = np.bincount(group.ravel(), weights=cells.counts)
    smallest = int(cells.counts.min())
    return KeptRisk(
        kept, smallest, int(without.min()), int((cells.counts == 1).sum()), 1 / smallest
    )
