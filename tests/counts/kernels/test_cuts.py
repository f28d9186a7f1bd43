# SPDX-License-Identifier: Apache-2.0
"""Where a part is cut, against trying every cut."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from diversa.counts.kernels import cuts
from hand_made_axes import DOMAIN, KINDS, hidden, random_axes

TUPLES = 9


def cut_out(array):
    """An array as parts have theirs: a piece of a larger one."""
    return np.repeat(array, 2, axis=-1)[..., ::2]


@pytest.mark.parametrize("far", [1, 10_000], ids=["near", "far apart"])
def test_ranks_are_sorted_and_their_rows_counted(far):
    """Ranks that lie near each other are tallied, others are sorted."""
    random = np.random.default_rng(3)
    ranks = cut_out((random.integers(0, 7, 20) * far).astype(np.int32))
    rows = random.integers(1, 5, 20)
    order, tally = np.empty(20, np.int64), np.empty(7 * far + 2, np.int64)
    room = cuts.room_for(random_axes(3), 20, 20)._replace(order=order, tally=tally)
    cuts.by_rank(ranks, order, tally)
    assert sorted(order.tolist()) == list(range(20))
    assert ranks[order].tolist() == sorted(ranks.tolist())
    runs = cuts.rows_by_rank(ranks, rows, room)
    values, counts = room.ranks, room.counts
    expected = Counter()
    for rank, number in zip(ranks.tolist(), rows.tolist(), strict=True):
        expected[rank] += number
    assert dict(zip(values[:runs], counts[:runs], strict=True)) == expected
    assert values[:runs].tolist() == sorted(expected)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("least", [1, 4, 100])
def test_no_cut_is_cheaper_than_the_cheapest(seed, least):
    axes = random_axes(seed, TUPLES)
    rows = np.random.default_rng(seed).integers(1, 4, TUPLES)
    room = cuts.room_for(axes, TUPLES, TUPLES)
    for axis in range(len(KINDS)):
        ranks, pieces = axes.ranks[axis], cut_out(axes.ranks)
        order = np.argsort(ranks, kind="stable")
        loss, cut = cuts.cheapest_cut(axes, pieces, rows, axis, order, least, room)
        every = {
            value: both_sides(axes, rows, np.flatnonzero(ranks <= value), least)
            for value in range(DOMAIN)
        }
        assert loss == pytest.approx(min(every.values()))
        if loss < np.inf:
            assert every[cut] == pytest.approx(loss)


def both_sides(axes, rows, lower, least):
    """What both sides of a cut lose; infinite where one has too few rows."""
    upper = np.setdiff1d(np.arange(TUPLES), lower)
    sizes = rows[lower].sum(), rows[upper].sum()
    if min(sizes) < least:
        return np.inf
    return sizes[0] * hidden(axes, lower) + sizes[1] * hidden(axes, upper)


@pytest.mark.parametrize(
    ("counts", "least", "cut"),
    [
        pytest.param([1, 1, 1, 1], 1, 20, id="half and half"),
        pytest.param([1, 5, 1, 1], 1, 20, id="at the median"),
        pytest.param([1, 1, 1, 9], 1, 30, id="nothing is above the median"),
        pytest.param([9, 1, 1, 1], 1, 10, id="the first"),
        pytest.param([9, 1, 1, 1], 4, -1, id="too few above"),
        pytest.param([4], 1, -1, id="one value"),
    ],
)
def test_the_cut_at_the_median(counts, least, cut):
    axes = random_axes(0)
    ranks = 10 * np.arange(1, len(counts) + 1)
    assert cuts.median_cut(axes, 0, ranks, np.array(counts), least) == cut


def test_neighbours_of_a_tree_are_parted_below_two_children():
    """Two leaves of one child and one of another, below one root."""
    axes = random_axes(0)._replace(
        kinds=np.array([2], dtype=np.int8),
        offsets=np.array([0, 3]),
        ancestors=np.array([0, 1, 2, 0, 0, 1, 0, 0, 0], dtype=np.int32),
        roots=np.array([0, 9]),
        heights=np.array([2]),
    )
    assert not cuts.separates(axes, 0, 2, 0, 1)
    assert cuts.separates(axes, 0, 2, 1, 2)
    assert cuts.separates(axes, 0, 1, 0, 1)
    assert not cuts.separates(axes, 0, 1, 1, 1)
