# SPDX-License-Identifier: Apache-2.0
"""Population uniques: the people who are unique in the whole population."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.errors import InputError
from diversa.record.risk import Estimate, PopulationUniques
from diversa.risks.pitman import pitman
from diversa.risks.sample import Sample
from diversa.risks.slide_negative_binomial import snb
from diversa.risks.zayatz import zayatz

SMALL = 0.1
"""Largest sampling fraction for Pitman's estimator."""


def population_uniques(
    sizes: NDArray[np.int64], *, sampling_fraction: float
) -> PopulationUniques:
    """Estimate the number of unique people in the population of a table.

    Pitman's estimate is chosen if the table is at most 10 % of the population, else the
    smaller one of Zayatz's and SNB's. Zayatz's errs on the safe side, and is chosen if
    the others do not apply.

    Reference:
        F. Dankar, K. El Emam, A. Neisa, T. Roffey, Estimating the re-identification
        risk of clinical data sets, BMC Medical Informatics 12, 2012.
    """
    if not 0 < sampling_fraction <= 1:
        raise InputError(
            "sampling_fraction: must be above 0 and at most 1, got"
            f" {sampling_fraction}; it is the share of the population in the table"
        )
    sample = Sample.of(sizes, sampling_fraction)
    if sample.people == sample.rows:
        counted = Estimate("counted", float(sample.of_size(1)), sample.people)
        return PopulationUniques(sampling_fraction, sample.people, (counted,), counted)
    estimates = zayatz(sample), snb(sample), pitman(sample)
    return PopulationUniques(
        sampling_fraction,
        sample.people,
        estimates,
        choose(*estimates, small=sampling_fraction <= SMALL),
    )


def choose(
    by_zayatz: Estimate, by_snb: Estimate, by_pitman: Estimate, *, small: bool
) -> Estimate:
    """Choose an estimate by the rule of Dankar et al."""
    if small:
        return by_zayatz if by_pitman.uniques is None else by_pitman
    if by_snb.uniques is None or by_zayatz.uniques is None:
        return by_zayatz
    return by_snb if by_snb.uniques <= by_zayatz.uniques else by_zayatz
