# SPDX-License-Identifier: Apache-2.0
"""What is published of a box, and what that stands for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.recodings import boxes
from diversa.recodings.axes import axes_of
from diversa.recodings.box_style import BoxStyle
from diversa.recodings.boxes import (
    BITS,
    boxes_of,
    join_alike,
    set_labels,
)
from diversa.recodings.common_values import CommonCategories
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


def test_a_region_is_published_whatever_lies_in_it(halves):
    regions = Regions(
        np.array([[0, 1], [0, 0]], dtype=np.int32),
        np.array([[3, 2], [3, 2]], dtype=np.int32),
    )
    whole = replace(styled(halves, BoxStyle(region=True)), regions=regions)
    ages, places = boxes_of(whole)
    assert ages == ["[20-38]", "[20-38]"]  # all that there is, in both
    assert places == ["Italy", "*"]


def test_a_region_of_categories_is_any_set(halves):
    """Towns stand in the order of their countries: Bonn, Pisa, Rome."""
    members = np.array([[True, False, True], [False, True, False]])
    regions = Regions(
        np.array([[0, 0], [0, 0]], dtype=np.int32),
        np.array([[3, 1], [3, 0]], dtype=np.int32),
        (None, members),
    )
    whole = replace(styled(halves, BoxStyle(region=True)), regions=regions)
    assert boxes_of(whole)[1] == ["{Bonn, Rome}", "Pisa"]
    assert whole.losses[:, 1].tolist() == [1 / 2, 0]
    joined = regions.join(np.array([0, 0]), 1)
    assert joined.set_on(1).tolist() == [[True, True, True]]


def test_groups_that_look_alike_are_one(halves):
    stars = styled(halves, BoxStyle("star", "star"))
    apart = replace(
        stars, part=np.arange(6, dtype=np.int32) % 2, parts=2
    )  # ages and places of both kinds in both
    assert join_alike(apart).parts == 1
    assert boxes_of(join_alike(apart)) == (["*"], ["*"])
    assert join_alike(stars) is stars


@pytest.mark.parametrize("bits", [0, BITS], ids=["listed", "as bits"])
def test_sets_are_written_alike_however_many_values_there_are(bits, monkeypatch):
    monkeypatch.setattr(boxes, "BITS", bits)
    towns = Dictionary.build("town", ["Bonn", "Köln", "Rome", None], [1] * 4)
    hierarchy = Hierarchy.from_labels(towns, [])
    values, starts = np.array([0, 2, 1, 0, 1, 2, 3, 0, 3]), np.array([0, 2, 3, 7, 9])
    labels = set_labels(hierarchy, values, starts)
    assert labels == ["{Bonn, Rome}", "Köln", "*", "{Bonn, missing}"]


def test_coded_labels_are_made_for_those_who_need_them(halves, monkeypatch):
    style = BoxStyle(least=2)
    asked = []
    monkeypatch.setattr(CommonCategories, "label", lambda *span: asked.append(span))
    assert list(boxes_of(styled(halves, style))[1]) == ["{Pisa, Rome}", "Bonn"]
    assert asked == []  # both towns have rows enough
