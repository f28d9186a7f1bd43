# SPDX-License-Identifier: Apache-2.0
"""The nodes above a node: every one, each with the group that holds a group."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from diversa.counts import coarser_nodes as module
from diversa.counts.coarser_nodes import (
    Surroundings,
    coarser_nodes,
    some_group_inside,
    union_numbers,
    with_supersets,
)
from diversa.counts.frequency_set import roll_up
from tables import SmallTable

LADDERS = {
    "zip": {"13053": ("130**", "*"), "13068": ("130**", "*"), "14850": ("148**", "*")},
    "sex": {"f": ("*",), "m": ("*",)},
}
ROWS = (
    ("13053", "f", "flu"),
    ("13053", "m", "flu"),
    ("13068", "f", "acne"),
    ("14850", "f", "flu"),
    ("14850", "m", "acne"),
    ("14850", "m", "acne"),
)
TABLE = SmallTable(("zip", "sex", "ill"), ROWS, LADDERS)


def test_every_node_above_is_met_once():
    sizes = [
        sorted(groups.sizes.tolist()) for _, groups in coarser_nodes(TABLE.counted())
    ]
    expected = []
    for zip_level in range(3):
        for sex_level in range(2):
            if zip_level or sex_level:
                labels = Counter(
                    (
                        (zip_code, *LADDERS["zip"][zip_code])[zip_level],
                        (sex, "*")[sex_level],
                    )
                    for zip_code, sex, _ in ROWS
                )
                expected.append(sorted(labels.values()))
    assert sorted(sizes) == sorted(expected)


def test_a_group_lies_in_the_group_that_is_named():
    finest = TABLE.counted()
    for parents, coarser in coarser_nodes(finest):
        rows = [0] * len(coarser)
        for group, parent in enumerate(parents.tolist()):
            rows[parent] += int(finest.groups.sizes[group])
        assert rows == coarser.sizes.tolist()


def test_the_top_has_nothing_above():
    assert list(coarser_nodes(TABLE.counted(levels=(2, 1)))) == []


def test_groups_that_know_what_lies_above_them():
    finest = TABLE.counted()
    assert len(list(with_supersets(finest).supersets())) == 5
    assert list(finest.groups.supersets()) == []


def test_merged_groups_have_the_numbers_of_the_roll_up():
    finest = TABLE.counted()
    number, _ = union_numbers(finest, (1, 1))
    coarser = roll_up(finest, (1, 1))
    rows = [0] * len(coarser)
    for group, parent in enumerate(number.tolist()):
        rows[parent] += int(finest.groups.sizes[group])
    assert rows == coarser.groups.sizes.tolist()


NODES = list(itertools.product(range(3), range(2)))


def counts_of(histogram):
    """The values and counts of every group."""
    bounds = itertools.pairwise(histogram.starts.tolist())
    pairs = list(zip(histogram.values.tolist(), histogram.counts.tolist(), strict=True))
    return [tuple(pairs[begin:end]) for begin, end in bounds]


@pytest.mark.parametrize("levels", NODES)
@pytest.mark.parametrize("rows", [1, 2, 3, 6, 7])
@pytest.mark.parametrize("few", [1, 2**15], ids=["many", "few"])
def test_large_supersets_at_once_are_those_of_the_walk(levels, rows, few, monkeypatch):
    monkeypatch.setattr(module, "FEW", few)
    finest = TABLE.counted()
    node = TABLE.counted(levels=levels)
    walked = set()
    own = [(range(len(node)), node.groups)]
    for parents, groups in [*own, *coarser_nodes(node)]:
        counts = counts_of(groups.histogram("ill"))
        for group, parent in enumerate(parents):
            if groups.sizes[parent] >= rows:
                walked.add((group, counts[parent]))
    groups = Surroundings(finest).around(node)
    large = groups.histogram("ill").supersets.large(rows)
    assert large.place.dtype == (np.int16 if few > 6 // rows else np.int32)
    counts = counts_of(large.histogram)
    group, parents = large.pairs(np.arange(len(groups)))
    pairs = zip(group.tolist(), parents.tolist(), strict=True)
    assert {(one, counts[parent]) for one, parent in pairs} == walked
    for _, superset in walked:
        for value, count in superset:
            share = count / sum(other for _, other in superset)
            assert large.shares[value] >= share


def test_a_large_lattice_is_walked_over(monkeypatch):
    monkeypatch.setattr(module, "MOST", 6 * len(TABLE.counted()) - 1)
    groups = Surroundings(TABLE.counted()).around(TABLE.counted())
    assert groups.histogram("ill").supersets.large(2) is None
    assert len(list(groups.supersets())) == 5


@pytest.mark.parametrize("levels", NODES)
def test_some_group_inside_lies_in_its_group(levels):
    finest, node = TABLE.counted(), TABLE.counted(levels=levels)
    inside = some_group_inside(finest, node)
    steps = [
        hierarchy.step(0, level)
        for hierarchy, level in zip(finest.hierarchies, levels, strict=True)
    ]
    for group, one in enumerate(inside.tolist()):
        codes = finest.codes[:, one].tolist()
        raised = [step[code] for step, code in zip(steps, codes, strict=True)]
        assert raised == node.codes[:, group].tolist()
