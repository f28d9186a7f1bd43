# SPDX-License-Identifier: Apache-2.0
"""The choice among estimates of population uniques."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.risks.population_uniques import population_uniques
from populations import seated, simulated


def test_which_estimate_is_believed():
    sizes = simulated(seated(60.0, 0.5, 3000, 4), 0.2, 1)
    small = population_uniques(sizes, sampling_fraction=0.1)
    assert small.chosen.name == "pitman"
    large = population_uniques(sizes, sampling_fraction=0.5)
    by_zayatz, by_snb, _ = large.estimates
    assert large.chosen.uniques == min(by_zayatz.uniques, by_snb.uniques)
    none = population_uniques(np.array([1] + [10] * 50), sampling_fraction=0.1)
    assert none.chosen.name == "zayatz", "the one that always applies"


def test_a_whole_population_is_counted():
    found = population_uniques(np.array([1, 1, 3]), sampling_fraction=1.0)
    assert (found.chosen.name, found.chosen.uniques, found.people) == ("counted", 2, 5)
    assert found.chosen.share == pytest.approx(2 / 5)


def test_without_sample_uniques_there_are_none():
    found = population_uniques(np.array([5, 7]), sampling_fraction=0.1)
    assert [one.uniques for one in found.estimates] == [0, 0, 0]
