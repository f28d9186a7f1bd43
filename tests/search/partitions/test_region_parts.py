# SPDX-License-Identifier: Apache-2.0
"""Parts that are cut into regions: what they begin with, and what comes out."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.recodings.box_style import BoxStyle
from diversa.recodings.partition import whole_table
from diversa.search.partitions.all_cuts import all_cuts, rank
from diversa.search.partitions.region_parts import (
    MOST_CATEGORIES,
    RegionParts,
    space_of,
)
from partition_laws import make_task
from tables import SmallTable

ROWS = tuple((str(age), town, "x", "1") for age in range(6) for town in "abcd")
LADDERS = {
    "age": dict.fromkeys(map(str, range(6)), ("*",)),
    "place": {one: ("ab" if one in "ab" else "cd", "*") for one in "abcd"},
    "sex": {"x": ("*",)},
}
TABLE = SmallTable(("age", "place", "sex", "s"), ROWS, LADDERS)


@pytest.fixture
def begin():
    task = make_task(TABLE, ("k-anonymity:2",))
    return whole_table(task.finest, BoxStyle(region=True))


def test_numbers_are_lines_and_categories_sets(begin):
    space = space_of(begin)
    assert space.sets.tolist() == [False, True, True]
    assert space.begins.tolist() == [0, 0, 4, 5]
    nodes = zip(space.firsts.tolist(), space.lasts.tolist(), strict=True)
    assert list(nodes) == [(0, 1), (2, 3)]


def test_too_many_categories_are_a_line():
    names = [f"{number:04}" for number in range(MOST_CATEGORIES + 1)]
    rows = tuple((name, "1") for name in names)
    ladder = {"place": dict.fromkeys(names, ("*",))}
    task = SmallTable(("place", "s"), rows, ladder).task("k-anonymity:2")
    begin = whole_table(task.finest, BoxStyle(region=True))
    assert not space_of(begin).sets.any()
    made = all_cuts(task, begin)
    assert made.regions.set_on(0) is None
    assert made.groups.sizes.min() >= 2


def test_regions_that_were_cut_are_kept_if_wanted(begin):
    for keeps_ancestors in (False, True):
        parts = RegionParts.of(begin, 2, keeps_ancestors=keeps_ancestors)
        cuts, numbers = rank(parts, np.array([0]), 2)
        assert numbers[0] > 0
        sides = parts.cut(np.array([0]), cuts, np.array([0]))
        assert sides.tolist() == [0, 1]
        assert parts.ancestor_count == int(keeps_ancestors)
        assert parts.sizes(sides).sum() == 24


def test_a_partition_with_regions_can_be_cut_further(begin):
    coarse = RegionParts.of(begin, 2, keeps_ancestors=False)
    cuts, _ = rank(coarse, np.array([0]), 2)
    coarse.cut(np.array([0]), cuts, np.array([0]))
    two = coarse.partition(begin)
    again = RegionParts.of(two, 2, keeps_ancestors=False)
    assert again.partition(two).part.tolist() == two.part.tolist()
    for one, other in zip(again.bench.regions[2:], two.regions.lows, strict=False):
        assert one[:2].shape[0] == 2
        assert len(other) == 3
    assert again.losses().sum() == pytest.approx(two.loss * 24 * 3)
