# SPDX-License-Identifier: Apache-2.0
"""Drawings: part of the page they stand in, with its colours and fonts."""

from __future__ import annotations

import re

import pytest

from diversa.report import drawing
from diversa.report.drawing import AFTER, VARIABLES, breadth, inline, shortened

SVG = f"""<?xml version="1.0"?>
<svg xmlns:xlink="x" width="10pt" height="5pt" version="1.1" xmlns="y">
 <metadata>made yesterday</metadata>
 <defs><style type="text/css">*{{}}</style></defs>
 <path id="p1" style="fill: {AFTER}"/>
 <use xlink:href="#p1" clip-path="url(#p1)"/>
 <text style="font: 9px 'Sans'; fill: #000001">{AFTER}</text>
</svg>
"""


def test_a_drawing_becomes_part_of_a_page():
    part = inline("risk", 'a "risk"', SVG)
    assert part.startswith('<svg role="img" aria-label="a &quot;risk&quot;"')
    assert not re.search('metadata|<style|xlink|version|pt"|Sans|\n', part)
    assert 'id="risk-p1"' in part
    assert 'href="#risk-p1" clip-path="url(#risk-p1)"' in part
    assert "font-size: 9px" in part


def test_colours_are_those_of_the_page_and_labels_are_not_touched():
    part = inline("n", "t", SVG)
    assert f"fill: {VARIABLES[AFTER]}" in part
    assert f">{AFTER}</text>" in part


def test_nothing_is_drawn_without_the_library(monkeypatch):
    monkeypatch.setattr(drawing, "can_draw", lambda: False)
    assert drawing.drawing("n", "t", 1.0, lambda _: pytest.fail("painted")) == ""


def test_a_drawing_is_the_same_every_time():
    def paint(axes):
        axes.plot([0, 1], [1, 0])
        axes.set_yticks([0, 1], ["東京", "Oslo"])

    first, second = (drawing.drawing("n", "t", 1.0, paint) for _ in range(2))
    assert first == second
    assert ">東京</text>" in first


@pytest.mark.parametrize("most", [5, 9, 24])
@pytest.mark.parametrize(
    "label", ["Cuba", "a rather long name of an attribute", "東京都庁舎の第一本庁舎"]
)
def test_labels_have_room(label, most):
    short = shortened(label, most)
    assert breadth(short) <= max(most, 1)
    assert (short == label) == (breadth(label) <= most)
    first, _, last = short.partition("…")
    assert label.startswith(first)
    assert label.endswith(last)
