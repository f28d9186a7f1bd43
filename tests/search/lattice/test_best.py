# SPDX-License-Identifier: Apache-2.0
"""Which of equally good nodes is taken."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import pytest

from diversa.search.lattice.best import Best


@dataclass(frozen=True)
class Offered:
    """As much of an outcome as the rule looks at."""

    price: float
    suppressed: int
    levels: tuple[int, ...]


class Price:
    """An objective that reads the cost off."""

    def cost(self, outcome):
        return outcome.price


IN_ORDER = [
    Offered(0.1, 9, (3, 3)),
    Offered(0.2, 0, (3, 3)),
    Offered(0.2, 1, (0, 1)),
    Offered(0.2, 1, (0, 2)),
    Offered(0.2, 1, (1, 1)),
    Offered(0.2, 1, (0, 3)),
]
"""Cheapest, fewest rows removed, least height, first levels: the best comes first."""


@pytest.mark.parametrize("pair", [*itertools.combinations(IN_ORDER, 2)], ids=str)
def test_the_better_node_is_kept_in_either_order(pair):
    for order in (pair, pair[::-1]):
        best = Best(Price())
        for one in order:
            best.offer(one)
        assert best.outcome is pair[0]
        assert best.cost == pair[0].price


def test_offer_tells_whether_it_was_kept():
    best = Best(Price())
    assert best.cost == float("inf")
    assert best.offer(IN_ORDER[1])
    assert not best.offer(IN_ORDER[2])
    assert not best.offer(IN_ORDER[1])
    assert best.offer(IN_ORDER[0])


def test_an_infinite_cost_is_better_than_no_node():
    best = Best(Price())
    assert best.offer(Offered(float("inf"), 5, (1, 1)))
    assert best.outcome is not None
