# SPDX-License-Identifier: Apache-2.0
"""Partitions: whatever the models are, every part holds, and the loss is the loss."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from diversa.recodings.box_style import BoxStyle
from diversa.recodings.partition import Partition, whole_table
from diversa.search.partitions.local_recoding import local_recoding
from diversa.search.partitions.mondrian import mondrian
from diversa.search.partitions.parts import Parts
from examples import examples
from partition_laws import check, make_task, tables
from tables import SmallTable

SPECS = [
    ("k-anonymity:2",),
    ("k-anonymity:3", "distinct-l-diversity:2,on=s"),
    ("entropy-l-diversity:1.8,on=s",),
    ("recursive-cl-diversity:c=2,l=2,on=s",),
    ("frequency-l-diversity:2,on=s",),
]


def brute_loss(table: SmallTable, partition: Partition) -> float:
    """The loss straight from its definition, from sets of values."""
    finest, ages = partition.finest, [float(row[0]) for row in table.rows]
    span = (max(ages) - min(ages)) or 1.0
    total, rows = 0.0, 0
    for part in range(partition.parts):
        lines = np.flatnonzero(partition.part == part)
        size = int(finest.groups.sizes[lines].sum())
        for axis, hierarchy in enumerate(finest.hierarchies):
            values = {hierarchy.labels[0][code] for code in finest.codes[axis, lines]}
            if axis == 0:
                numbers = [float(value) for value in values]
                total += size * (max(numbers) - min(numbers)) / span
            else:
                total += size * (len(values) - 1) / max(1, hierarchy.sizes[0] - 1)
        rows += size
    return total / (rows * len(finest.hierarchies))


@pytest.mark.parametrize("cut", ["median", "cheapest"])
@examples(25)
@given(table=tables(), specs=st.sampled_from(SPECS))
def test_every_part_of_mondrian_holds(cut, table, specs):
    task = make_task(table, specs)
    whole = whole_table(task.finest)
    assume(all(model.holds(whole.groups).all() for model in task.models))
    partition = mondrian(task, cut=cut)
    check(task, partition)
    assert partition.loss == pytest.approx(brute_loss(table, partition))


@examples(25)
@given(table=tables(), specs=st.sampled_from(SPECS))
def test_moves_keep_the_models_and_lower_the_loss(table, specs):
    task = make_task(table, specs)
    whole = whole_table(task.finest)
    assume(all(model.holds(whole.groups).all() for model in task.models))
    better = local_recoding(task)
    check(task, better)
    assert better.loss <= mondrian(task).loss + 1e-12
    assert better.loss == pytest.approx(brute_loss(table, better))


@examples(25)
@given(table=tables(), k=st.integers(2, 4))
def test_mondrian_stops_only_where_no_cut_is_allowed(table, k):
    """No part has an axis along which both sides would have k rows at the median."""
    task = make_task(table, (f"k-anonymity:{k}",))
    assume(task.rows >= k)
    partition = mondrian(task, cut="cheapest")
    ranks, sizes = partition.axes.ranks, task.finest.groups.sizes
    for part in range(partition.parts):
        lines = np.flatnonzero(partition.part == part)
        for axis in range(len(ranks)):
            for rank in set(ranks[axis, lines].tolist()):
                low = int(sizes[lines[ranks[axis, lines] <= rank]].sum())
                high = int(sizes[lines].sum()) - low
                assert min(low, high) < k


@examples(25)
@given(table=tables(), least=st.integers(1, 4))
def test_the_cheapest_cut_is_the_cheapest(table, least):
    """The kernel against all cuts tried one by one."""
    task = make_task(table, ("k-anonymity:1",))
    partition = mondrian(task, most=len(task.finest))
    axes = partition.axes
    parts = Parts.of(partition, least, few=len(task.finest))
    losses, _ = parts.scores(np.array([0]))
    for axis in range(len(axes.ranks)):
        found = []
        for rank in sorted(set(axes.ranks[axis].tolist()))[:-1]:
            side = (axes.ranks[axis] > rank).astype(np.int32)
            two = Partition(task.finest, axes, side, 2)
            if two.groups.sizes.min() >= least:
                found.append(float(two.losses.sum(axis=1) @ two.groups.sizes))
        assert losses[0, axis] == pytest.approx(min(found, default=np.inf))


def test_the_median_cut_is_as_published():
    """Rows up to the median go left; where nothing is above it, the cut is below."""
    rows = tuple((str(age), "a", "x", "1") for age in (1, 2, 3, 3, 3))
    ladders = {
        "age": dict.fromkeys("123", ("*",)),
        "place": {"a": ("*",)},
        "sex": {"x": ("*",)},
    }
    task = make_task(
        SmallTable(("age", "place", "sex", "s"), rows, ladders), ("k-anonymity:2",)
    )
    partition = mondrian(task, cut="median")
    assert sorted(partition.groups.sizes.tolist()) == [2, 3]


@examples(25)
@given(table=tables(), specs=st.sampled_from(SPECS))
def test_groups_with_common_ancestors_hold_and_lose_no_more_than_cuts(table, specs):
    task, style = make_task(table, specs), BoxStyle(sets="ancestor")
    whole = whole_table(task.finest)
    assume(all(model.holds(whole.groups).all() for model in task.models))
    better = local_recoding(task, style=style)
    check(task, better)
    assert better.loss <= mondrian(task, style=style).loss + 1e-12
