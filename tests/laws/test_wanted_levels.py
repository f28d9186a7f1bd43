# SPDX-License-Identifier: Apache-2.0
"""Weights of attributes and levels that are wanted: searches against brute force."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute_force
from diversa.metrics import OBJECTIVES
from diversa.search.evaluator import Evaluator
from diversa.search.planner import SEARCHES
from examples import examples
from random_tables import tables
from tables import SmallTable

EXACT = ["exhaustive", "optimal", "incognito", "anytime"]
MODELS = [
    "k-anonymity:2",
    "k-anonymity:3",
    "distinct-l-diversity:2,on=s",
    "entropy-l-diversity:1.8,on=s",
    "t-closeness:0.3,on=s",
    "m-uniqueness:2,on=s",
    "nt-closeness:n=6,t=0.2,on=s",
]


WEIGHTS = st.sampled_from(
    sorted({Fraction(n, d) for d in (1, 2, 3, 4) for n in range(d, 9 * d + 1)})
)
"""From 1 to 9, in quarters and thirds."""


@dataclass(frozen=True)
class Wanted:
    """A table, and what is wanted of its attributes."""

    table: SmallTable
    model: str
    limit: int
    star: bool
    weights: tuple
    lows: tuple
    highs: tuple

    @property
    def names(self):
        return list(self.table.ladders)

    def task(self, objective):
        plain = self.table.task(self.model, limit=self.limit, star=self.star)
        weights = dict(zip(self.names, self.weights, strict=True))
        return replace(
            plain,
            objective=OBJECTIVES[objective].with_weights(weights),
            least=dict(zip(self.names, self.lows, strict=True)),
            greatest=dict(zip(self.names, self.highs, strict=True)),
            seconds=float("inf"),
        )

    def judged(self, objective):
        """Every valid node between the levels, by plain Python."""
        valid = brute_force.valid_nodes(
            self.table,
            self.task(objective).models,
            objective=brute_force.weighted(objective, self.weights),
            limit=self.limit,
            star=self.star,
        )
        return [
            one
            for one in valid
            if all(
                low <= level <= high
                for low, level, high in zip(
                    self.lows, one.node, self.highs, strict=True
                )
            )
        ]


ENDS = [list(combinations_with_replacement(range(top + 1), 2)) for top in range(4)]
"""By the height of a hierarchy, the least and the greatest level that may be wanted."""


@st.composite
def wanted(draw):
    table = draw(tables(most=20))
    tops = brute_force.heights(table)
    ends = [draw(st.sampled_from(ENDS[top])) for top in tops]
    rows = len(table.rows)
    return Wanted(
        table,
        draw(st.sampled_from(MODELS)),
        draw(st.sampled_from([0, 1 + rows // 4, rows])),
        draw(st.booleans()),
        tuple(draw(WEIGHTS) for _ in tops),
        tuple(low for low, _ in ends),
        tuple(high for _, high in ends),
    )


def takes(name, task):
    return task.prunes or name not in ("incognito", "samarati")


@pytest.mark.parametrize("objective", sorted(brute_force.BY_ATTRIBUTE))
@pytest.mark.parametrize("name", EXACT)
@examples(20)
@given(one=wanted())
def test_the_best_node_is_that_of_brute_force(name, objective, one):
    task = one.task(objective)
    if not brute_force.knows(task.models[0]) or not takes(name, task):
        return
    judged = one.judged(objective)
    result = SEARCHES[name](task)
    best = min(judged, key=lambda each: each.rank, default=None)
    if best is None:
        assert result.best is None
        return
    assert result.cost == pytest.approx(float(best.cost), abs=1e-9)
    assert result.best.levels == best.node
    assert result.best.suppressed == best.suppressed


@pytest.mark.parametrize("name", sorted(SEARCHES))
@examples(20)
@given(one=wanted())
def test_no_search_leaves_the_levels(name, one):
    task = one.task("loss")
    if not takes(name, task):
        return
    result = SEARCHES[name](task)
    assert result.checked <= 2 * task.lattice.size or name == "incognito"
    if result.best is not None:
        for low, level, high in zip(
            one.lows, result.best.levels, one.highs, strict=True
        ):
            assert low <= level <= high
    if result.satisfying is not None:
        assert not result.satisfying[~task.lattice.node_mask].any()


@pytest.mark.parametrize("objective", sorted(OBJECTIVES))
@examples(20)
@given(one=wanted(), data=st.data())
def test_the_least_between_two_nodes_is_no_more_than_any_of_them_costs(
    objective, one, data
):
    task = one.task("loss")
    metric = OBJECTIVES[objective]
    if objective in brute_force.BY_ATTRIBUTE:
        metric = metric.with_weights(dict(zip(one.names, one.weights, strict=True)))
    evaluator, marginals = Evaluator(task), task.marginals
    tops = brute_force.heights(one.table)
    high = tuple(data.draw(st.integers(0, top)) for top in tops)
    low = tuple(data.draw(st.integers(0, level)) for level in high)
    above = evaluator.outcome(high)
    gone = evaluator.must_go(above).rows
    bounds = [metric.least_between(marginals, low, high, None)]
    if gone.any() and not evaluator.is_too_much(int(gone.sum())):
        penalties = metric.level_penalties(above, gone)
        bounds.append(metric.least_between(marginals, low, high, penalties))
    for node in np.ndindex(*(b - a + 1 for a, b in zip(low, high, strict=True))):
        levels = tuple(a + b for a, b in zip(low, node, strict=True))
        outcome = evaluator.outcome(levels)
        if evaluator.is_valid(outcome):
            assert max(bounds) <= metric.cost(outcome) + 1e-9
