# SPDX-License-Identifier: Apache-2.0
"""Policies for missing sensitive values; the choice is always the caller's."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from diversa.errors import MissingValueError

if TYPE_CHECKING:
    from diversa.data.dictionary import Dictionary

MISSING = "missing"
"""Word for a missing value in a set."""


class MissingPolicy(StrEnum):
    """The policies for a missing sensitive value."""

    RAISE = "raise"
    OWN = "own"
    WORST = "worst"
    DROP = "drop"


class MissingPersonPolicy(StrEnum):
    """The policies for a row that does not say whose it is."""

    RAISE = "raise"
    OWN = "own"
    WORST = "worst"


MEANING = {
    MissingPolicy.OWN: "one more ordinary value, which is optimistic",
    MissingPolicy.WORST: "it may be any value, which keeps the guarantee",
    MissingPolicy.DROP: "the rows are removed first, and reported",
}
"""The meaning of missing values under each policy that allows them."""


def check_missing(dictionary: Dictionary, policy: MissingPolicy) -> None:
    """Refuse missing values of a sensitive attribute unless a policy allows them."""
    if policy is not MissingPolicy.RAISE or dictionary.missing_code is None:
        return
    choices = ", ".join(f"'{name}' ({text})" for name, text in MEANING.items())
    raise MissingValueError(
        f"column '{dictionary.column}': every row must have a value, got"
        f" {dictionary.counts[-1]} of {dictionary.counts.sum()} rows without one;"
        f" say what a missing value means: {choices}"
    )
