# SPDX-License-Identifier: Apache-2.0
"""Drawings: part of the page they stand in, with its colours and fonts."""

from __future__ import annotations

import xml.dom.minidom

import pytest

from diversa.report.drawing import (
    WIDTH,
    Scale,
    Sheet,
    breadth,
    even_steps,
    room_beside,
    shorten,
    standalone,
)


def test_a_drawing_is_part_of_a_page():
    sheet = Sheet(50)
    sheet.text(1, 2, 'a < b & "c"', "muted", anchor="end")
    sheet.rectangle(0, 0, 10.04, 5, "after", opacity=0.5)
    sheet.circle(3, 4, "before")
    sheet.dots([(1, 1), (2, 2)], 3, "dots holds")
    sheet.text_at_angle(5, 5, "name", -40)
    drawn = sheet.svg('a "risk"')
    root = xml.dom.minidom.parseString(drawn).documentElement
    assert root.getAttribute("aria-label") == 'a "risk"'
    assert root.getAttribute("viewBox") == "0 0 360 50"
    kinds = [node.tagName for node in root.childNodes]
    assert kinds == ["text", "rect", "circle", "path", "text"]
    assert root.childNodes[0].firstChild.data == 'a < b & "c"'
    assert root.childNodes[1].getAttribute("width") == "10"
    # Colours are those of the page: shapes have classes and no colour of their own.
    assert "#" not in drawn
    assert " id=" not in drawn


def test_nothing_is_drawn_of_no_dots():
    sheet = Sheet(10)
    sheet.dots([], 3, "dots")
    assert sheet.shapes == []


def test_a_scale_of_one_number_has_a_place():
    assert Scale(3, 3, 10, 20)(3) == 10


@pytest.mark.parametrize("high", [1e-6, 0.013, 0.5, 1.0, 7.0, 123456.0])
def test_steps_are_few_and_round(high):
    steps = even_steps(high)
    assert steps[0] == 0
    assert high / 2 < steps[-1] <= high * 1.001
    assert 3 <= len(steps) <= 7


def test_long_labels_leave_room_for_the_chart():
    assert room_beside(["x" * 500]) <= WIDTH / 2
    assert room_beside(["ab"]) < room_beside(["a longer name"])


@pytest.mark.parametrize("most", [5, 9, 24])
@pytest.mark.parametrize(
    "label", ["Cuba", "a rather long name of an attribute", "東京都庁舎の第一本庁舎"]
)
def test_labels_have_room(label, most):
    short = shorten(label, most)
    assert breadth(short) <= max(most, 1)
    assert (short == label) == (breadth(label) <= most)
    first, _, last = short.partition("…")
    assert label.startswith(first)
    assert label.endswith(last)


def test_a_drawing_of_its_own_has_its_colours():
    drawn = standalone(Sheet(50).svg("a > b"))
    root = xml.dom.minidom.parseString(drawn).documentElement
    assert root.getAttribute("viewBox") == "0 0 360 50"
    assert root.getAttribute("aria-label") == "a > b"
    style = root.getElementsByTagName("style")[0].firstChild.data
    assert "--ink: #" in style
    assert "svg .after" in style
    assert "prefers-color-scheme: dark" in style
