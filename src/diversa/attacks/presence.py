# SPDX-License-Identifier: Apache-2.0
"""The presence attack: a public table tells who is in the table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from diversa.attacks.exposure import Crowd, Exposure, largest, percent
from diversa.counts.groups import Groups
from diversa.models.delta_presence import DeltaPresence

PRESENT = DeltaPresence(Fraction(0), Fraction(1))
"""The model whose number is the share of matching people with a row."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Presence(Exposure):
    """Those in groups that all matching people are in; `worst` is the largest share.

    Reference:
        M. Nergiz, M. Atzori, C. Clifton, Hiding the Presence of Individuals from Shared
        Databases, SIGMOD 2007.
    """

    name = "presence"

    absent: int
    """People of the public table who match no group."""

    def in_words(self) -> str:
        if self.worst is None:
            return "there is no group"
        return (
            f"who is in the public table is in this one with up to"
            f" {percent(self.worst)}; {self.absent:,} people are known not to be"
        )


def presence(groups: Groups) -> Presence:
    """Compare the rows of every group with the people who match it.

    Raises:
        ModelError: There is no population, or it lacks people of the table.

    Example:
        >>> from dataclasses import replace
        >>> from diversa.counts.population import Population
        >>> groups = Groups.from_counts([{"flu": 2}, {"flu": 1}], on="ill")
        >>> groups = replace(groups, population=Population.from_sizes([4, 1]))
        >>> exposure = presence(groups)
        >>> exposure.exposed, exposure.worst
        (1, 1.0)
    """
    PRESENT.check_counts(groups)
    shares = PRESENT.measure(groups)
    people = groups.population
    return Presence(
        worst=largest(shares.floats),
        absent=0 if people is None else people.absent,
        **Crowd.of(groups).expose(shares.satisfy(">=", Fraction(1)), groups.sizes),
    )
