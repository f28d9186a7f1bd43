# SPDX-License-Identifier: Apache-2.0
"""A cut divides the values and the tuples of a region, and keeps what no row has."""

from __future__ import annotations

import numpy as np
import pytest

from cut_trees import loss_of as loss_by_hand
from diversa.counts.kernels.all_cuts import cut_list
from diversa.counts.kernels.region_cuts import cut_region, losses_of
from diversa.counts.kernels.regions import (
    PREFIX,
    THRESHOLD,
    VALUES,
)
from hand_made_regions import AXES, WHOLE, random_bench, rows_of, values_of


def one_cut(axis, kind, first, last):
    cuts = cut_list(1)
    cuts.axes[0], cuts.kinds[0] = axis, kind
    cuts.firsts[0], cuts.lasts[0] = first, last
    return cuts


@pytest.mark.parametrize(
    ("cut", "axis", "lower"),
    [
        ((0, THRESHOLD, 0, 2), 0, {0, 1, 2}),
        ((1, VALUES, 4, 4), 1, {4}),
        ((1, VALUES, 2, 4), 1, {2, 3, 4}),
        ((2, VALUES, 0, 0), 2, {0}),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_both_sides_share_the_region(cut, axis, lower, seed):
    bench = random_bench(seed)
    cut_region(bench, 0, 1, one_cut(*cut), 0)
    below, above = values_of(bench, 0), values_of(bench, 1)
    assert below[axis] == lower
    assert above[axis] == WHOLE[axis] - lower
    assert all(below[one] == above[one] == WHOLE[one] for one in {0, 1, 2} - {axis})
    regions, points = bench.regions, bench.tuples.points
    assert regions.ends[0] == regions.begins[1]
    for region, values in enumerate((below, above)):
        for point in points[regions.begins[region] : regions.ends[region]]:
            assert point[axis] in values[axis]
    sides = np.split(np.array(rows_of(bench)), [regions.ends[0]])
    by_hand = [
        loss_by_hand(AXES, values, side.tolist())
        for values, side in zip((below, above), sides, strict=True)
    ]
    assert losses_of(bench, 2).tolist() == pytest.approx(by_hand)


def test_the_most_frequent_values_are_cut_off():
    bench = random_bench(0)
    bench.tuples.points[:, 1] = [3, 3, 3, 5, 5, 0, 0, 0, 0, 1, 2, 2]
    cut_region(bench, 0, 1, one_cut(1, PREFIX, 0, 2), 0)
    assert values_of(bench, 0)[1] == {0, 3}
    assert values_of(bench, 1)[1] == {1, 2, 4, 5}
