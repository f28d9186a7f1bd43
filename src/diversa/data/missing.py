# SPDX-License-Identifier: Apache-2.0
"""What a missing value of a sensitive attribute means: always the caller's choice."""

from __future__ import annotations

from enum import StrEnum


class MissingPolicy(StrEnum):
    """The policies for a missing sensitive value."""

    RAISE = "raise"
    OWN = "own"
    WORST = "worst"
    DROP = "drop"
