# SPDX-License-Identifier: Apache-2.0
"""Positive disclosure of Bayes-optimal privacy."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from numpy.typing import NDArray

from diversa.models.bayes_optimal_privacy import Beliefs
from diversa.models.belief_model import BeliefModel
from diversa.models.parameters import Param


@dataclass(frozen=True)
class BayesPositiveDisclosure(BeliefModel):
    """Nobody who knows the population is surer than 1 - δ of anyone's value.

    An adversary cannot identify a value with high probability. Where the population
    alone makes a value sure, no release can hold; belief-change looks at what the
    release adds.
    `β(q,s) <= 1 - δ` for every person q of the population who may be in a group and
    every value s of the group; the measure is the least 1 - β.

    Edge cases: a group of one value gives 0; a belief of exactly 1 - δ holds; people
    and values that cannot be are left out, see belief-change.

    Example:
        >>> from dataclasses import replace
        >>> from diversa.counts.groups import Groups
        >>> from diversa.counts.population import Population
        >>> groups = Groups.from_counts([{"heart": 2, "viral": 2}], on="ill")
        >>> japanese = {"heart": 1, "viral": 49, "cancer": 50}
        >>> others = {"heart": 59, "viral": 11, "cancer": 30}
        >>> people = {"Japanese": japanese, "other": others}
        >>> population = Population.from_counts([people], on="ill")
        >>> groups = replace(groups, population=population)
        >>> round(BayesPositiveDisclosure(0.1).attained(groups), 4)
        0.02

    Reference:
        A. Machanavajjhala et al., l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006,
        Definition 3.1.
    """

    delta: Annotated[Fraction, Param("doubt that must be left", above=0, high=1)]

    union_closed = False  # rows (1,1) twice, of a: (1,1), b: (1,2): 1/2 left become 2/5
    absorbing = False  # the same
    bounded = "delta"
    stops = "being sure of a value, for those who know the population"
    misses = "an adversary with other knowledge than the population given"

    def number(self, beliefs: Beliefs) -> NDArray[Any]:
        return 1 - beliefs.posterior
