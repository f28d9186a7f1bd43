# SPDX-License-Identifier: Apache-2.0
"""Verdicts of a search: what one node tells of others, and what it does not."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.search.lattice import lattice
from diversa.search.lattice.node_verdicts import NodeVerdicts
from tables import SmallTable
from toy_models import OddSize

# Two attributes of two and three levels.
TABLE = SmallTable(
    ("p", "q"),
    (("a", "x"), ("b", "y")),
    {
        "p": {"a": ("*",), "b": ("*",)},
        "q": {"x": ("xy", "*"), "y": ("xy", "*")},
    },
)


@pytest.fixture
def monotone():
    """Nodes above a node that holds hold as well."""
    return NodeVerdicts(TABLE.task("k-anonymity:2"))


@pytest.fixture
def unrelated():
    """A verdict on a node tells nothing of another one."""
    return NodeVerdicts(TABLE.task(OddSize(1)))


def nodes(array):
    return [tuple(node) for node in np.argwhere(array).tolist()]


def test_verdicts_spread_where_valid_nodes_are_closed_upwards(monotone):
    monotone.judge((0, 1), is_valid=True)
    monotone.judge((1, 0), is_valid=False)
    assert nodes(monotone.holds) == [(0, 1), (0, 2), (1, 1), (1, 2)]
    assert nodes(monotone.fails) == [(0, 0), (1, 0)]
    assert nodes(monotone.satisfying) == nodes(monotone.holds)


def test_verdicts_do_not_spread_otherwise(unrelated):
    unrelated.judge((0, 1), is_valid=True)
    unrelated.judge((1, 1), is_valid=False)
    assert nodes(unrelated.holds) == [(0, 1)]
    assert nodes(unrelated.fails) == [(1, 1)]
    assert unrelated.satisfying is None


def test_a_node_that_is_ruled_out_takes_all_below_with_it(unrelated):
    unrelated.rule_out((1, 1))
    assert nodes(unrelated.fails) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert not unrelated.holds.any()


def test_levels_that_are_too_low_have_no_verdict():
    verdicts = NodeVerdicts(TABLE.task("k-anonymity:2", least={"q": 1}))
    verdicts.judge((0, 1), is_valid=False)
    verdicts.judge((1, 1), is_valid=True)
    verdicts.judge((0, 2), is_valid=True)
    assert nodes(verdicts.fails) == [(0, 1)]
    assert nodes(verdicts.satisfying) == [(0, 2), (1, 1), (1, 2)]


def test_levels_that_are_too_high_have_no_verdict():
    verdicts = NodeVerdicts(TABLE.task("k-anonymity:2", greatest={"q": 1}))
    verdicts.judge((1, 2), is_valid=True)
    verdicts.rule_out((0, 2))
    assert not verdicts.holds.any()
    assert not verdicts.fails.any()


def test_nothing_is_remembered_of_lattices_too_large_to_enumerate(monkeypatch):
    monkeypatch.setattr(lattice, "ENUMERABLE", 5)
    verdicts = NodeVerdicts(TABLE.task("k-anonymity:2"))
    verdicts.judge((0, 1), is_valid=True)
    verdicts.rule_out((1, 0))
    assert verdicts.satisfying is None
    assert verdicts.holds.size == 1
