# SPDX-License-Identifier: Apache-2.0
"""Distances and neighbours of points, against plain NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.kernels import clusters


@pytest.fixture(params=range(4))
def points(request):
    """Numbers, categories and weights of 12 points; ties are rare but there."""
    random = np.random.default_rng(request.param)
    numbers = random.integers(0, 5, (12, 2)).astype(float) / 4
    categories = random.integers(0, 3, (12, 2)).astype(np.int32)
    return numbers, categories, random.integers(1, 4, 12)


def distances(numbers, categories, seed):
    apart = ((numbers - numbers[seed]) ** 2).sum(axis=1)
    return apart + (categories != categories[seed]).sum(axis=1)


def test_distances_are_squared_and_categories_are_one_apart(points):
    numbers, categories, _ = points
    expected = distances(numbers, categories, 3)
    for other in range(12):
        measured = clusters.distance(clusters.Points(numbers, categories), 3, other)
        assert measured == pytest.approx(expected[other])


def test_the_farthest_point(points):
    numbers, categories, _ = points
    lines = np.array([1, 4, 7, 9, 11])
    place = clusters.farthest_from(clusters.Points(numbers, categories), lines, 4)
    apart = distances(numbers, categories, 4)[lines]
    assert apart[place] == pytest.approx(apart.max())


def test_the_point_farthest_from_the_weighted_centre(points):
    numbers, _, weights = points
    lines = np.array([0, 2, 3, 5, 8])
    place = clusters.farthest_from_centre(numbers, weights, lines)
    centre = np.average(numbers[lines], axis=0, weights=weights[lines])
    apart = ((numbers[lines] - centre) ** 2).sum(axis=1)
    assert apart[place] == pytest.approx(apart.max())


@pytest.mark.parametrize("most", [1, 3, 12, 20])
def test_the_nearest_points_come_nearest_first(points, most):
    numbers, categories, _ = points
    lines = np.arange(12)
    given = clusters.Points(numbers, categories)
    places = clusters.nearest_to(given, lines, 6, most)
    apart = distances(numbers, categories, 6)
    assert apart[places] == pytest.approx(np.sort(apart)[:most])
    assert len(set(places.tolist())) == min(most, 12)


@pytest.mark.parametrize("least", [1, 4, 9])
def test_points_are_taken_until_there_are_enough_rows(points, least):
    numbers, categories, weights = points
    part = np.full(12, -1, dtype=np.int32)
    lines = np.arange(12)
    given = clusters.Points(numbers, categories)
    rest = clusters.take(given, weights, lines, 2, least, part, 7)
    taken = np.flatnonzero(part == 7)
    assert weights[taken].sum() >= least
    # Without one of the farthest of them there would not be enough.
    apart = distances(numbers, categories, 2)
    farthest = taken[apart[taken] == apart[taken].max()]
    assert weights[taken].sum() - weights[farthest].max() < least
    assert apart[taken].max() <= apart[rest].min(initial=np.inf)
    assert sorted([*taken.tolist(), *rest.tolist()]) == list(range(12))
