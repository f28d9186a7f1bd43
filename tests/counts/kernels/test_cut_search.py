# SPDX-License-Identifier: Apache-2.0
"""The search for cuts: no roll-out is worse than what it follows, both forms agree."""

from __future__ import annotations

import numpy as np
import pytest

from cut_trees import loss_of
from diversa.counts.kernels.all_cuts import cut_list, region_list
from diversa.counts.kernels.cut_search import (
    SearchRules,
    roll_out,
    search_cuts,
)
from diversa.counts.kernels.region_cuts import losses_of
from hand_made_regions import AXES, SPACE, random_bench, rows_of, values_of

RULES = SearchRules(3, 4, 1000, 500)
GREEDY = SearchRules(3, 1, 0, 0)


def search(seed, rules, search_in=search_cuts):
    """Regions, the number of them, and of those that were cut."""
    bench = random_bench(seed, tuples=30)
    count, inner = search_in(bench, region_list(SPACE, 20), 1, rules)
    return bench, count, inner


@pytest.mark.parametrize("rules", [RULES, GREEDY], ids=["search", "greedy"])
@pytest.mark.parametrize("seed", range(4))
def test_every_region_has_enough_rows_and_its_loss(seed, rules):
    bench, count, inner = search(seed, rules)
    assert inner == count - 1
    rows, seen = rows_of(bench), 0
    for region in range(count):
        begin, end = bench.regions.begins[region], bench.regions.ends[region]
        assert end - begin >= 3
        seen += end - begin
        by_hand = loss_of(AXES, values_of(bench, region), rows[begin:end])
        assert losses_of(bench, count)[region] == pytest.approx(by_hand)
    assert seen == 30


@pytest.mark.parametrize("seed", range(6))
def test_a_search_loses_no_more_than_the_best_cuts_one_by_one(seed):
    bench, count, _ = search(seed, RULES)
    greedy, parts, _ = search(seed, GREEDY)
    loss = losses_of(bench, count).sum()
    assert loss <= losses_of(greedy, parts).sum() + 1e-9
    rolled = roll_out(random_bench(seed, tuples=30), 0, 3, cut_list(1), np.inf)
    assert rolled == pytest.approx(losses_of(greedy, parts).sum())


def test_a_roll_out_ends_at_the_limit():
    assert roll_out(random_bench(0, tuples=30), 0, 3, cut_list(1), 0.5) == np.inf


@pytest.mark.parametrize("seed", range(3))
def test_compiled_and_plain_searches_are_the_same(seed):
    plain, count, _ = search(seed, RULES, search_cuts.plain)
    compiled, same, _ = search(seed, RULES, search_cuts.dispatcher)
    assert count == same
    for one, other in zip(plain.tuples, compiled.tuples, strict=True):
        assert one.tolist() == other.tolist()
    for one, other in zip(plain.regions, compiled.regions, strict=True):
        assert one.tolist() == other.tolist()
