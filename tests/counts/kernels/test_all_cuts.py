# SPDX-License-Identifier: Apache-2.0
"""The best cuts of a region, against all cuts tried one by one."""

from __future__ import annotations

import math

import numpy as np
import pytest

from cut_trees import cuts_of, loss_of
from diversa.counts.kernels.all_cuts import best_cuts, cut_list, product, put
from diversa.counts.kernels.region_cuts import cut_region
from hand_made_regions import AXES, WHOLE, random_bench, rows_of, values_of


def entropy(lower, total):
    share = lower / total
    return -share * math.log(share) - (1 - share) * math.log(1 - share)


def every_score(bench, least):
    """The score of every cut, by its sides: gain / sqrt(n · H), from the definition."""
    rows = rows_of(bench)
    whole = loss_of(AXES, WHOLE, rows)
    scores = {}
    for (below, lower), (above, upper) in cuts_of(AXES, WHOLE, rows, least):
        gain = whole - loss_of(AXES, below, lower) - loss_of(AXES, above, upper)
        score = gain / math.sqrt(len(rows) * entropy(len(lower), len(rows)))
        scores[frozenset([below, above])] = score
    return scores


@pytest.mark.parametrize("least", [1, 3, 5])
@pytest.mark.parametrize("seed", range(6))
def test_the_best_cuts_are_the_best(seed, least):
    bench = random_bench(seed)
    cuts = cut_list(200)
    found = best_cuts(bench, 0, least, cuts)
    every = every_score(bench, least)
    assert 0 < found < 200
    assert cuts.scores[0] == pytest.approx(max(every.values()) ** 2)
    assert (np.diff(cuts.scores[:found]) <= 0).all()
    for cut in range(found):
        fresh = random_bench(seed)
        cut_region(fresh, 0, 1, cuts, cut)
        sides = frozenset([values_of(fresh, 0), values_of(fresh, 1)])
        assert cuts.scores[cut] == pytest.approx(every[sides] ** 2)


@pytest.mark.parametrize("seed", range(4))
def test_few_cuts_are_the_first_of_many(seed):
    many, few = cut_list(100), cut_list(3)
    best_cuts(random_bench(seed), 0, 2, many)
    assert best_cuts(random_bench(seed), 0, 2, few) == 3
    assert few.scores.tolist() == many.scores[:3].tolist()


def test_a_region_with_too_few_rows_has_no_cut():
    assert best_cuts(random_bench(0), 0, 7, cut_list(5)) == 0


def test_of_equal_scores_the_first_stays():
    cuts, found = cut_list(2), 0
    for axis, score in enumerate([1.0, 1.0, 2.0, 1.0]):
        found = put(cuts, found, axis, 0, (0, 0), score)
    assert found == 2
    assert cuts.axes.tolist() == [2, 0]


@pytest.mark.parametrize("number", [1, 2, 4095, 4096, 10**6])
def test_products_beyond_the_table_are_the_same(number):
    desk = random_bench(0).desk
    assert product(desk, number) == number * math.log(number)
