# SPDX-License-Identifier: Apache-2.0
"""What a span of an axis hides, and the extents of parts, against plain NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.kernels import spans
from diversa.recodings.axes import axes_of
from diversa.recodings.box_style import BoxStyle
from tables import SmallTable

JOBS = {"cook": ("food", "*"), "baker": ("food", "*"), "nurse": ("care", "*")}
ROWS = tuple((job, "flu") for job in JOBS for _ in range(2))


def axes_with(**style):
    table = SmallTable(("job", "ill"), ROWS, {"job": JOBS})
    return axes_of(table.counted(), BoxStyle(**style))


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ({"sets": "values"}, {(0, 0): 0, (0, 1): 1 / 2, (1, 2): 1 / 2, (0, 2): 1}),
        ({"sets": "star"}, {(0, 0): 0, (0, 1): 1, (1, 2): 1, (0, 2): 1}),
    ],
    ids=["values", "star"],
)
def test_what_spans_of_three_categories_hide(style, expected):
    """A set hides (values - 1) / (domain - 1); a star hides everything."""
    axes = axes_with(**style)
    lows = np.array([low for low, _ in expected], dtype=np.int32)
    highs = np.array([high for _, high in expected], dtype=np.int32)
    losses = spans.span_losses(axes, 0, lows, highs)
    assert losses.tolist() == pytest.approx(list(expected.values()))


def test_an_ancestor_hides_all_its_leaves():
    """Food (baker, cook) hides 1 of 2 steps; food and care together hide both."""
    axes = axes_with(sets="ancestor")
    assert [spans.common_level(axes, 0, *ends) for ends in ((0, 1), (1, 2))] == [1, 2]
    assert spans.span_loss(axes, 0, 0, 1) == pytest.approx(1 / 2)
    assert spans.span_loss(axes, 0, 1, 2) == 1
    assert spans.span_loss(axes, 0, 1, 1) == 0


@pytest.mark.parametrize("bits", [0, 1, 0b1011, 2**63, 2**64 - 1])
def test_ones_are_counted(bits):
    assert spans.count_bits(np.uint64(bits)) == bits.bit_count()


def test_extents_of_parts():
    points = np.array([[0, 3], [2, 3], [1, 0], [2, 1], [2, 2]], dtype=np.int32)
    order = np.array([0, 2, 1, 3, 4])
    starts = np.array([0, 2, 5])
    lows, highs, values = spans.extents(points, np.array([0, 3, 7]), order, starts)
    for part, lines in enumerate(([0, 2], [1, 3, 4])):
        chosen = points[lines]
        assert lows[part].tolist() == chosen.min(axis=0).tolist()
        assert highs[part].tolist() == chosen.max(axis=0).tolist()
        assert values[part].tolist() == [len(set(axis)) for axis in chosen.T.tolist()]
