# SPDX-License-Identifier: Apache-2.0
"""Charts: labels, long names and many numbers have their room."""

from __future__ import annotations

import re
import xml.dom.minidom

import pytest

from diversa.report import charts, dot_charts
from diversa.report.drawing import LETTER, WIDTH, breadth
from diversa.report.language import phrase, speaking

KINDS = (*dot_charts.NODES, "published")


def numbers(drawn, attribute):
    return [float(text) for text in re.findall(rf' {attribute}="([-0-9.]+)"', drawn)]


def test_labels_are_drawn_as_they_are():
    labels = ["$20_{ - $30", "$\\frac$", "#000001"]
    drawn = charts.histogram("t", labels, {"after": [0.2, 0.3, 0.5]}, unit="rows")
    assert [label for label in labels if f">{label}</text>" not in drawn] == []


def test_bars_are_as_long_as_their_shares():
    shares = {"before": [0.1, 0.4], "after": [0.2, 0.3]}
    drawn = charts.histogram("t", ["a", "b"], shares, unit="rows")
    bars = re.findall(r'<rect [^>]*width="([0-9.]+)" height="6.7"', drawn)
    first, second, third, fourth = map(float, bars)
    assert first * 4 == pytest.approx(second, rel=0.01)
    assert third * 3 == pytest.approx(fourth * 2, rel=0.01)


def test_long_names_have_room_beside_a_chart():
    name = "background knowledge (an attribute with a long name)"
    drawn = charts.changes("t", [charts.Change(name, [0.5])], unit="rows")
    (shown,) = re.findall(r">(backg[^<]*)</text>", drawn)
    assert len(shown) <= charts.LONGEST
    assert shown.endswith("name)")
    assert charts.changes("t", [], unit="rows") == ""


def test_a_change_has_two_dots_and_one_table_one():
    both = charts.changes("t", [charts.Change("a", [0.9, 0.1])], unit="rows")
    before, after = numbers(both, "cx")
    assert before > after
    alone = charts.changes("t", [charts.Change("a", [0.9])], unit="rows")
    assert numbers(alone, "cx") == [pytest.approx(before)]


def test_a_matrix_of_many_has_no_numbers_that_overlap():
    for size, shown in ((4, 16), (12, 0)):
        drawn = charts.matrix("t", ["a"] * size, [[0.5] * size] * size)
        assert drawn.count(">0.5</text>") == shown


def test_a_profile_begins_and_ends_with_its_labels():
    drawn = charts.profile("t", [(0, "17"), (39, "90")], [0.025] * 40, [0.025] * 40)
    assert 'text-anchor="start">17<' in drawn
    assert 'text-anchor="end">90<' in drawn


def test_widths_of_labels_fill_a_line():
    lines = [("age", [0.25, 0.25, 0.0, 0.5, 0.0]), ("zip", [0.0, 0.0, 0.0, 0.0, 1.0])]
    drawn = charts.label_widths("t", lines)
    bars = re.findall(r'width="([0-9.]+)" height="14" class="width-(\w+)"', drawn)
    assert [kind for _, kind in bars] == ["exact", "narrow", "wide", "all"]
    whole = sum(float(wide) for wide, _ in bars[:3])
    assert whole == pytest.approx(float(bars[3][0]), abs=0.2)


@pytest.mark.parametrize("count", [1, 26])
def test_all_of_it_is_on_the_sheet(count):
    names = [f"attribute number {place}" for place in range(count)]
    half = [0.5] * count
    for drawn in (
        charts.histogram("t", names, {"before": half, "after": half}, unit="rows"),
        charts.changes("t", [charts.Change(n, [1.0, 0.0]) for n in names], unit="r"),
        charts.label_widths("t", [(name, [0.2] * 5) for name in names]),
        charts.matrix("t", names, [half] * count),
    ):
        root = xml.dom.minidom.parseString(drawn).documentElement
        _, _, wide, high = map(float, root.getAttribute("viewBox").split())
        assert all(
            0 <= x <= wide for x in [*numbers(drawn, "x"), *numbers(drawn, "cx")]
        )
        assert all(
            0 <= y <= high for y in [*numbers(drawn, "y"), *numbers(drawn, "cy")]
        )


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_legends_stay_on_the_sheet_in_every_language(code):
    """A legend of all kinds of nodes has more words than one line has room for."""
    with speaking(code):
        drawn = dot_charts.lattice(
            "t", [dot_charts.Dot(1, 0.5, kind) for kind in KINDS]
        )
        texts = [phrase(f"recoding.{kind}") for kind in KINDS]
    for text in texts:
        ((x, y),) = re.findall(rf'<text x="([\d.]+)" y="([\d.]+)">{text}</text>', drawn)
        assert float(x) + breadth(text) * LETTER <= WIDTH
        assert float(y) < 45  # above the highest node
