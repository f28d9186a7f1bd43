# SPDX-License-Identifier: Apache-2.0
"""The part of a record on what labels state of single rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from diversa.codec.numbers import Count, Rows

FEW_GROUPS = 5
"""Groups of a full-domain release from which on its levels imply nothing of a group."""

Reading = Literal["tight", "coded", "nothing", "proved", "levels", "assumed"]
"""The meaning of labels: ends and members that rows have; the same where rare values
are hidden; nothing of single rows; nothing, which is proved for the method; levels of
the whole table; or unknown, and read as tight."""


@dataclass(frozen=True, kw_only=True)
class LabelRecord:
    """Numbers of what the labels of a published table state of single rows."""

    meaning: Reading
    """The meaning of labels, or how they are read."""
    safety: Rows | None
    """Least rows behind anything that a label states, or the smallest group; None
    without a group."""
    values: Count = 0
    """Values that are stated to be in a group."""
    values_of_one_row: Count = 0
    """Those of them that a single row may have."""
    generalized_rows: Rows = 0
    """Rows with a label that may stand for several values."""
    finer_rows: Rows = 0
    """Rows whose labels can be made finer by reading them."""
    restored_rows: Rows = 0
    """Rows all of whose values can be read off."""
    groups: Count = 0
    """Groups of the table."""

    @property
    def is_implied_by_levels(self) -> bool:
        """True if so few groups have levels that the choice of these may tell values.

        A reader who knows the method knows that lower levels did not do.
        """
        return self.meaning == "levels" and 0 < self.groups < FEW_GROUPS

    @property
    def finer_share(self) -> float:
        """Share of the generalized rows that can be made finer."""
        rows = self.generalized_rows
        return self.finer_rows / rows if rows else 0.0

    @property
    def finding(self) -> str:
        """The key of the sentence that says what labels state, in `WORDS`."""
        if self.is_implied_by_levels:
            return "few_groups"
        if self.meaning in ("levels", "proved"):
            return self.meaning
        if not self.generalized_rows:
            return "single"
        if self.meaning == "nothing":
            return "nothing"
        kind = "assumed" if self.meaning == "assumed" else "stated"
        return kind if self.finer_rows else f"{kind}_nothing"

    @property
    def words(self) -> str:
        """A sentence for people: what labels state."""
        return WORDS[self.finding].format(
            values=f"{self.values_of_one_row:,}",
            share=f"{100 * self.finer_share:.3g} %",
            restored=(
                f", {self.restored_rows:,} rows completely"
                if self.restored_rows
                else ""
            ),
            few=FEW_GROUPS,
        )


WORDS = {
    "few_groups": "Labels state nothing of single rows, but the choice of levels may"
    " imply values: a full-domain release of fewer than about {few} groups tells that"
    " lower levels failed there",
    "levels": "Labels are levels of the whole table: nothing is implied of a group",
    "proved": "Labels imply nothing about single rows (proved for this method)",
    "single": "No label stands for several values",
    "nothing": "Labels state nothing about single rows; what the choice of groups"
    " implies is not proved",
    "stated": "Labels state {values} values that one row of a group alone may have;"
    " {share} of generalized rows can be made finer{restored}",
    "stated_nothing": "Labels state nothing about single rows",
    "assumed": "If ranges and sets are as tight as their rows, which no record says,"
    " labels state {values} values that one row of a group alone may have; {share} of"
    " generalized rows can be made finer{restored}",
    "assumed_nothing": "Labels state nothing about single rows, even if ranges and sets"
    " are as tight as their rows",
}
"""Sentences on what labels state of single rows."""
