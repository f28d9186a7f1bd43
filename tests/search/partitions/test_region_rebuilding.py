# SPDX-License-Identifier: Apache-2.0
"""Regions are cut anew for as long as there is time, and never lose more."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import numpy as np
import pytest

from diversa.recodings.box_style import BoxStyle
from diversa.recodings.partition import whole_table
from diversa.search.deadline import Deadline
from diversa.search.partitions.all_cuts import cut_parts, rules_for
from diversa.search.partitions.region_rebuilding import (
    SIZES,
    Pace,
    all_cuts_within,
    draw_regions,
    place_in,
)
from partition_laws import check, make_task
from tables import SmallTable

REGION = BoxStyle(region=True)


def table(seed, rows=300):
    random = np.random.default_rng(seed)
    lines = zip(
        random.integers(1, 60, rows),
        random.choice(list("abcd"), rows),
        random.choice(list("xyz"), rows),
        random.choice(list("124"), rows),
        strict=True,
    )
    made = tuple((str(age), str(a), str(b), str(s)) for age, a, b, s in lines)
    ladders = {
        "age": dict.fromkeys({row[0] for row in made}, ("*",)),
        "place": {one: ("ab" if one in "ab" else "cd", "*") for one in "abcd"},
        "sex": dict.fromkeys("xyz", ("*",)),
    }
    return SmallTable(("age", "place", "sex", "s"), made, ladders)


def ticks(seconds, step=0.01):
    """A deadline whose clock goes on with every look."""
    clock = count()
    return Deadline(seconds, clock=lambda: next(clock) * step)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "specs",
    [("k-anonymity:4",), ("k-anonymity:4", "entropy-l-diversity:2,on=s")],
    ids=["sizes", "models"],
)
def test_the_longer_the_less_is_lost(specs, seed):
    task = replace(make_task(table(seed), specs), seed=seed)
    begin = whole_table(task.finest, REGION)
    losses = []
    for seconds in (0, 0.3, 1.5):
        made = all_cuts_within(task, begin, ticks(seconds))
        check(task, made)
        losses.append(made.loss)
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < losses[0]
    again = all_cuts_within(task, begin, ticks(1.5))
    assert again.part.tolist() == made.part.tolist()


def test_every_tuple_stays_in_its_region():
    task = make_task(table(7), ("k-anonymity:4",))
    made = all_cuts_within(task, whole_table(task.finest, REGION), ticks(1))
    ranks, regions = made.axes.ranks, made.regions
    for axis in range(3):
        members = regions.set_on(axis)
        if members is None:
            assert (regions.lows[made.part, axis] <= ranks[axis]).all()
            assert (ranks[axis] <= regions.highs[made.part, axis]).all()
        else:
            assert members[made.part, ranks[axis]].all()
            assert (members.sum(axis=1) == regions.highs[:, axis] + 1).all()


def test_regions_to_cut_anew_do_not_overlap():
    task = make_task(table(1), ("k-anonymity:3",))
    begin = whole_table(task.finest, REGION)
    rules = rules_for(3, len(task.finest), 3)
    parts, _ = cut_parts(task, begin, rules, keeps_ancestors=True)
    random = np.random.default_rng(0)
    for size in SIZES:
        drawn = draw_regions(parts, size, 100, random)
        assert len(drawn.begins) > 0
        assert (drawn.begins[1:] >= drawn.ends[:-1]).all()
        assert (drawn.ends - drawn.begins <= max(size, 100)).all()


def test_rounds_are_as_large_as_the_time_allows():
    pace = Pace(ticks(10, step=0.1), 10_000)
    first = pace.tuples
    pace.note(first)
    assert first < pace.tuples <= 4 * first
    slow = Pace(ticks(10, step=5), 10_000)
    slow.note(slow.tuples)
    assert slow.tuples == SIZES[0]


def test_places_in_runs():
    begins, ends = np.array([2, 6]), np.array([4, 9])
    places = np.array([0, 2, 3, 4, 6, 8, 9])
    assert place_in(begins, ends, places).tolist() == [-1, 0, 0, -1, 1, 1, -1]
