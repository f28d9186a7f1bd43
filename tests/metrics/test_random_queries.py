# SPDX-License-Identifier: Apache-2.0
"""Random COUNT queries."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from diversa.metrics.count_queries import QueryLines, estimate, query_error
from diversa.metrics.random_queries import Queries, choices, draw, subsets
from paper_releases import (
    FIGURE_2,
    PATIENTS,
    TABLE_III,
    TABLE_V,
    anatomized,
    figure_1_at,
)
from released_rows import hierarchies_of


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        pytest.param(TABLE_III, Fraction(1), id="tables II and III"),
        pytest.param(TABLE_V, Fraction(2, 3), id="tables IV and V"),
    ],
)
def test_the_query_of_the_paper(groups, expected):
    """COUNT(age <= 30 and flu) is 2 in the table."""
    recoded = anatomized(groups)
    ages = np.array([[int(age) <= 30 for age in recoded.hierarchies[0].labels[0]]])
    flu = recoded.sensitive[0].mask(["Flu"])[recoded.groups.combinations[:, 0]]
    query = Queries((0,), (ages,), flu[None, :])
    assert QueryLines.original(recoded).answer(query).tolist() == [2]
    assert estimate(recoded, [query])[0].tolist() == pytest.approx([float(expected)])


def test_errors_follow_from_the_answers():
    recoded = figure_1_at(FIGURE_2)
    drawn = list(draw(recoded, 30, 3, 0.3, 7))
    true = np.concatenate([QueryLines.original(recoded).answer(some) for some in drawn])
    estimates = np.concatenate(estimate(recoded, drawn))
    errors = [abs(e - t) / max(t, 1) for e, t in zip(estimates, true, strict=True)]
    error = query_error(recoded, queries=30, selectivity=0.3, seed=7)
    assert error.mean == pytest.approx(sum(errors) / 30)
    assert error.mean > 0


def test_a_seed_draws_the_same_queries():
    recoded = figure_1_at(FIGURE_2)
    first, second, other = (list(draw(recoded, 25, 2, 0.2, seed)) for seed in (1, 1, 2))
    assert sum(map(len, first)) == 25
    assert all(len(queries.places) == 2 for queries in first)
    assert all(map(same, first, second))
    assert not all(map(same, first, other))


def same(one, other):
    """Whether queries ask for the same."""
    return one.places == other.places and all(
        map(np.array_equal, one.wanted, other.wanted)
    )


def test_sets_have_their_share_of_the_domain():
    random = np.random.default_rng(0)
    assert subsets(random, 10, 50, 0.3).sum(axis=1).tolist() == [3] * 50
    assert subsets(random, 10, 5, 0.001).sum(axis=1).tolist() == [1] * 5


def test_numbers_are_asked_for_by_ranges():
    ages = hierarchies_of(PATIENTS)[0]
    wanted = choices(np.random.default_rng(0), ages, 20, 1 / 3)
    ascending = wanted[:, np.argsort(ages.numbers)]
    for line in ascending:
        places = np.flatnonzero(line)
        assert places.tolist() == list(range(places[0], places[0] + 3))
