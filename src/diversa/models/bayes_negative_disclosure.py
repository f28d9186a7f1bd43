# SPDX-License-Identifier: Apache-2.0
"""Negative disclosure of Bayes-optimal privacy."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from numpy.typing import NDArray

from diversa.models.bayes_optimal_privacy import Beliefs
from diversa.models.belief_model import BeliefModel
from diversa.models.parameters import Param


@dataclass(frozen=True)
class BayesNegativeDisclosure(BeliefModel):
    """Nobody who knows the population can rule out a value that was possible.

    An adversary cannot eliminate a value with high probability. Values that are rare
    in the population are soon below ε; belief-change looks at what the release adds.
    `β(q,s) >= ε` for every person q of the population who may be in a group and every
    value s that such people may have; the measure is the least β.

    Edge cases: a possible value that the group lacks gives 0; values that a person
    cannot have (α = 0) are no news and left out, as are people who cannot be in the
    group, see belief-change.

    Example:
        >>> from dataclasses import replace
        >>> from diversa.counts.groups import Groups
        >>> from diversa.counts.population import Population
        >>> groups = Groups.from_counts([{"heart": 2, "viral": 2}], on="ill")
        >>> people = {"heart": 30, "viral": 30, "cancer": 40}
        >>> population = Population.from_counts([{"all": people}], on="ill")
        >>> groups = replace(groups, population=population)
        >>> BayesNegativeDisclosure(0.1).attained(groups)
        0.0

    Reference:
        A. Machanavajjhala et al., l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006,
        Definition 3.2.
    """

    epsilon: Annotated[Fraction, Param("belief that must be left", above=0, high=1)]

    union_closed = False  # rows (1,1) twice, of a: (1,1), b: (1,2): 1/2 become 2/5
    absorbing = False  # the same
    bounded = "epsilon"
    stops = "ruling a value out, for those who know the population"
    misses = "an adversary with other knowledge than the population given"

    def number(self, beliefs: Beliefs) -> NDArray[Any]:
        return beliefs.posterior
