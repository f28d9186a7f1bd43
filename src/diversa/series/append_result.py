# SPDX-License-Identifier: Apache-2.0
"""The result of one batch, for its owner."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from diversa.release.release import Release
from diversa.series.append_register import AppendRegister


@dataclass(frozen=True, eq=False, kw_only=True)
class BatchResult:
    """What a batch did to the table that it was appended to.

    Numbers of rows that wait are for the owner: the release does not tell them.
    """

    number: int
    """Number of the batch, from 1."""
    rows: int
    """Rows that came."""
    published: int
    """Rows that are published now, some of which may have waited."""
    late: int
    """Those that had waited."""
    waiting: int
    """Rows that wait for a later batch."""
    longest: int
    """Batches that have come since the oldest row that waits."""
    left_out: int
    """Rows of the batch that will never be published: a sensitive value is missing, or
    the recoding has no label for a value."""
    total: int
    """Rows that are published by now."""
    few: int
    """Rows that are published now in groups where the new rows by themselves do not
    satisfy the models: who knows that a person came since finds them among these."""
    apart: bool
    """True if there must be no such rows."""
    of_table: tuple[str, ...] = ()
    """Models that compare groups with the whole table: they cannot judge new rows by
    themselves, and `apart` is False with them."""
    choice: str
    """The way in which the rows were chosen."""
    release: Release | None = None
    """The release; None if nothing is published now."""

    @classmethod
    def of_no_rows(cls, register: AppendRegister) -> BatchResult:
        """The result of a batch without rows, which is not counted as one."""
        return cls(
            number=len(register.batches),
            rows=0,
            published=0,
            late=0,
            waiting=register.waiting.rows,
            longest=0,
            left_out=0,
            total=register.rows_out,
            few=0,
            apart=register.apart,
            choice="nothing came",
        )

    def __str__(self) -> str:
        return (
            f"batch {self.number}: {self.published:,} rows published ({self.late:,} of"
            f" them late), {self.waiting:,} wait; {self.total:,} rows in all"
        )

    def to_json(self) -> dict[str, Any]:
        """The result with the keys that other programs rely on."""
        release = None if self.release is None else self.release.to_json()
        numbers = {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name != "release"
        }
        return {**numbers, "release": release}
