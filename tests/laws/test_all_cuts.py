# SPDX-License-Identifier: Apache-2.0
"""All cuts: regions tile the space, hold, cost what is said, and no tree is better."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cut_trees import Axis, least_loss
from diversa.recodings.box_sides import sides_of
from diversa.recodings.box_style import BoxStyle
from diversa.recodings.boxes import boxes_of
from diversa.recodings.partition import whole_table
from diversa.search.partitions.all_cuts import all_cuts, rules_for
from examples import examples
from partition_laws import check, make_task, tables
from tables import SmallTable

REGION = BoxStyle(region=True)

SPECS = [
    ("k-anonymity:2",),
    ("k-anonymity:3", "distinct-l-diversity:2,on=s"),
    ("entropy-l-diversity:1.8,on=s",),
    ("recursive-cl-diversity:c=2,l=2,on=s",),
    ("frequency-l-diversity:2,on=s",),
    ("t-closeness:0.4,on=s",),
    ("nt-closeness:3,t=0.5,on=s",),
]


def cut(task, **changes):
    """The regions of a table, by rules that are changed."""
    rules = rules_for(task.least_rows, len(task.finest), 3)._replace(**changes)
    return all_cuts(task, whole_table(task.finest, REGION), rules)


GREEDY = {"width": 1, "few": 0, "tries": 0}
"""The best cut of each region by score is made."""


def inside(partition, point):
    """Mask of the regions that have a point, by the ranks of its values."""
    regions, held = partition.regions, np.ones(partition.parts, dtype=bool)
    for axis, rank in enumerate(point):
        members = regions.set_on(axis)
        if members is not None:
            held &= members[:, rank]
        else:
            held &= (regions.lows[:, axis] <= rank) & (rank <= regions.highs[:, axis])
    return held


@examples(40)
@given(table=tables(), specs=st.sampled_from(SPECS))
def test_regions_tile_the_space_and_every_model_holds(table, specs):
    task = make_task(table, specs)
    whole = whole_table(task.finest)
    assume(all(model.holds(whole.groups).all() for model in task.models))
    partition = cut(task)
    check(task, partition)
    for point in product(*(range(one.sizes[0]) for one in task.finest.hierarchies)):
        assert inside(partition, point).sum() == 1
    for line, part in enumerate(partition.part.tolist()):
        assert inside(partition, partition.axes.ranks[:, line])[part]


@examples(40)
@given(table=tables(), specs=st.sampled_from(SPECS[:3]))
def test_labels_cover_their_regions_and_cost_what_is_said(table, specs):
    """The values that a label stands for are those of the region, counted by hand."""
    task = make_task(table, specs)
    assume(all(one.holds(whole_table(task.finest).groups).all() for one in task.models))
    partition = cut(task)
    cost = 0.0
    for axis, (sides, hierarchy) in enumerate(
        zip(sides_of(partition), task.finest.hierarchies, strict=True)
    ):
        names = hierarchy.labels[0]
        for part in range(partition.parts):
            codes = set(sides.codes(sides.label[part]).tolist())
            own = partition.part == part
            assert codes >= set(task.finest.codes[axis, own].tolist())
            if axis > 0:
                lost = (len(codes) - 1) / max(1, len(names) - 1)
            else:
                numbers = [float(names[code]) for code in codes]
                every = [float(name) for name in names]
                lost = (max(numbers) - min(numbers)) / ((max(every) - min(every)) or 1)
            cost += lost * partition.rows[part]
    total = task.rows * len(task.finest.hierarchies)
    assert partition.loss == pytest.approx(cost / total)


@examples(60)
@given(table=tables(), k=st.integers(2, 4), tuples=st.integers(2, 11))
def test_small_tables_have_the_best_of_all_trees(table, k, tuples):
    """Against the brute force; only thresholds between neighbours lie evenly."""
    rows = table.rows[: min(tuples, 6 * k - 1)]
    ages = sorted({row[0] for row in rows}, key=float)
    even = {age: str(place) for place, age in enumerate(ages)}
    rows = tuple((even[row[0]], *row[1:]) for row in rows)
    ladders = {
        "age": dict.fromkeys({row[0] for row in rows}, ("*",)),
        "place": table.ladders["place"],
        "sex": table.ladders["sex"],
    }
    task = make_task(SmallTable(table.columns, rows, ladders), (f"k-anonymity:{k}",))
    assume(task.rows >= k)
    names = [one.labels[0] for one in task.finest.hierarchies]
    places = tuple(sorted(names[1]))
    nodes = tuple(frozenset(node) & {*places} for node in ("ab", "cd"))
    axes = (
        Axis(tuple(sorted(float(name) for name in names[0])), is_number=True),
        Axis(places, is_number=False, nodes=nodes),
        Axis(tuple(sorted(names[2])), is_number=False),
    )
    points = [(float(row[0]), row[1], row[2]) for row in rows]
    region = tuple(frozenset(axis.values) for axis in axes)
    best = least_loss(axes, region, points, k) / (len(rows) * 3)
    assert cut(task, tries=10**9).loss == pytest.approx(best)


@examples(30)
@given(table=tables(), specs=st.sampled_from(SPECS[:4]))
def test_no_search_loses_more_than_the_best_cuts_one_by_one(table, specs):
    task = make_task(table, specs)
    assume(all(one.holds(whole_table(task.finest).groups).all() for one in task.models))
    assert cut(task).loss <= cut(task, **GREEDY).loss + 1e-12


@examples(30)
@given(table=tables(), specs=st.sampled_from(SPECS[:3]), data=st.data())
def test_the_order_of_rows_does_not_matter(table, specs, data):
    task = make_task(table, specs)
    assume(all(one.holds(whole_table(task.finest).groups).all() for one in task.models))
    rows = tuple(data.draw(st.permutations(table.rows)))
    other = make_task(SmallTable(table.columns, rows, table.ladders), specs)
    assert published(cut(task)) == published(cut(other))


def published(partition):
    """Labels with their rows, in any order."""
    boxes = zip(*boxes_of(partition), strict=True)
    return sorted(zip(map(str, boxes), partition.rows.tolist(), strict=True))


@examples(30)
@given(table=tables(), k=st.integers(2, 4))
def test_rounds_cut_as_one_pass_does(table, k):
    """The best cuts, judged by models, against those of sizes alone."""
    quick = make_task(table, (f"k-anonymity:{k}",))
    assume(quick.rows >= k)
    slow = make_task(table, (f"k-anonymity:{k}", "distinct-l-diversity:1,on=s"))
    assert published(cut(quick, **GREEDY)) == published(cut(slow, **GREEDY))
