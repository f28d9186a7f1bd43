# SPDX-License-Identifier: Apache-2.0
"""Anytime search: a node at once, a better one later, and a bound all the time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diversa.search.deadline import Deadline
from diversa.search.lattice import anytime as module
from diversa.search.lattice.anytime import anytime, raise_some
from diversa.search.lattice.descent import descent
from diversa.search.lattice.exhaustive import exhaustive
from diversa.search.lattice.lattice import Lattice
from paper_tables import FIGURE_1
from tables import SmallTable


def wide_table(columns=5, rows=60, seed=5):
    """Five columns of four values, drawn at random; 243 nodes."""
    random = np.random.default_rng(seed)
    values = random.integers(0, 4, size=(rows, columns)).tolist()
    ladder = {"v0": ("a", "*"), "v1": ("a", "*"), "v2": ("b", "*"), "v3": ("b", "*")}
    ladders = {f"q{place}": ladder for place in range(columns)}
    lines = tuple(tuple(f"v{value}" for value in row) for row in values)
    return SmallTable(tuple(ladders), lines, ladders)


WIDE = wide_table()


def after(monkeypatch, counts):
    """Let the time be over after so many looks at the clock."""

    class Impatient(Deadline):
        looks = 0

        @property
        def has_passed(self):
            Impatient.looks += 1
            return Impatient.looks > counts

    monkeypatch.setattr(module, "Deadline", Impatient)


@pytest.mark.parametrize("objective", ["loss", "precision", "discernibility", "height"])
@pytest.mark.parametrize("limit", [0, 6])
def test_with_enough_time_it_is_exact(objective, limit):
    task = WIDE.task("k-anonymity:3", objective=objective, limit=limit)
    result = anytime(replace(task, seconds=float("inf")))
    judge = exhaustive(task)
    assert (result.cost, result.best.levels) == (judge.cost, judge.best.levels)
    assert (result.optimality, result.stopped) == ("exact", "done")
    assert result.bound == result.cost
    if objective == "loss":
        assert result.checked < judge.checked


def test_without_time_it_is_a_greedy_way_down_with_a_bound():
    task = replace(WIDE.task("k-anonymity:3", limit=6), seconds=0)
    result = anytime(task)
    assert result.cost == descent(task).cost
    assert (result.optimality, result.stopped) == ("best found", "time")
    assert result.bound <= exhaustive(task).cost
    assert "stopped after 0 s of processor time" in result.reason


def test_more_time_is_never_worse(monkeypatch):
    task, costs, bounds = WIDE.task("k-anonymity:3", limit=6), [], []
    for counts in (1, 40, 400, 4000):
        after(monkeypatch, counts)
        result = anytime(task)
        costs.append(result.cost)
        bounds.append(result.bound)
    assert costs == sorted(costs, reverse=True)
    assert bounds == sorted(bounds)
    assert all(bound <= cost for bound, cost in zip(bounds, costs, strict=True))


def test_the_same_seed_finds_the_same_on_the_way(monkeypatch):
    task, met = WIDE.task("k-anonymity:3", limit=6), []
    for _ in range(2):
        after(monkeypatch, 60)
        result = anytime(replace(task, seed=3))
        met.append((result.best.levels, result.checked, result.bound))
    assert met[0] == met[1]


def test_nothing_is_found():
    result = anytime(FIGURE_1.task("k-anonymity:13"))
    assert result.best is None
    assert (result.optimality, result.stopped) == ("exact", "done")


def test_a_top_that_fails_where_finer_nodes_hold_is_left():
    rows = [(q, s) for q in "ab" for s in "xy"] + [("c", "x")] * 4
    table = SmallTable(("q", "s"), tuple(rows), {"q": dict.fromkeys("abc", ("*",))})
    task = table.task("frequency-l-diversity:1.5", limit=4)
    assert anytime(replace(task, seconds=0)).best.levels == (0,)


def test_raised_nodes_are_above_and_inside():
    lattice, random = Lattice((2, 0, 3)), np.random.default_rng(0)
    for _ in range(50):
        raised, places = raise_some(lattice, (1, 0, 0), random)
        assert places <= {0, 2}
        assert raised != (1, 0, 0)
        assert all(a <= b for a, b in zip((1, 0, 0), raised, strict=True))
        assert all(a <= b for a, b in zip(raised, lattice.top, strict=True))
    assert raise_some(lattice, lattice.top, random) == (lattice.top, frozenset())


def test_progress_never_goes_back():
    steps = []
    task = WIDE.task("k-anonymity:3", progress=lambda *step: steps.append(step))
    anytime(replace(task, seconds=1000))
    assert steps == sorted(steps)
    assert {total for _, total in steps} == {100}
