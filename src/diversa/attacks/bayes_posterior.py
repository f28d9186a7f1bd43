# SPDX-License-Identifier: Apache-2.0
"""The Bayes posterior: the beliefs of an adversary who knows the population."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diversa.attacks.exposure import (
    CERTAIN,
    ROWS,
    Crowd,
    Exposure,
    how_sure,
    largest,
)
from diversa.counts.histogram import Histogram
from diversa.models.bayes_optimal_privacy import find_beliefs


@dataclass(frozen=True, eq=False, kw_only=True)
class BayesPosterior(Exposure):
    """Rows of groups in which a person's value becomes certain.

    The person is one of the population; values that were certain before do not count.
    `worst` is the surest belief.

    Reference:
        A. Machanavajjhala et al., l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006,
        Theorem 3.1.
    """

    name = "Bayes posterior"

    change: float | None
    """The largest change of a belief by the table."""

    def in_words(self) -> str:
        if self.worst is None or self.change is None:
            return "nobody of the population can be in the table"
        return (
            f"who knows the population is up to {how_sure(self.worst)} of a person's"
            f" '{self.on}'; the table changes a belief by up to {self.change:.3g}"
        )


def bayes_posterior(histogram: Histogram, *, crowd: Crowd = ROWS) -> BayesPosterior:
    """Find the beliefs about everyone who may be in a group.

    The histogram has a population that knows the sensitive attribute.

    Raises:
        ModelError: There is no such population, or it rules the table out.

    Example:
        >>> from dataclasses import replace
        >>> from diversa.counts.groups import Groups
        >>> from diversa.counts.population import Population
        >>> groups = Groups.from_counts([{"flu": 3, "cancer": 1}], on="ill")
        >>> people = {"a": {"flu": 4, "cancer": 1}, "b": {"flu": 1, "cancer": 4}}
        >>> population = Population.from_counts([people], on="ill")
        >>> groups = replace(groups, population=population)
        >>> round(bayes_posterior(groups.histogram()).change, 4)
        0.2286
    """
    beliefs = find_beliefs(histogram)
    sure = (beliefs.posterior >= CERTAIN) & (beliefs.prior < CERTAIN)
    hit = np.zeros(len(histogram), dtype=bool)
    hit[beliefs.group[sure]] = True
    return BayesPosterior(
        on=histogram.sensitive.name,
        worst=largest(beliefs.posterior),
        change=largest(np.abs(beliefs.prior - beliefs.posterior)),
        **crowd.expose(hit, histogram.sizes),
    )
