# SPDX-License-Identifier: Apache-2.0
"""Tables at the edge: nothing, one row, one attribute, no levels, very wide keys."""

from __future__ import annotations

import pytest

import brute_force
from diversa.metrics import OBJECTIVES
from diversa.search.lattice.exhaustive import exhaustive
from diversa.search.lattice.optimal import optimal
from diversa.search.planner import SEARCHES
from tables import SmallTable

STAR = {"a": ("*",), "b": ("*",)}


def best_of(table, *models, objective="loss", limit=0):
    """The best node by every exact search and by plain Python; all must agree."""
    task = table.task(*models, objective=objective, limit=limit)
    judged = brute_force.valid_nodes(
        table, task.models, objective=objective, limit=limit
    )
    expected = min(judged, key=lambda one: one.rank, default=None)
    for name in ("optimal", "exhaustive", *(["incognito"] if task.prunes else [])):
        best = SEARCHES[name](task).best
        assert (best and best.levels) == (expected and expected.node), name
    return expected and expected.node


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("sensitive", [(), ("s",), ("s", "t")], ids=len)
def test_no_rows(objective, sensitive):
    table = SmallTable(("p", "q", *sensitive), (), {"p": STAR, "q": {}})
    model = "distinct-l-diversity:2,on=s" if sensitive else "k-anonymity:2"
    task = table.task(model, objective=objective)
    for name, search in SEARCHES.items():
        result = search(task)  # vacuously valid, and nothing needs to change
        assert result.best.levels == (0, 0), name
        assert result.cost == 0, name


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_one_row(objective):
    table = SmallTable(("p", "q"), (("a", "b"),), {"p": STAR, "q": STAR})
    assert best_of(table, "k-anonymity:1", objective=objective) == (0, 0)
    assert best_of(table, "k-anonymity:2", objective=objective) is None
    # To remove the only row would leave nothing.
    assert best_of(table, "k-anonymity:2", objective=objective, limit=1) is None


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_one_attribute(objective):
    rows = (("a",), ("a",), ("b",))
    table = SmallTable(("q",), rows, {"q": STAR})
    assert best_of(table, "k-anonymity:2", objective=objective) == (1,)
    assert best_of(table, "k-anonymity:1", objective=objective) == (0,)


def test_one_attribute_with_suppression():
    rows = (("a",), ("a",), ("b",))
    table = SmallTable(("q",), rows, {"q": STAR})
    assert best_of(table, "k-anonymity:2", limit=1) == (0,)
    # 2² + 3 for the removed row is less than 3².
    assert best_of(table, "k-anonymity:2", limit=1, objective="discernibility") == (0,)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_hierarchies_without_levels(objective):
    rows = (("a", "a"), ("a", "a"), ("b", "a"))
    table = SmallTable(("p", "q"), rows, {"p": {"a": (), "b": ()}, "q": {"a": ()}})
    assert best_of(table, "k-anonymity:1", objective=objective) == (0, 0)
    assert best_of(table, "k-anonymity:2", objective=objective) is None
    assert best_of(table, "k-anonymity:2", objective=objective, limit=1) == (0, 0)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("limit", [0, 1, 2, 6])
def test_a_top_level_of_several_labels(objective, limit):
    ladder = {"a": ("ab",), "b": ("ab",), "c": ("cd",), "d": ("cd",)}
    rows = tuple((p, q) for p, q in zip("aabccd", "ababab", strict=True))
    table = SmallTable(("p", "q"), rows, {"p": ladder, "q": STAR})
    node = best_of(table, "k-anonymity:3", objective=objective, limit=limit)
    assert node == (1, 1)
    assert best_of(table, "k-anonymity:4", objective=objective, limit=limit) is None


def test_keys_wider_than_an_integer():
    # 16 attributes of 20 values: 69 bits; half of the attributes have no levels.
    values = [f"v{place}" for place in range(20)]
    names = [f"q{place}" for place in range(16)]
    flat, star = dict.fromkeys(values, ()), dict.fromkeys(values, ("*",))
    ladders = {name: star if place < 4 else flat for place, name in enumerate(names)}
    rows = [tuple((values * 2)[row : row + 16]) for row in range(20)]
    twins = [(values[(row + 1) % 20], *one[1:]) for row, one in enumerate(rows)]
    table = SmallTable(tuple(names), (*rows, *twins), ladders)
    for limit in (0, 39):
        task = table.task("k-anonymity:2", limit=limit)
        assert optimal(task).best.levels == (1,) + (0,) * 15
        assert exhaustive(task).satisfying.sum() == 8  # wherever the first is `*`
    assert optimal(table.task("k-anonymity:3", limit=39)).best is None


def test_nodes_that_differ_by_rounding_only_cost_the_same():
    # Of ten levels: (1, 2) costs 1/10 + 2/10, (3, 0) costs 3/10. In binary fractions
    # the second is less; in truth they are equal, and the first comes first.
    def ladder(*steps):
        return steps + ("*",) * (10 - len(steps))

    pairs = {"a": "A", "b": "A", "c": "C", "d": "C"}
    first = {value: ladder(pair, pair) for value, pair in pairs.items()}
    second = {value: ladder(value) for value in "xy"}
    rows = (("a", "x"), ("c", "x"), ("b", "y"), ("d", "y"))
    table = SmallTable(("p", "q"), rows, {"p": first, "q": second})
    assert 0.1 + 0.2 > 0.3
    assert best_of(table, "k-anonymity:2", objective="precision") == (1, 2)
