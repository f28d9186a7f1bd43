# SPDX-License-Identifier: Apache-2.0
"""Layers: each tuple is grouped at the first node at which enough like it are left."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from diversa.recodings.box_style import BoxStyle
from diversa.recodings.partition import whole_table
from diversa.search.partitions import layers as module
from diversa.search.partitions.layers import (
    cheapest_nodes,
    groups_at,
    layers,
    level_losses,
)
from partition_laws import check, make_task
from tables import SmallTable

ANCESTORS = BoxStyle(sets="ancestor")

LADDERS = {
    "age": {str(age): (f"{age // 3}s", "*") for age in range(1, 9)},
    "place": {one: ("ab" if one in "ab" else "cd", "*") for one in "abcd"},
    "sex": dict.fromkeys("xy", ("*",)),
}


def random_table(seed, rows=60):
    random = np.random.default_rng(seed)
    made = tuple(
        (
            str(random.integers(1, 9)),
            *map(random.choice, map(list, ("abcd", "xy", "12"))),
        )
        for _ in range(rows)
    )
    return SmallTable(("age", "place", "sex", "s"), made, LADDERS)


def begin(task):
    return whole_table(task.finest, ANCESTORS)


def walk_by_hand(task, k):
    """The groups of rows that layers have, straight from the definition."""
    whole, finest = begin(task), task.finest
    losses = level_losses(whole, None)
    nodes = sorted(
        product(*(range(len(line)) for line in losses)),
        key=lambda node: round(sum(x[i] for x, i in zip(losses, node, strict=True)), 9),
    )
    left, groups = set(range(len(finest))), []
    for node in nodes:
        alike = {}
        for tuple_ in sorted(left):
            key = tuple(
                int(one.step(0, level)[finest.codes[axis, tuple_]])
                for axis, (one, level) in enumerate(
                    zip(finest.hierarchies, node, strict=True)
                )
            )
            alike.setdefault(key, set()).add(tuple_)
        for group in alike.values():
            if finest.groups.sizes[list(group)].sum() >= k:
                groups.append(group)
                left -= group
    return groups, left


@pytest.mark.parametrize("seed", range(5))
def test_groups_are_those_of_the_walk(seed, monkeypatch):
    monkeypatch.setattr(module, "MOST_NODES", 10**6)
    task = make_task(random_table(seed), ("k-anonymity:4",))
    made = layers(task, begin(task))
    groups, left = walk_by_hand(task, 4)
    parts = [np.flatnonzero(made.part == part).tolist() for part in range(made.parts)]
    by_hand = [*map(sorted, groups)]
    if left:  # they are together with as many of the last groups as they need
        assert all(part in by_hand for part in parts[:-1])
        assert left <= {*parts[-1]}
    else:
        assert sorted(parts) == sorted(by_hand)


@pytest.mark.parametrize("nodes", [1, 5, 100])
@pytest.mark.parametrize(
    "specs", [("k-anonymity:4",), ("k-anonymity:3", "entropy-l-diversity:1.9,on=s")]
)
def test_every_group_holds_whatever_is_left(specs, nodes, monkeypatch):
    monkeypatch.setattr(module, "MOST_NODES", nodes)
    for seed in range(4):
        task = make_task(random_table(seed), specs)
        made = layers(task, begin(task))
        assert made is not None
        check(task, made)


def test_what_cannot_hold_has_no_layers():
    task = make_task(random_table(0), ("entropy-l-diversity:2.5,on=s",))
    assert layers(task, begin(task)) is None


def test_nodes_come_in_the_order_of_their_loss():
    losses = [np.array([0, 0.3]), np.array([0, 0.1, 0.9]), np.array([0, 0.4])]
    nodes = list(cheapest_nodes(losses))
    assert len(nodes) == len(set(nodes)) == 12
    cost = [sum(x[i] for x, i in zip(losses, node, strict=True)) for node in nodes]
    assert cost == sorted(cost)


def test_blocks_are_not_mixed():
    task = make_task(random_table(1), ("k-anonymity:4",))
    block = (np.arange(len(task.finest)) % 2).astype(np.int32)
    left = np.arange(len(task.finest))
    group, sizes = groups_at(task, left, (2, 2, 1), block)
    assert len(sizes) == 2
    assert len({*zip(group.tolist(), block.tolist(), strict=True)}) == 2
