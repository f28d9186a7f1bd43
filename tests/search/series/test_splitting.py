# SPDX-License-Identifier: Apache-2.0
"""Splitting: buckets become groups in which no value occurs twice."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from diversa.recodings.axes import axes_of
from diversa.search.series.splitting import mean_by, places_of, split
from partition_tasks import numbers_of, on_a_line


def test_neighbours_stay_together():
    """Two groups on a line: 0 and 1 hold one person of each value, 8 and 9 too."""
    value = np.array([0, 1, 0, 1])
    places = np.array([[0.0, 0.1, 0.8, 0.9]])
    groups = split(np.zeros(4, dtype=np.int64), np.array([2]), value, places)
    assert groups.group[0] == groups.group[1] != groups.group[2] == groups.group[3]
    assert groups.bucket.tolist() == [0, 0]


def test_the_axis_is_chosen_after_which_halves_are_narrow():
    """People differ along the second axis; the first one would mix them."""
    value = np.array([0, 1, 0, 1])
    places = np.array([[0.0, 0.1, 0.05, 0.08], [0.0, 1.0, 1.0, 0.0]])
    groups = split(np.zeros(4, dtype=np.int64), np.array([2]), value, places)
    assert groups.group[0] == groups.group[3] != groups.group[1] == groups.group[2]


@pytest.mark.parametrize("seed", range(8))
def test_every_group_has_a_value_once(seed):
    random = np.random.default_rng(seed)
    sizes = random.integers(0, 5, 3)
    bucket, value = [], []
    for number, groups in enumerate(sizes.tolist()):
        for code in range(3):
            people = groups if code == 0 else int(random.integers(0, groups + 1))
            bucket += [number] * people
            value += [code] * people
    bucket, value = np.array(bucket, dtype=int), np.array(value, dtype=int)
    groups = split(bucket, sizes, value, random.random((2, len(value))))
    assert np.bincount(groups.bucket, minlength=3).tolist() == sizes.tolist()
    assert groups.bucket[groups.group].tolist() == bucket.tolist()
    places = zip(groups.group.tolist(), value.tolist(), strict=True)
    assert max(Counter(places).values(), default=1) == 1


def test_places_are_shares_of_the_width_of_an_axis():
    finest = on_a_line([10, 20, 60], "k-anonymity:1").finest
    places = places_of(axes_of(finest))[0]
    assert places.tolist() == [(x - 10) / 50 for x in numbers_of(finest)]


def test_means_of_the_chosen():
    part, numbers = np.array([0, 0, 1, 2]), np.array([1.0, 3.0, 5.0, 7.0])
    chosen = np.array([True, True, True, False])
    assert mean_by(part, numbers, chosen).tolist() == [2, 5, 0]
