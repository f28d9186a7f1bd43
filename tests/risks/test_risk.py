# SPDX-License-Identifier: Apache-2.0
"""The risk of a table: what it is without rows, and which numbers it refuses."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from diversa.counts.population import Population
from diversa.errors import InputError
from diversa.risks.risk import risks


def close(number):
    return pytest.approx(float(number))


def test_the_population_of_groups():
    """Two of the table's people among ten, one among one."""
    population = Population.from_sizes([10, 1], absent=[5])
    found = risks(np.array([2, 1]), population=population)
    assert found.population_known
    assert found.journalist.average == close((Fraction(2, 10) + 1) / 3)
    assert found.journalist.highest == 1
    assert found.prosecutor.average == close(Fraction(2, 3))


def test_no_rows():
    found = risks(np.array([], dtype=np.int64), sampling_fraction=0.5)
    assert found.prosecutor.average is None
    assert found.journalist.highest is None
    assert found.marketer.share_above == 0
    assert found.population_uniques.chosen.uniques == 0


@pytest.mark.parametrize(
    ("word", "value"),
    [("threshold", 1.5), ("sampling_fraction", 0), ("sampling_fraction", 1.1)],
)
def test_numbers_out_of_range_are_refused(word, value):
    with pytest.raises(InputError, match=f"{word}: must be .*, got {value}"):
        risks(np.array([1, 2]), **{word: value})
