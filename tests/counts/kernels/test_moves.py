# SPDX-License-Identifier: Apache-2.0
"""Moves of tuples between parts, against trying every move."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.kernels import moves
from hand_made_axes import hidden, random_axes

TUPLES = 9
PARTS = 3


@pytest.fixture(params=range(6))
def table(request):
    """Axes, the part of each tuple, the tuples part by part, and rows of each."""
    random = np.random.default_rng(request.param)
    axes = random_axes(request.param, TUPLES)
    part = random.permutation(np.arange(TUPLES) % PARTS).astype(np.int32)
    order = np.argsort(part, kind="stable")
    starts = np.searchsorted(part[order], np.arange(PARTS + 1))
    return axes, part, order, starts, random.integers(1, 4, TUPLES)


def members(part):
    return [np.flatnonzero(part == number).tolist() for number in range(PARTS)]


def test_parts_are_summed_up(table):
    axes, part, order, starts, _ = table
    lows, highs, bits, losses = moves.sum_up(axes, order, starts)
    for number, lines in enumerate(members(part)):
        ranks = axes.ranks[:, lines]
        assert lows[number].tolist() == ranks.min(axis=1).tolist()
        assert highs[number].tolist() == ranks.max(axis=1).tolist()
        ones = [sum(1 << rank for rank in set(axis)) for axis in ranks.tolist()]
        assert bits[number].tolist() == ones
        assert losses[number] == pytest.approx(hidden(axes, lines))


def test_a_part_that_a_tuple_joins(table):
    axes, part, order, starts, _ = table
    parts = moves.sum_up(axes, order, starts)
    block = np.array([2, 0, 1])
    laid_out = moves.lay_out(axes, block, parts)
    for begin in range(PARTS):
        losses = np.full(PARTS - begin, np.nan)
        targets = block[begin:]
        moves.losses_after_join(axes, 4, targets, begin, parts, laid_out, losses)
        assert losses.tolist() == pytest.approx(
            [hidden(axes, [*members(part)[number], 4]) for number in targets]
        )


@pytest.mark.parametrize("least", [1, 3, 5])
def test_no_move_gains_more_than_the_one_proposed(table, least):
    axes, part, order, starts, sizes = table
    rows = np.bincount(part, sizes, PARTS).astype(np.int64)
    targets, nets, _ = moves.propose_moves(
        axes,
        np.arange(TUPLES),
        sizes,
        moves.Assignment(part, order, starts, rows),
        moves.BlocksOfParts(
            np.zeros(PARTS, dtype=np.int64), np.arange(PARTS), np.array([0, PARTS])
        ),
        moves.sum_up(axes, order, starts),
        least,
    )
    before = total_loss(axes, part, sizes)
    for line in range(TUPLES):
        stays = rows[part[line]] - sizes[line] < least
        alone = len(members(part)[part[line]]) == 1
        gains = {
            target: before - total_loss(axes, moved(part, line, target), sizes)
            for target in range(PARTS)
            if target != part[line] and not stays and not alone
        }
        best = max(gains.values(), default=0)
        assert nets[line] == pytest.approx(max(best, 0), abs=1e-9)
        if best > 1e-9:
            assert gains[targets[line]] == pytest.approx(best)
        elif best < -1e-9 or not gains:
            assert targets[line] == -1


def moved(part, line, target):
    after = part.copy()
    after[line] = target
    return after


def total_loss(axes, part, sizes):
    """Rows times what their part hides."""
    return sum(
        sizes[lines].sum() * hidden(axes, lines) for lines in members(part) if lines
    )


def test_no_part_is_touched_twice():
    sources, targets = np.array([0, 1, 2, 4]), np.array([1, 2, 3, 5])
    taken = moves.independent_moves(sources, targets, 6)
    assert taken.tolist() == [True, False, True, True]
