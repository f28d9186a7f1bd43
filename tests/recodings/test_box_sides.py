# SPDX-License-Identifier: Apache-2.0
"""Sides of boxes: a label stands for the values that it may mean."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diversa.recodings.axes import axes_of
from diversa.recodings.box_sides import sides_of, span_of
from diversa.recodings.box_style import BoxStyle
from diversa.recodings.partition import Regions


def styled(partition, style):
    return replace(partition, style=style, axes=axes_of(partition.finest, style))


@pytest.mark.parametrize(
    ("style", "sizes"),
    [
        pytest.param(BoxStyle(), [2, 1], id="tight"),
        pytest.param(BoxStyle("ancestor"), [2, 1], id="ancestors"),
        pytest.param(BoxStyle("star", "star"), [3, 1], id="stars"),
        pytest.param(BoxStyle(numbers="mean"), [2, 1], id="means"),
    ],
)
def test_how_many_places_a_label_stands_for(halves, style, sizes):
    _, places = sides_of(styled(halves, style))
    assert places.sizes[places.label].tolist() == sizes


def test_a_part_spans_its_values_or_its_region(halves):
    lows, highs = span_of(halves, 0)
    assert (lows.tolist(), highs.tolist()) == ([0, 2], [1, 3])
    ends = np.zeros((2, 2), dtype=np.int32), np.full((2, 2), 3, dtype=np.int32)
    region = replace(styled(halves, BoxStyle(region=True)), regions=Regions(*ends))
    lows, highs = span_of(region, 0)
    assert (lows.tolist(), highs.tolist()) == ([0, 0], [3, 3])
