# SPDX-License-Identifier: Apache-2.0
"""Parts are divided in place and cut down to the least size."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.kernels import parts
from hand_made_axes import DOMAIN, KINDS, TUPLES, lines_of, random_axes, random_runs


@pytest.fixture(params=range(4))
def runs(request):
    return random_runs(request.param)


def test_the_best_axis_and_ties():
    """Of equal scores the axis with the fewest values counts."""
    axes = random_axes(0)._replace(offsets=np.array([0, 6, 9, 15]))
    assert parts.best_axis(axes, np.array([2.0, 2.0, 3.0])) == 1
    assert parts.best_axis(axes, np.array([2.0, 5.0, 1.0])) == 2
    assert parts.best_axis(axes, np.array([2.0, 5.0, 2.0])) == 0


@pytest.mark.parametrize("few", [0, 100], ids=["medians", "cheapest cuts"])
@pytest.mark.parametrize("least", [3, 8])
def test_parts_are_cut_until_none_can_be_cut(runs, least, few):
    axes, whole = runs
    count = parts.cut_to_size(axes, whole, 1, parts.CutRules(least, few), 1)
    every = [lines_of(whole, part) for part in range(count)]
    assert sorted(line for lines in every for line in lines) == list(range(TUPLES))
    assert count > 1
    rows = dict(zip(whole.lines.tolist(), whole.rows.tolist(), strict=True))
    for lines in every:
        assert sum(rows[line] for line in lines) >= least
        if few:  # a median may fail where another cut would not
            assert not can_be_cut(axes, lines, rows, least)


def can_be_cut(axes, lines, rows, least):
    """Whether a cut along any axis leaves enough rows on both sides."""
    total = sum(rows[line] for line in lines)
    for axis in range(len(KINDS)):
        for cut in range(DOMAIN):
            lower = sum(rows[line] for line in lines if axes.ranks[axis, line] <= cut)
            if lower >= least and total - lower >= least:
                return True
    return False


def test_scores_are_those_of_the_cheapest_cuts(runs):
    axes, whole = runs
    rules = parts.CutRules(3, 100)
    scores, found = parts.score_parts(axes, whole, np.array([0]), rules)
    axis = parts.best_axis(axes, scores[0])
    lower = whole.rows[axes.ranks[axis] <= found[0, axis]].sum()
    assert min(lower, whole.rows.sum() - lower) >= 3
    without = parts.score_parts(
        axes, whole, np.array([0]), rules._replace(least=10_000)
    )[0]
    assert np.isinf(without).all()
