# SPDX-License-Identifier: Apache-2.0
"""The re-identification risk of a table, by three attackers who look for people.

The prosecutor knows that a person is in the table. The journalist only knows the
population. The marketer looks for everybody at once. A threshold is the risk above
which a row counts as being at risk.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Floats
from diversa.counts.people_of_groups import PeopleOfGroups
from diversa.counts.population import Population
from diversa.errors import InputError
from diversa.record.risk import AttackerRisk, PopulationEstimate, Risk
from diversa.risks.population_uniques import population_uniques

Sizes = NDArray[np.int64]
People = Sizes | Floats
"""People of the population who match each group, counted or estimated."""

THRESHOLD = 0.2
"""The risk of a group of five."""


def risks(
    sizes: NDArray[np.int64],
    *,
    population: Population | NDArray[np.int64] | None = None,
    weights: Floats | None = None,
    sampling_fraction: float | None = None,
    threshold: float = THRESHOLD,
    people: PeopleOfGroups | None = None,
) -> Risk:
    """Measure the re-identification risk of a table by the sizes of its groups.

    Args:
        sizes: Rows of each group (`Groups.sizes`).
        population: People of the population who match each group
            (`Groups.population`). Without it, journalist and marketer are bounded by
            what they would find if nobody but the table's people existed.
        weights: The sum of the sampling weights of the rows of each group, which
            estimates the people of the population who match it.
        sampling_fraction: The share of the population that is in the table, for
            estimates of population uniques.
        threshold: What risk of a row is taken to be too high.
        people: The people behind the groups (`Groups.people`), whose `sizes` are counts
            of people. Whoever is in several groups is at the risk of the smallest.

    Example:
        >>> risk = risks(np.array([1, 4]))
        >>> risk.prosecutor.average, risk.prosecutor.highest, risk.sample_uniques
        (0.4, 1.0, 1)
    """
    if not 0 <= threshold <= 1:
        raise InputError(
            f"threshold: must be from 0 to 1, got {threshold}; it is a probability"
        )
    matching = population.sizes if isinstance(population, Population) else population
    if matching is not None and weights is not None:
        raise InputError("weights: must be left out beside a population, got both")
    # The rows are about people of the population.
    others: People = sizes if matching is None else np.maximum(sizes, matching)
    if weights is not None:
        others = weights
    if people is not None and people.visits is not None and sampling_fraction:
        raise InputError(
            "sampling_fraction: must come with people who are in one group each, got"
            " people who are in several"
        )
    own = sizes if people is None else people.by_least(sizes)
    among = sizes if people is None else people.by_least(others)
    by_marketer = marketer(among, others, threshold=threshold)
    return Risk(
        rows=int(sizes.sum() if people is None else people.rows.sum()),
        people=None if people is None else people.total,
        groups=len(sizes),
        threshold=threshold,
        prosecutor=prosecutor(own, sizes, threshold=threshold),
        journalist=journalist(among, others, threshold=threshold),
        marketer=by_marketer,
        population_known=matching is not None,
        sample_uniques=int(own[sizes == 1].sum()),
        population_uniques=None
        if sampling_fraction is None
        else population_uniques(sizes, sampling_fraction=sampling_fraction),
        population_estimate=None
        if weights is None
        else PopulationEstimate(
            float(weights.sum()), (by_marketer.average or 0.0) * int(sizes.sum())
        ),
    )


def prosecutor(own: Sizes, sizes: Sizes, *, threshold: float) -> AttackerRisk:
    """The risk of a person who is known to be in the table: 1 / size of the group.

    The average over rows is groups / rows. `own` are the rows of each group, or the
    people who are in no smaller one.

    Reference:
        K. El Emam, Guide to the de-identification of personal health information, 2013,
        Chapter 16.
    """
    return attack(own, sizes, threshold)


def journalist(own: Sizes, people: People, *, threshold: float) -> AttackerRisk:
    """The risk of a person of the population: 1 / people who match the group.

    The average is the larger one of two: over rows of the table, and over people of
    the population who match a group.

    Reference:
        K. El Emam, Guide to the de-identification of personal health information, 2013,
        Chapter 16.
    """
    by_rows = attack(own, people, threshold)
    if by_rows.average is None:
        return by_rows
    from_people = len(people) / float(people.sum())
    return replace(by_rows, average=max(by_rows.average, from_people))


def marketer(own: Sizes, people: People, *, threshold: float) -> AttackerRisk:
    """The share of rows that are matched with the right person, if all are matched.

    Reference:
        F. Dankar, K. El Emam, A method for evaluating marketer re-identification risk,
        PAIS 2010.
    """
    return attack(own, people, threshold)


def attack(sizes: Sizes, people: People, threshold: float) -> AttackerRisk:
    """Match every row at random with one of the people of its group."""
    rows = int(sizes.sum())
    if rows == 0:
        return AttackerRisk(None, None, 0, 0.0)
    risk = 1 / people
    above = int(sizes[risk > threshold].sum())
    return AttackerRisk(
        float((sizes / people).sum()) / rows, float(risk.max()), above, above / rows
    )
