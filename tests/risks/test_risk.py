# SPDX-License-Identifier: Apache-2.0
"""The risk of a table: what it is without rows, and which numbers it refuses."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.population import Population
from diversa.errors import InputError
from diversa.risks.risk import risks
from examples import examples


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


GROUPS = st.lists(
    st.tuples(st.integers(1, 6), st.integers(0, 9)), min_size=1, max_size=8
)


@examples(40)
@given(groups=GROUPS, threshold=st.sampled_from([0.0, 0.2, 0.3, 0.5, 1.0]))
def test_risks_are_those_of_rows(groups, threshold):
    sizes = np.array([own for own, _ in groups])
    people = np.array([others for _, others in groups])
    found = risks(sizes, population=people, threshold=threshold)
    own = [Fraction(1, size) for size in sizes.tolist() for _ in range(size)]
    assert found.prosecutor.average == close(sum(own) / len(own))
    assert found.prosecutor.highest == close(max(own))
    assert found.prosecutor.rows_above == sum(float(one) > threshold for one in own)
    assert found.sample_uniques == sum(size == 1 for size in sizes)
    assert found.unique_share == close(Fraction(found.sample_uniques, len(own)))
    # Nobody can be in the table without being in the population.
    whole = [max(size, match) for size, match in groups]
    rows = [
        Fraction(1, match)
        for (size, _), match in zip(groups, whole, strict=True)
        for _ in range(size)
    ]
    assert found.marketer.average == close(sum(rows) / len(rows))
    matched = [Fraction(1, match) for match in whole for _ in range(match)]
    both = sum(rows) / len(rows), sum(matched) / len(matched)
    assert found.journalist.average == close(max(both))
    assert found.journalist.highest == close(max(rows))
    above = sum(float(one) > threshold for one in rows)
    assert found.journalist.share_above == close(Fraction(above, len(rows)))


def test_without_a_population_the_prosecutor_is_the_bound():
    found = risks(np.array([2, 4]))
    assert not found.population_known
    assert found.journalist == found.prosecutor == found.marketer
    assert found.to_json()["journalist"]["average"] == close(Fraction(2, 6))
