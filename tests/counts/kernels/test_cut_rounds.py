# SPDX-License-Identifier: Apache-2.0
"""Steps of rounds: cuts are ranked, their sides shown, one is chosen and made."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.kernels.all_cuts import best_cuts, cut_list
from diversa.counts.kernels.cut_rounds import (
    choose_cuts,
    make_cuts,
    rank_cuts,
    sides_of_cuts,
)
from diversa.counts.kernels.cut_search import SearchRules
from diversa.counts.kernels.region_cuts import cut_region
from diversa.counts.kernels.regions import room_for_cuts
from hand_made_regions import random_bench

ROOT = np.array([0])


@pytest.fixture(params=range(4))
def seed(request):
    return request.param


@pytest.fixture
def ranked(seed):
    bench, cuts = random_bench(seed), room_for_cuts(1, 10)
    assert rank_cuts(bench, ROOT, 2, cuts).tolist() == [10]
    return bench, cuts


def test_cuts_are_ranked_by_score(seed, ranked):
    alone = cut_list(10)
    best_cuts(random_bench(seed), 0, 2, alone)
    assert ranked[1].scores[0].tolist() == alone.scores.tolist()


@pytest.mark.parametrize("cut", range(10))
def test_sides_are_those_that_a_cut_makes(ranked, cut):
    bench, cuts = ranked
    lines, half = sides_of_cuts(bench, ROOT, cuts, np.array([0]), cut)
    upper = {line for line, side in zip(lines.tolist(), half, strict=True) if side}
    make_cuts(bench, ROOT, cuts, np.array([cut]), 1)
    begin, end = bench.regions.begins[1], bench.regions.ends[1]
    assert upper == {*bench.tuples.lines[begin:end].tolist()}


def test_only_open_cuts_are_chosen(ranked):
    bench, cuts = ranked
    open_ = np.zeros((1, 10), dtype=np.bool_)
    for rules in (SearchRules(2, 4, 1000, 0), SearchRules(2, 1, 0, 0)):
        assert choose_cuts(bench, ROOT, cuts, open_, rules).tolist() == [-1]
    open_[0, [3, 7]] = True
    first, rolled = SearchRules(2, 1, 0, 0), SearchRules(2, 4, 1000, 0)
    assert choose_cuts(bench, ROOT, cuts, open_, first).tolist() == [3]
    assert choose_cuts(bench, ROOT, cuts, open_, rolled)[0] in (3, 7)


def test_a_cut_is_made_as_alone(seed, ranked):
    bench, cuts = ranked
    make_cuts(bench, ROOT, cuts, np.array([2]), 1)
    alone, same = cut_list(10), random_bench(seed)
    best_cuts(same, 0, 2, alone)
    cut_region(same, 0, 1, alone, 2)
    assert bench.regions.members[:2].tolist() == same.regions.members[:2].tolist()
    assert bench.tuples.lines.tolist() == same.tuples.lines.tolist()
