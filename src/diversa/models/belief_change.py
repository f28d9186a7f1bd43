# SPDX-License-Identifier: Apache-2.0
"""Maximal belief change."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from diversa.models.bayes_optimal_privacy import Beliefs
from diversa.models.belief_model import BeliefModel
from diversa.models.parameters import Param


@dataclass(frozen=True)
class BeliefChange(BeliefModel):
    """No belief about anyone's value changes by more than a bound.

    The uninformative principle: whoever knows the population should learn little more
    from the release. It needs to know what the adversary knows, and it does not bound
    what was believed before.
    `|α(q,s) - β(q,s)| <= change` for every person q of the population who may be in a
    group and every value s; the measure is the largest change in the group.

    Edge cases: values that a person cannot have stay at 0; a person who can have none
    of a group's values cannot be in it and is left out; a group with a value that
    nobody of the population has there contradicts the population and is refused.

    Example:
        >>> from dataclasses import replace
        >>> from diversa.counts.groups import Groups
        >>> from diversa.counts.population import Population
        >>> groups = Groups.from_counts([{"flu": 3, "cancer": 1}], on="ill")
        >>> people = {"a": {"flu": 4, "cancer": 1}, "b": {"flu": 1, "cancer": 4}}
        >>> population = Population.from_counts([people], on="ill")
        >>> groups = replace(groups, population=population)
        >>> round(BeliefChange(0.2).attained(groups), 4)
        0.2286

    Reference:
        A. Machanavajjhala et al., l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006,
        Section 3.
    """

    change: Annotated[Fraction, Param("largest change of a belief", low=0, high=1)]

    sense = "<="
    union_closed = False  # 3 (a,s0), 1 (b,s1) of a: (4,1), b: (1,4): 1/5 becomes 8/35
    absorbing = False  # the same
    bounded = "change"
    stops = "learning much beyond what is known of the population"
    misses = "an adversary with other knowledge than the population given"

    def number(self, beliefs: Beliefs) -> NDArray[Any]:
        return np.abs(beliefs.prior - beliefs.posterior)
