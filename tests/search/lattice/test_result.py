# SPDX-License-Identifier: Apache-2.0
"""Searches that prune refuse what they must not prune, and say why."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import pytest

from diversa.errors import PlanError
from diversa.search.lattice.result import Best, require_pruning
from paper_tables import FIGURE_1
from toy_models import OddSize


def test_what_is_allowed_passes():
    require_pruning("incognito", FIGURE_1.task("k-anonymity:2", limit=3))
    require_pruning("incognito", FIGURE_1.task("entropy-l-diversity:2"))


@pytest.mark.parametrize(
    ("models", "settings", "message"),
    [
        pytest.param(
            ["k-anonymity:2", "entropy-l-diversity:2"],
            {"limit": 1},
            r"incognito needs models that are absorbing \(as suppression needs\), got"
            r" entropy-l-diversity:2,on=condition; use optimal or exhaustive$",
            id="only the model at fault is named",
        ),
        pytest.param(
            [OddSize(1)],
            {},
            "needs models that are union-closed, got odd-size:1;",
            id="not union-closed",
        ),
        pytest.param(
            ["k-anonymity:2"],
            {"limit": 1, "star": True},
            "got suppressed rows published as a group;",
            id="removed rows as a group",
        ),
    ],
)
def test_what_is_refused(models, settings, message):
    with pytest.raises(PlanError, match=message):
        require_pruning("incognito", FIGURE_1.task(*models, **settings))


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
