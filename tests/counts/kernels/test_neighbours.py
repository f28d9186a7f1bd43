# SPDX-License-Identifier: Apache-2.0
"""How far neighbours are, against every pair by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.kernels.neighbours import least_losses, pair_loss
from diversa.recodings.axes import axes_of
from examples import examples
from random_tables import tables


@examples(30)
@given(tables(most=14), st.integers(1, 5))
def test_the_nearest_tuples_with_enough_rows(table, least):
    finest = table.task("k-anonymity:2").finest
    axes, sizes = axes_of(finest), finest.groups.sizes
    lines = np.arange(len(finest))
    losses = least_losses(axes, sizes, lines, least)
    for line in lines.tolist():
        others = sorted(
            (pair_loss(axes, line, other), int(sizes[other]))
            for other in lines.tolist()
            if other != line
        )
        rows, expected = int(sizes[line]), 0.0
        for loss, more in others:
            if rows >= least:
                break
            rows, expected = rows + more, loss
        assert losses[line] == pytest.approx(expected)


@examples(30)
@given(tables(most=14))
def test_a_pair_hides_what_differs(table):
    finest = table.task("k-anonymity:2").finest
    axes = axes_of(finest)
    for line in range(len(finest)):
        assert pair_loss(axes, line, line) == 0
        for other in range(len(finest)):
            differ = axes.ranks[:, line] != axes.ranks[:, other]
            loss = pair_loss(axes, line, other)
            assert loss == pytest.approx(pair_loss(axes, other, line))
            assert loss == pytest.approx(axes.steps[differ].sum())
