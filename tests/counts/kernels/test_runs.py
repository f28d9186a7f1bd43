# SPDX-License-Identifier: Apache-2.0
"""Parts are divided in place."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.kernels.runs import Runs, divide, halves
from hand_made_axes import DOMAIN, random_axes

TUPLES = 30


@pytest.fixture(params=range(4))
def runs(request):
    """Axes and the runs of one part, whose region is all there is."""
    axes = random_axes(request.param, TUPLES)
    points = np.ascontiguousarray(axes.ranks.T)
    rows = np.random.default_rng(request.param).integers(1, 4, TUPLES)
    whole = Runs.room(points, np.arange(TUPLES), rows, TUPLES)
    whole.ends[0], whole.highs[0] = TUPLES, DOMAIN - 1
    return axes, whole


def lines_of(runs, part):
    return runs.lines[runs.begins[part] : runs.ends[part]].tolist()


def test_a_part_is_divided_at_a_cut(runs):
    axes, whole = runs
    rows = whole.rows.copy()
    divide(whole, 0, 1, 1, 2)
    lower = np.flatnonzero(axes.ranks[1] <= 2).tolist()
    upper = np.flatnonzero(axes.ranks[1] > 2).tolist()
    assert sorted(lines_of(whole, 0)) == lower
    assert sorted(lines_of(whole, 1)) == upper
    # Points and rows move with their lines.
    assert whole.rows.tolist() == rows[whole.lines].tolist()
    assert whole.points.tolist() == axes.ranks.T[whole.lines].tolist()
    assert whole.highs[:2].tolist() == [[5, 2, 5], [5, 5, 5]]
    assert whole.lows[:2].tolist() == [[0, 0, 0], [0, 3, 0]]


def test_which_side_of_a_cut_each_tuple_is_on(runs):
    axes, whole = runs
    chosen, half = halves(
        whole, np.array([0]), np.array([0]), np.array([3], dtype=np.int32)
    )
    assert chosen.tolist() == list(range(TUPLES))
    assert half.tolist() == (axes.ranks[0] > 3).astype(int).tolist()
