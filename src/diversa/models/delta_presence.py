# SPDX-License-Identifier: Apache-2.0
"""δ-presence."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Self

import numpy as np
from numpy.typing import NDArray

from diversa.counts.groups import Groups
from diversa.errors import ModelError
from diversa.models.group_numbers import Numbers
from diversa.models.keeping import floor_product
from diversa.models.model import Model
from diversa.models.needs import population_of
from diversa.models.parameters import Param, write_number


@dataclass(frozen=True)
class DeltaPresence(Model):
    """In every group of the population a share between low and high is in the table.

    From a public register U that holds everyone of the table T, an adversary cannot
    conclude that a person is in the table (`high`) or is not in it (`low`). It says
    nothing about sensitive values.
    `low <= |T ∩ E| / |U ∩ E| <= high` for every group E of U, generalized as T is; the
    measure is the share, infinite where one is below `low`: no `high` helps there.

    Edge cases: people of the register in a group that the table has no row of have the
    share 0, which violates `low` > 0 wherever it is: then the model fails in every
    group, and a group that is suppressed has the share 0 too, so suppression repairs
    `low` = 0 only. A register that lacks people of the table is refused.

    Example:
        >>> from dataclasses import replace
        >>> from diversa.counts.population import Population
        >>> groups = Groups.from_counts([{"flu": 2}, {"flu": 1}], on="ill")
        >>> groups = replace(groups, population=Population.from_sizes([4, 10]))
        >>> model = DeltaPresence(low=0.1, high=0.4)
        >>> model.attained(groups), model.holds(groups).tolist()
        (0.5, [False, True])

    Reference:
        M. Nergiz, M. Atzori, C. Clifton, Hiding the Presence of Individuals from Shared
        Databases, SIGMOD 2007, Definition 3.
    """

    low: Annotated[
        Fraction, Param("least share of a group in the table", low=0, high=1)
    ]
    high: Annotated[
        Fraction, Param("largest share of a group in the table", above=0, high=1)
    ]

    sense = "<="
    union_closed = True  # the share of a union lies between those of its parts
    absorbing = False  # 0 of 1 and 1 of 1, high = 0.4
    in_people = "having"
    bounded = "high"
    symbol = "presence"
    needs = ("population",)
    stops = "concluding from a register that a person is, or is not, in the table"
    misses = "sensitive values; an adversary who knows who is in the table"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.low > self.high:
            raise ModelError(
                f"{self.name()}: low must be at most high ="
                f" {write_number(self.high)}, got {write_number(self.low)}"
            )

    @property
    def local(self) -> bool:
        return self.low == 0

    def measure(self, groups: Groups) -> Numbers:
        population = population_of(groups, self.spec)
        shares = Numbers(groups.sizes, population.sizes)
        scarce = ~shares.satisfy(">=", self.low)
        if self.low > 0 and population.absent > 0:
            scarce[:] = True
        return shares.out_of_reach(scarce, self.sense)

    def most_kept(self, groups: Groups) -> NDArray[np.int64]:
        """At most `high` times the people who match: parts match different people."""
        people = population_of(groups, self.spec).sizes
        return np.minimum(groups.sizes, floor_product(people, self.high))

    def check_counts(self, groups: Groups) -> None:
        beyond = groups.sizes > population_of(groups, self.spec).sizes
        if beyond.any():
            raise ModelError(
                f"{self.spec}: the population must hold everyone of the table, got"
                f" {int(beyond.sum())} of {len(groups)} groups with more rows than"
                " people; give a table of all people, as general as the table"
            )

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        return (cls(Fraction(0), Fraction(1)),)
