# SPDX-License-Identifier: Apache-2.0
"""The best tree of a small region, against all trees tried one by one."""

from __future__ import annotations

import numpy as np
import pytest

from cut_trees import least_loss, loss_of
from diversa.counts.kernels.cut_trees import (
    best_tree,
    bound_of,
    bound_tuples,
    cut_as_tree,
    distance,
    trees_for,
)
from hand_made_regions import AXES, WHOLE, random_bench, rows_of, values_of


def best_sides(bench, least):
    """The least loss of both sides of the cut that is made."""
    trial, trees = random_copy(bench), trees_for(64)
    known = loss_of(AXES, WHOLE, rows_of(bench))
    cut = best_tree(trial, least, trees, known, 10**6)
    cut_as_tree(bench, 0, 1, trees, cut)
    split = bench.regions.ends[0]
    rows = rows_of(bench)
    return sum(
        least_loss(AXES, values_of(bench, region), side, least)
        for region, side in enumerate((rows[:split], rows[split:]))
    )


def random_copy(bench):
    regions = type(bench.regions)(*(line.copy() for line in bench.regions))
    tuples = type(bench.tuples)(*(line.copy() for line in bench.tuples))
    return bench._replace(regions=regions, tuples=tuples)


@pytest.mark.parametrize("least", [3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_no_tree_is_better(seed, least):
    bench = random_bench(seed)
    best = least_loss(AXES, WHOLE, rows_of(bench), least)
    assert best_sides(bench, least) == pytest.approx(best)


def test_no_cut_is_better_than_what_is_known():
    bench, trees = random_bench(1), trees_for(64)
    least = least_loss(AXES, WHOLE, rows_of(bench), 4)
    assert best_tree(bench, 4, trees, least, 10**6) == -1


def test_nothing_is_tried_without_tries():
    assert best_tree(random_bench(1), 4, trees_for(64), np.inf, 0) == -1


@pytest.mark.parametrize("seed", range(8))
def test_no_tree_loses_less_than_the_bound(seed):
    bench, trees = random_bench(seed), trees_for(64)
    bound_tuples(bench, 3, trees)
    best = least_loss(AXES, WHOLE, rows_of(bench), 3)
    assert 0 < bound_of(bench, trees, 0) <= best + 1e-9


def test_two_tuples_lose_what_parts_them():
    bench = random_bench(0)
    bench.tuples.points[:2] = [[0, 5, 1], [7, 0, 1]]
    assert distance(bench.space, bench.tuples, 0, 1) == pytest.approx(1 + 1 / 5)
