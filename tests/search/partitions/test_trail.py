# SPDX-License-Identifier: Apache-2.0
"""The trail of a partition tree: what a model sees around a part."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diversa.recodings.partition import whole_table
from diversa.search.partitions.parts import Parts
from diversa.search.partitions.trail import TrailMaker, supersets_at
from partition_tasks import on_a_line

LOOKS_AROUND = "nt-closeness:n=4,t=0.5,on=s"


@pytest.fixture
def task():
    return on_a_line([1, 2, 3, 4], LOOKS_AROUND, secrets=list("abab"))


def test_halves_lie_in_the_parts_of_all_rounds(task):
    whole = whole_table(task.finest)
    parts, trail = Parts.of(whole, 1, few=0), TrailMaker.of(task, whole)
    trail.step(parts, np.array([0]))
    halves = parts.divide(np.array([0]), np.array([0]), np.array([1], dtype=np.int32))
    trail.step(parts, halves)
    assert [groups.sizes.tolist() for _, groups in trail.rounds] == [[4], [2, 2]]
    seen = trail.with_ancestors(whole.groups, np.array([1]))
    walk = [
        (number.tolist(), groups.sizes.tolist()) for number, groups in seen.supersets()
    ]
    assert walk == [([1], [2, 2]), ([0], [4])]


def test_the_walk_goes_from_the_parts_to_the_root(task):
    whole = whole_table(task.finest).groups
    trail = (
        (np.zeros(4, dtype=np.int32), whole),
        (np.array([0, 0, 1, -1], dtype=np.int32), whole),
    )
    walk = [number.tolist() for number, _ in supersets_at(trail, np.array([3, 2]))]
    assert walk == [[-1, 1], [0, 0]]


def test_nothing_is_remembered_where_no_model_looks():
    task = on_a_line([1, 2, 3, 4], "k-anonymity:2")
    whole = whole_table(task.finest)
    trail = TrailMaker.of(task, whole)
    trail.step(Parts.of(whole, 1, few=0), np.array([0]))
    assert trail.rounds == ()
    assert trail.with_ancestors(whole.groups, np.array([0])) is whole.groups


def test_what_is_left_of_a_region_is_no_ancestor(task):
    whole = whole_table(task.finest)
    fewer = replace(whole, part=np.array([-1, 0, 0, 0], dtype=np.int32))
    assert TrailMaker.of(task, whole).looks
    assert not TrailMaker.of(task, fewer).looks
    assert not TrailMaker.of(task, replace(whole, regions=None)).looks
