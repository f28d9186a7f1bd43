# SPDX-License-Identifier: Apache-2.0
"""The planner: which search for which task, and what it says when there is no node."""

from __future__ import annotations

import pytest

from diversa.errors import NoSolutionError, PlanError
from diversa.search import planner
from diversa.search.lattice import lattice
from diversa.search.planner import SEARCHES, choose, choose_all, search
from paper_tables import FIGURE_1
from tables import SmallTable
from toy_models import OddSize


def twice_as_dear():
    """Two columns of which one alone may stay as it is; the way down takes the other.

    Of p every value has two rows, of q three; as they are both leave single rows.
    """
    rows = [(f"p{row // 2}", f"q{row % 4}") for row in range(12)]
    ladders = {
        "p": {f"p{place}": (f"P{place // 3}", "*") for place in range(6)},
        "q": {f"q{place}": ("*",) for place in range(4)},
    }
    table = SmallTable(("p", "q"), tuple(rows), ladders)
    return table.task("k-anonymity:2", objective="discernibility")


def test_auto_is_exact_while_the_lattice_can_be_enumerated(monkeypatch):
    task = FIGURE_1.task("k-anonymity:4")
    assert choose(task) == "optimal"
    assert search(task).algorithm == "optimal"
    monkeypatch.setattr(lattice, "ENUMERABLE", 31)
    assert choose(task) == "anytime"
    assert search(task).algorithm == "anytime"
    assert search(task, algorithm="optimal").algorithm == "anytime"


def test_small_lattices_are_searched_to_the_end(monkeypatch):
    """By discernibility the greedy way down ends at twice the optimum here."""
    task = twice_as_dear()
    best = search(task, algorithm="optimal")
    small = search(task, algorithm="descent")
    assert (small.cost, small.optimality) == (best.cost, "exact")
    monkeypatch.setattr(planner, "SMALL", 1)
    greedy = search(task, algorithm="descent")
    assert greedy.cost >= 1.5 * best.cost
    assert greedy.optimality == "best found"


@pytest.mark.parametrize(
    ("spec", "limit", "name"),
    [
        ("k-anonymity:4", 0, "incognito"),
        ("k-anonymity:4", 2, "incognito"),
        ("entropy-l-diversity:2", 0, "incognito"),
        ("entropy-l-diversity:2", 2, "exhaustive"),
        (OddSize(1), 0, "exhaustive"),
    ],
)
def test_all_nodes_are_listed_by_pruning_where_it_is_right(spec, limit, name):
    assert choose_all(FIGURE_1.task(spec, limit=limit)) == name


def test_more_subsets_than_nodes_are_not_searched():
    values = dict.fromkeys("ab", ())
    ladders = {f"q{place}": values for place in range(8)}
    table = SmallTable(tuple(ladders), (("a",) * 8,), ladders)
    assert choose_all(table.task("k-anonymity:1")) == "exhaustive"


@pytest.mark.parametrize("name", SEARCHES)
def test_every_search_goes_by_its_name(name):
    assert search(FIGURE_1.task("k-anonymity:2"), algorithm=name).algorithm == name


def test_an_unknown_search():
    with pytest.raises(PlanError, match=r"search\.algorithm: .*did you mean 'optimal'"):
        search(FIGURE_1.task("k-anonymity:2"), algorithm="optimum")


def test_no_solution_says_what_the_whole_table_attains():
    with pytest.raises(NoSolutionError) as caught:
        search(FIGURE_1.task("k-anonymity:2", "entropy-l-diversity:3", limit=1))
    message = str(caught.value)
    assert message.startswith("no generalization satisfies the models with at most 1")
    assert "entropy-l-diversity:3,on=condition: " in message
    assert "k-anonymity" not in message
    attained = caught.value.attained
    assert attained["k-anonymity:2"] == 12
    assert 2.9 < attained["entropy-l-diversity:3,on=condition"] < 3


def test_a_greedy_search_does_not_claim_that_there_is_none(monkeypatch):
    task = FIGURE_1.task("entropy-l-diversity:3", limit=1)
    monkeypatch.setattr(planner, "SMALL", 0)  # else descent is exact
    for name in ("datafly", "descent"):
        with pytest.raises(NoSolutionError, match="no generalization that was tried"):
            search(task, algorithm=name)
    closed = FIGURE_1.task("entropy-l-diversity:3")  # the top decides
    with pytest.raises(NoSolutionError, match="no generalization satisfies"):
        search(closed, algorithm="datafly")
