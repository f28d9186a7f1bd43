# SPDX-License-Identifier: Apache-2.0
"""What is published of a box, and what that stands for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diversa.recodings.axes import axes_of
from diversa.recodings.box_style import BoxStyle
from diversa.recodings.boxes import boxes_of, join_alike, sides_of
from diversa.recodings.partition import Regions

STYLES = {
    "tight": (BoxStyle(), ["[20-25]", "[31-38]"], ["{Pisa, Rome}", "Bonn"]),
    "ancestors": (BoxStyle("ancestor"), ["[20-25]", "[31-38]"], ["Italy", "Bonn"]),
    "stars": (BoxStyle("star", "star"), ["*", "*"], ["*", "Bonn"]),
    "means": (BoxStyle(numbers="mean"), ["22.5", "34.5"], ["{Pisa, Rome}", "Bonn"]),
}


def styled(partition, style):
    return replace(partition, style=style, axes=axes_of(partition.finest, style))


@pytest.mark.parametrize("name", STYLES)
def test_what_is_published(halves, name):
    style, ages, places = STYLES[name]
    assert [list(map(str, one)) for one in boxes_of(styled(halves, style))] == [
        ages,
        places,
    ]


@pytest.mark.parametrize(
    ("name", "sizes"),
    [("tight", [2, 1]), ("ancestors", [2, 1]), ("stars", [3, 1]), ("means", [2, 1])],
)
def test_how_many_places_a_label_stands_for(halves, name, sizes):
    _, places = sides_of(styled(halves, STYLES[name][0]))
    assert places.sizes[places.label].tolist() == sizes


def test_a_region_is_published_whatever_lies_in_it(halves):
    regions = Regions(
        np.array([[0, 1], [0, 0]], dtype=np.int32),
        np.array([[3, 2], [3, 2]], dtype=np.int32),
    )
    whole = replace(styled(halves, BoxStyle(region=True)), regions=regions)
    ages, places = boxes_of(whole)
    assert ages == ["[20-38]", "[20-38]"]
    assert places == ["{Pisa, Rome}", "*"]


def test_groups_that_look_alike_are_one(halves):
    stars = styled(halves, BoxStyle("star", "star"))
    apart = replace(
        stars, part=np.arange(6, dtype=np.int32) % 2, parts=2
    )  # ages and places of both kinds in both
    assert join_alike(apart).parts == 1
    assert join_alike(stars).parts == 2
