# SPDX-License-Identifier: Apache-2.0
"""The store of frequency sets: right for every node, whatever it keeps."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute_force
from diversa.counts.frequency_set import roll_up as counts_roll_up
from diversa.search.lattice import roll_ups
from diversa.search.lattice.optimal import optimal
from diversa.search.lattice.roll_ups import (
    RollUps,
    WaysDown,
    every_node,
    shared_attributes,
)
from examples import examples
from paper_tables import FIGURE_1
from random_tables import tables
from tables import SmallTable


def contents(found):
    """What a frequency set says, by labels: group to counts of sensitive tuples."""
    groups, said = found.groups, {}
    for place in range(len(found)):
        key = tuple(
            one.labels[level][code]
            for one, level, code in zip(
                found.hierarchies, found.levels, found.codes[:, place], strict=True
            )
        )
        entries = slice(groups.starts[place], groups.starts[place + 1])
        said[key] = sorted(
            zip(groups.values[entries], groups.counts[entries], strict=True)
        )
    return said


def all_nodes(table):
    levels = [range(one.height + 1) for one in table.hierarchies]
    return list(itertools.product(*levels))


@pytest.fixture(params=["roomy", "few sets", "few entries", "nothing small"])
def store_size(request, monkeypatch):
    """Kept sets are evicted early, or every roll-up goes through a shared set."""
    monkeypatch.setattr(roll_ups, "SMALL", 0)
    if request.param == "few sets":
        monkeypatch.setattr(roll_ups, "KEPT_SETS", 3)
    if request.param == "few entries":
        monkeypatch.setattr(roll_ups, "KEPT_ENTRIES", 1)
    if request.param == "nothing small":
        monkeypatch.setattr(roll_ups, "SHARED_NODES", 4)
        monkeypatch.setattr(roll_ups, "WORTH", 1.0)


@pytest.fixture(scope="module")
def recounts():
    """What every node of Figure 1 says, counted by itself."""
    return {
        node: contents(FIGURE_1.counted(levels=node)) for node in all_nodes(FIGURE_1)
    }


@pytest.mark.usefixtures("store_size")
@pytest.mark.parametrize("seed", range(3))
def test_every_node_in_any_order_is_a_recount(seed, recounts):
    store = RollUps(FIGURE_1.counted())
    nodes = all_nodes(FIGURE_1) * 2
    random.Random(seed).shuffle(nodes)
    for node in nodes:
        assert contents(store.at(node)) == recounts[node]


@pytest.mark.usefixtures("store_size")
def test_a_search_finds_the_same_with_any_store():
    task = FIGURE_1.task("k-anonymity:3", limit=7)
    judged = brute_force.valid_nodes(
        FIGURE_1, task.models, objective="loss", limit=task.limit
    )
    best = min(judged, key=lambda one: one.rank)
    assert optimal(task).best.levels == best.node


def test_the_store_stays_small(monkeypatch):
    monkeypatch.setattr(roll_ups, "SMALL", 0)
    monkeypatch.setattr(roll_ups, "KEPT_ENTRIES", 1)
    finest = FIGURE_1.counted()
    store = RollUps(finest)
    for node in all_nodes(FIGURE_1):
        store.at(node)
        kept = sum(map(roll_ups.entries_of, store._sets))
        assert kept <= 3 * roll_ups.entries_of(finest)
    assert store._sets[0] is finest


@examples(25)
@given(table=tables(most=12), data=st.data())
def test_stored_sets_are_recounts(table, data):
    store = RollUps(table.counted())
    chosen = st.sampled_from(all_nodes(table))
    for node in data.draw(st.lists(chosen, max_size=8)):
        recount = table.counted(levels=node)
        assert contents(store.at(node)) == contents(recount)


@examples(25)
@given(tables(most=12))
def test_the_walk_meets_every_node_once(table):
    met = list(every_node(table.counted(), table.task("k-anonymity:1").lattice))
    assert sorted(one.levels for one in met) == all_nodes(table)
    for one in met:
        recount = table.counted(levels=one.levels)
        assert contents(one) == contents(recount)


def test_shared_attributes_have_the_largest_domains(monkeypatch):
    finest = FIGURE_1.counted()  # domains 4, 12, 4 with 4, 4 and 2 levels
    assert shared_attributes(finest) == {0, 1, 2}
    monkeypatch.setattr(roll_ups, "SHARED_NODES", 16)
    assert shared_attributes(finest) == {0, 1}
    monkeypatch.setattr(roll_ups, "SHARED_NODES", 15)
    assert shared_attributes(finest) == {1}
    monkeypatch.setattr(roll_ups, "SHARED_NODES", 3)
    assert shared_attributes(finest) == set()


def distinct_tuples():
    """A table of 64 tuples, no two alike, in three attributes of four levels."""
    ladder = {
        str(value): (f"of {value // 2}", f"of {value // 4}", "*") for value in range(8)
    }
    rows = [
        (str(place % 8), str(place // 8), str(place % 7), "x") for place in range(64)
    ]
    return SmallTable(("a", "b", "c", "s"), tuple(rows), dict.fromkeys("abc", ladder))


def sources_of(monkeypatch):
    """How many groups every roll-up of the store goes through."""
    lengths = []

    def noted(finer, levels, workspace=None):
        lengths.append(len(finer))
        return counts_roll_up(finer, levels, workspace)

    monkeypatch.setattr(roll_ups, "roll_up", noted)
    return lengths


def test_sets_in_between_serve_the_nodes_above_them(monkeypatch):
    table = distinct_tuples()
    monkeypatch.setattr(roll_ups, "SMALL", 0)
    monkeypatch.setattr(roll_ups, "SHARED_NODES", 4)  # one attribute is shared
    monkeypatch.setattr(roll_ups, "TRIALS", 1)
    store, lengths = RollUps(table.counted()), sources_of(monkeypatch)
    for node in itertools.product((2, 3), repeat=3):
        assert contents(store.at(node)) == contents(table.counted(levels=node))
    # Shared sets have 64 groups again; after one of them others are made.
    assert not store._sharing_pays
    assert lengths.count(64) < 8
    assert min(lengths) <= 8


def test_the_set_that_was_not_used_for_the_longest_time_goes_first(monkeypatch):
    monkeypatch.setattr(roll_ups, "KEPT_SETS", 3)
    store = RollUps(FIGURE_1.counted())
    first, second, third = (3, 3, 0), (0, 3, 1), (3, 0, 1)
    kept = [store.at(node) for node in (first, second)]
    assert store.at(first) is kept[0]
    store.at(third)
    assert store.at(first) is kept[0]
    assert store.at(second) is not kept[1]


@pytest.mark.parametrize("most", [1, 4, 20, 1000])
def test_a_node_in_between_lies_between_and_is_not_expected_larger(most):
    finest = distinct_tuples().counted()
    ways_down = WaysDown(finest)
    sizes = [8, 4, 2, 1]  # uniform: as many groups as the product of the levels' codes
    for upper in itertools.product(range(4), repeat=2):
        for lower in itertools.product(*(range(level + 1) for level in upper)):
            node = ways_down.finest_of((*lower, 3), (*upper, 3), most)
            pairs = zip((*lower, 3), node, (*upper, 3), strict=True)
            assert all(low <= level <= high for low, level, high in pairs)
            expected = sizes[node[0]] * sizes[node[1]]
            assert expected <= most + 1e-9 or node == (*upper, 3)
