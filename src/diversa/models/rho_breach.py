# SPDX-License-Identifier: Apache-2.0
"""(ρ1,ρ2)-privacy breach."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from diversa.errors import ModelError
from diversa.models.bayes_optimal_privacy import Beliefs
from diversa.models.belief_model import BeliefModel
from diversa.models.parameters import Param, write_number


@dataclass(frozen=True)
class RhoBreach(BeliefModel):
    """No belief goes from below ρ1 to above ρ2, and none the other way round.

    Whoever thought a value unlikely before the release must not think it likely after
    it, and whoever thought it nearly certain must not come to doubt it. Beliefs in
    between may change as they like.
    A breach is α < ρ1 and β > ρ2, or α > 1 - ρ1 and β < 1 - ρ2; the measure is the
    largest β with α < ρ1, or 1 - β with 1 - α < ρ1, and must not exceed ρ2.

    Edge cases: a prior of exactly ρ1 is not below it; people and values that cannot be
    are left out, see belief-change.

    Example:
        >>> from dataclasses import replace
        >>> from diversa.counts.groups import Groups
        >>> from diversa.counts.population import Population
        >>> groups = Groups.from_counts([{"s0": 1, "s1": 2}], on="ill")
        >>> people = {"a": {"s0": 2, "s1": 3}, "b": {"s0": 5, "s1": 4}}
        >>> population = Population.from_counts([people], on="ill")
        >>> groups = replace(groups, population=population)
        >>> model = RhoBreach(rho1=0.5, rho2=0.6)
        >>> round(model.attained(groups), 4), model.holds(groups).tolist()
        (0.6154, [False])

    Reference:
        A. Evfimievski, J. Gehrke, R. Srikant, Limiting Privacy Breaches in Privacy
        Preserving Data Mining, PODS 2003; used by Machanavajjhala et al., 2006.
    """

    rho1: Annotated[Fraction, Param("belief that counts as low", above=0, below=1)]
    rho2: Annotated[Fraction, Param("belief that counts as high", above=0, below=1)]

    sense = "<="
    union_closed = False  # (1/2,3/5): 2 (a,s1), 1 (b,s0) of a: (2,3), b: (5,4)
    absorbing = False  # the same
    bounded = "rho2"
    stops = "an unlikely value becoming likely, or a sure one doubtful"
    misses = "changes between beliefs that are neither low nor high"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rho1 >= self.rho2:
            raise ModelError(
                f"{self.name()}: rho1 must be below rho2 = {write_number(self.rho2)},"
                f" got {write_number(self.rho1)}"
            )

    def number(self, beliefs: Beliefs) -> NDArray[Any]:
        unlikely = beliefs.prior_satisfies("<", self.rho1)
        doubted = ~beliefs.prior_satisfies("<=", 1 - self.rho1)
        return np.maximum(
            np.where(unlikely, beliefs.posterior, 0),
            np.where(doubted, 1 - beliefs.posterior, 0),
        )
