# SPDX-License-Identifier: Apache-2.0
"""How much of a release an adversary learns from: limits of the correlation attack."""

from __future__ import annotations

from dataclasses import dataclass, fields

from diversa.errors import InputError

EXCESS = 0.05
"""The gain of an adversary over the promise of the groups that is worth a warning."""


@dataclass(frozen=True)
class LearningLimits:
    """How much of a release a learner learns from; beliefs are about all rows."""

    least_groups: int = 100
    """Least groups of a release that tell something."""
    most_groups: int = 33_000
    """Most groups that are learnt from, drawn by the seed."""
    large_group: int = 64
    """States of a group above which it is large."""
    most_large_groups: int = 4_000
    """Most large groups that are learnt from; their beliefs are balanced until the
    last round."""
    most_states: int = 65_536
    """Most states of a group whose beliefs are exact."""
    most_states_together: int = 1 << 23
    """Most states of all groups whose beliefs are exact, small groups first; the
    beliefs of others are balanced."""

    def __post_init__(self) -> None:
        for one in fields(self):
            if getattr(self, one.name) < 2:
                raise InputError(
                    f"learning.{one.name}: must be 2 or more, got"
                    f" {getattr(self, one.name)}"
                )


DEFAULT_LIMITS = LearningLimits()
