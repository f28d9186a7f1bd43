# SPDX-License-Identifier: Apache-2.0
"""Parts are divided in place."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.kernels.runs import divide, halves
from hand_made_axes import TUPLES, lines_of, random_runs


@pytest.fixture(params=range(4))
def runs(request):
    return random_runs(request.param)


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
