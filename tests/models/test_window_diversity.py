# SPDX-License-Identifier: Apache-2.0
"""Window diversity: spec §4.2 and the edge cases of §14."""

from __future__ import annotations

import math

import pytest

from diversa.models import FrequencyLDiversity, WindowDiversity, parse
from diversa.models.distinct_l_diversity import ManyValues

LEVELS = [
    pytest.param([40, 60], 15, 1, id="(40,60) δ=15"),
    pytest.param([40, 60], 7.5, 2, id="(40,60) δ=7.5"),
    pytest.param([40, 50, 60], 15, 1, id="(40,50,60) δ=15"),
    pytest.param([40, 50, 60], 7.5, 1.5, id="(40,50,60) δ=7.5"),
    pytest.param([40, 50, 60, 80], 15, 4 / 3, id="(40,50,60,80) δ=15"),
    pytest.param([40, 50, 60, 80], 7.5, 2, id="(40,50,60,80) δ=7.5"),
    pytest.param([490, 500, 510, 1000], 10, 4 / 3, id="Figure 1, length 20"),
    pytest.param([490, 500, 510, 1000], 15, 4 / 3, id="Figure 1, length 30"),
    pytest.param([500, 600, 700], 10, 3, id="Figure 1, second group"),
    pytest.param([510, 680, 1000], 15, 3, id="Figure 1, third group"),
    pytest.param([9], 4, 1, id="one row, whatever the paper's loop says"),
    pytest.param([9] * 4, 0, 1, id="all equal"),
    pytest.param([0, 10], 5, 1, id="closed: length 10 holds both"),
    pytest.param([0, 10], 4.999, 2, id="a little shorter"),
    pytest.param([0, 10, 20, 30], "1e200", 1, id="wider than all"),
]


@pytest.mark.parametrize(("values", "delta", "level"), LEVELS)
def test_level(numbers, values, delta, level):
    assert WindowDiversity(delta, 1).attained(numbers(values)) == level


@pytest.mark.parametrize("values", [[0.6, 0.8], ["0.60", "0.8"]])
def test_decimals_meet_the_end_exactly(numbers, values):
    assert WindowDiversity(0.1, 1).attained(numbers(values)) == 1
    assert WindowDiversity("0.0999999999", 1).attained(numbers(values)) == 2


def test_binary_fractions_with_many_digits(numbers):
    # Floats count as the decimals they print as: 17 digits outgrow 53 bits.
    values = [0.30000000000000004, 0.1, 1234567.0]
    assert WindowDiversity("0.1", 1).attained(numbers(values)) == 3
    assert WindowDiversity("0.10000000000000002", 1).attained(numbers(values)) == 1.5


def test_texts_of_one_number_are_one_place(numbers):
    groups = numbers(["1", "1.0", "01", "9"])
    assert WindowDiversity(0, 1).attained(groups) == 4 / 3
    assert FrequencyLDiversity(1).attained(groups) == 4


def test_one_always_holds(numbers):
    assert WindowDiversity(100, 1).holds(numbers([1], [2, 2], [3, 4, 5])).all()


def test_no_group_is_vacuously_true(numbers):
    assert WindowDiversity(1, 5).holds(numbers()).all()
    assert WindowDiversity(1, 5).attained(numbers()) == math.inf


@pytest.mark.parametrize(
    ("known", "unknown", "level"),
    [([40, 60], 0, 2), ([40, 60], 1, 1.5), ([], 3, 1), ([0, 100, 200], 2, 5 / 3)],
)
def test_missing_values_lie_in_every_interval(numbers, known, unknown, level):
    groups = numbers(known, unknown=[unknown])
    assert WindowDiversity(5, 1).attained(groups) == level


def test_implied():
    assert parse("window-diversity:delta=7.5,l=2,on=s").implied() == (
        ManyValues(2, on="s"),
        parse("k-anonymity:2"),
    )
