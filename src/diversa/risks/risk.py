# SPDX-License-Identifier: Apache-2.0
"""The re-identification risk of a table, by all attackers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.counts.population import Population
from diversa.errors import InputError
from diversa.record.risk import Risk
from diversa.risks.attackers import journalist, marketer, prosecutor
from diversa.risks.population_uniques import population_uniques

THRESHOLD = 0.2
"""The risk of a group of five."""


def risks(
    sizes: NDArray[np.int64],
    *,
    population: Population | NDArray[np.int64] | None = None,
    sampling_fraction: float | None = None,
    threshold: float = THRESHOLD,
) -> Risk:
    """Measure the re-identification risk of a table by the sizes of its groups.

    Args:
        sizes: Rows of each group (`Groups.sizes`).
        population: People of the population who match each group
            (`Groups.population`). Without it, journalist and marketer are bounded by
            what they would find if nobody but the table's people existed.
        sampling_fraction: The share of the population that is in the table, for
            estimates of population uniques.
        threshold: What risk of a row is taken to be too high.

    Example:
        >>> risk = risks(np.array([1, 4]))
        >>> risk.prosecutor.average, risk.prosecutor.highest, risk.sample_uniques
        (0.4, 1.0, 1)
    """
    if not 0 <= threshold <= 1:
        raise InputError(
            f"threshold: must be from 0 to 1, got {threshold}; it is a probability"
        )
    people = population.sizes if isinstance(population, Population) else population
    population_sizes = sizes if people is None else people
    return Risk(
        rows=int(sizes.sum()),
        groups=len(sizes),
        threshold=threshold,
        prosecutor=prosecutor(sizes, threshold=threshold),
        journalist=journalist(sizes, population_sizes, threshold=threshold),
        marketer=marketer(sizes, population_sizes, threshold=threshold),
        population_known=people is not None,
        sample_uniques=int((sizes == 1).sum()),
        population_uniques=None
        if sampling_fraction is None
        else population_uniques(sizes, sampling_fraction=sampling_fraction),
    )
