# SPDX-License-Identifier: Apache-2.0
"""The store of frequency sets: right for every node, whatever it keeps."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute_force
from diversa.search.lattice import roll_ups
from diversa.search.lattice.optimal import optimal
from diversa.search.lattice.roll_ups import RollUps, every_node, shared_attributes
from examples import examples
from paper_tables import FIGURE_1
from random_tables import tables


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


@pytest.mark.usefixtures("store_size")
@pytest.mark.parametrize("seed", range(3))
def test_every_node_in_any_order_is_a_recount(seed):
    store = RollUps(FIGURE_1.counted())
    nodes = all_nodes(FIGURE_1) * 2
    random.Random(seed).shuffle(nodes)
    for node in nodes:
        recount = FIGURE_1.counted(levels=node)
        assert contents(store.at(node)) == contents(recount)


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
    met = list(every_node(table.counted()))
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
