# SPDX-License-Identifier: Apache-2.0
"""The batches of a table that grows, as its record tells them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from diversa.codec import ALWAYS
from diversa.codec.numbers import Rows


@dataclass(frozen=True, kw_only=True)
class BatchesRecord:
    """The growth of a release: the rows that each of its states added.

    How many rows wait is not told.
    """

    rows: tuple[Rows, ...]
    """Rows that each state of the release added to the one before."""
    apart: Annotated[bool, ALWAYS] = False
    """True if what a state adds to a group satisfies the models by itself."""
    by_values: Annotated[bool, ALWAYS] = False
    """True if it depends on sensitive values when a row appears."""

    @property
    def words(self) -> tuple[str, ...]:
        """What comparing two states of the release tells, in sentences."""
        told = (
            "This table grows. Its models hold over all rows that are published, and"
            " whoever has an earlier state sees which rows are new."
        )
        if self.apart:
            told += " The new rows of a group satisfy the models by themselves, too."
        else:
            told += (
                " New rows of a group may be few: who knows that a person came since"
                " then finds them among these rows alone."
            )
        if self.by_values:
            told += (
                " When rows appear depends on the sensitive values of their group, so"
                " that who knows who came when may learn more than the models promise."
            )
        return (told,)
