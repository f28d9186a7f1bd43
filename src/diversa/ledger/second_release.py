# SPDX-License-Identifier: Apache-2.0
"""A second release of people who were in an earlier one, and what both make certain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from diversa.ledger.footprint import PeopleOverlap
from diversa.ledger.ledger import LedgerLine
from diversa.record.second_release import SecondReleaseRecord

ADVICE = "Use `republish`, or the same groups (same seed and plan)"
"""What to do in place of a second release."""


@dataclass(frozen=True)
class SecondRelease:
    """A release of people who were in an earlier one; it stays with the owner."""

    line: LedgerLine = field(repr=False)
    """The earlier release, in the ledger."""
    overlap: PeopleOverlap
    """The people in both."""
    certain: int | None
    """People whom both make certain, and none alone; None if it was not counted."""
    why: str = ""
    """The reason why it was not counted."""
    anyway: bool = False
    """True if the owner wants it all the same."""
    is_coarser: bool = False
    """True if each group is a union of groups of the earlier release of one table."""
    is_finer: bool = False
    """True if each group is a part of a group of the earlier release of one table."""

    @property
    def is_nested(self) -> bool:
        """True if both together tell no more than the finer one alone."""
        return self.is_coarser or self.is_finer

    @property
    def words(self) -> str:
        """The warning, in sentences."""
        by = "" if self.overlap.by is not None else ", as quasi-identifiers tell,"
        told = (
            f"How many people the two make certain could not be counted: {self.why}."
            if self.certain is None
            else f"Published together the two make {self.certain:,} people certain"
            " (none alone)."
        )
        return (
            f"{self.overlap.of_new:.0%} of these people{by} were in release"
            f" {self.line.name} of {self.line.date}. {told} {ADVICE}."
        )

    def to_json(self) -> dict[str, Any]:
        """The warning as plain values."""
        return {
            "release": self.line.name,
            "date": self.line.date,
            "overlap": self.overlap.of_new,
            "by": self.overlap.by,
            "certain": self.certain,
            "why": self.why,
            "anyway": self.anyway,
            "words": self.words,
        }

    def record(self, *, withheld: bool) -> SecondReleaseRecord:
        """The part that readers of the release may see; no number of withheld rows."""
        if withheld:
            return SecondReleaseRecord(anyway=self.anyway)
        return SecondReleaseRecord(
            overlap=round(self.overlap.of_new, 2),
            certain=self.certain,
            anyway=self.anyway,
        )


def worst(found: Sequence[SecondRelease]) -> SecondRelease | None:
    """The second release that tells most: what was not counted may be most."""
    return max(
        found,
        key=lambda one: (
            one.certain or 0,
            one.certain is None,
            one.overlap.share,
        ),
        default=None,
    )
