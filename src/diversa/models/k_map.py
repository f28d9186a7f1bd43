# SPDX-License-Identifier: Apache-2.0
"""k-map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Self

from diversa.counts.groups import Groups
from diversa.models.group_numbers import Numbers
from diversa.models.model import Model
from diversa.models.needs import population_of
from diversa.models.parameters import Param


@dataclass(frozen=True)
class KMap(Model):
    """Every group matches at least k people of the population.

    An adversary who finds a row of the release in a register of the population finds
    at least k people whose row it may be; the release itself may hold one of them only.
    Says nothing to an adversary who knows that a person is in the table: against that
    k-anonymity stands. The measure is the number of people with the group's values.

    Edge cases: a group that nobody of the population matches has 0; several rows of one
    person in the population count as several people; suppressed rows that are published
    with `*` match those who match no other group.

    Example:
        >>> from dataclasses import replace
        >>> from diversa.counts.population import Population
        >>> groups = Groups.from_counts([{"flu": 1}, {"flu": 2}], on="ill")
        >>> groups = replace(groups, population=Population.from_sizes([5, 2]))
        >>> KMap(3).attained(groups), KMap(3).holds(groups).tolist()
        (2.0, [True, False])

    Reference:
        L. Sweeney, Computational disclosure control: a primer on data privacy
        protection, PhD thesis, MIT, 2001.
    """

    k: Annotated[int, Param("number of people that match every group", low=1)]

    union_closed = True  # the people who match a group only grow
    absorbing = True  # the people who match a group only grow
    in_people = "having"
    grows = True
    counts_matches = True
    bounded = "k"
    symbol = "k-map k"
    needs = ("population",)
    stops = "linking a row to fewer than k people of a register"
    misses = "an adversary who knows who is in the table; homogeneous groups"

    def measure(self, groups: Groups) -> Numbers:
        return Numbers(population_of(groups, self.spec).sizes)

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        return (cls(1),)
