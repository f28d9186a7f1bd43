# SPDX-License-Identifier: Apache-2.0
"""The picture of all generalizations says what the lattice and the release say."""

from __future__ import annotations

import pytest

from diversa.errors import PlanError
from diversa.studio.steps.explore import look_into, merge_sweeps

WORDS = {"models": ["k-anonymity:3", "distinct-l-diversity:2"], "suppression": 0.05}


NAMES = ["zip", "born", "sex"]


def test_a_node_reads_as_it_would_be_published(table):
    best = table.search(**WORDS)
    node = look_into(table, best.levels, **WORDS)
    release = table.publish(best)
    sizes = release.frame.groupby(NAMES).size()
    assert node.is_valid
    assert node.suppressed == best.suppressed <= node.limit == 10
    assert (node.groups, node.smallest) == (len(sizes), sizes.min())
    assert node.loss == best.metrics["loss"]
    assert sum(node.loss_by_attribute.values()) / 3 == pytest.approx(node.loss)
    assert sum(node.sizes.values()) == pytest.approx(1)
    published = {tuple(map(str, row)) for row in release.frame.itertuples(index=False)}
    assert node.columns == (*NAMES, "condition")
    assert set(node.sample) <= published
    assert len(node.sample) == 8


def test_a_node_that_fails_shows_no_group_that_fails(table, patients):
    node = look_into(table, {"zip": 0, "born": 0, "sex": 0}, **WORDS)
    sizes = patients.groupby(NAMES).size()
    assert not node.is_valid
    assert node.failing["k-anonymity:3"] == sizes[sizes < 3].sum()
    whole = look_into(table, {"zip": 0, "born": 0, "sex": 0}, models="k-anonymity:2")
    assert whole.suppressed == sizes[sizes < 2].sum()
    assert whole.groups == (sizes >= 2).sum()
    with pytest.raises(PlanError, match="zip"):
        look_into(table, {"zip": 99, "born": 0, "sex": 0}, **WORDS)


def test_values_side_by_side(table):
    tried = [table.sweep({"k": (k,)}, **WORDS) for k in (3, 6, 12)]
    assert merge_sweeps(tried).yardstick.name == "k of k-anonymity"
    assert merge_sweeps(tried) == table.sweep({"k": (3, 6, 12)}, **WORDS)
