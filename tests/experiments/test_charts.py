# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from xml.etree import ElementTree

import pytest

from experiments.charts import across_ticks, curves, legend_lines, placed_legend

SVG = "{http://www.w3.org/2000/svg}"
LINES = {"a < b": [(2, 1.0), (4, 10.0)], "c": [(2, 3.0), (4, 100.0)]}


def drawn(**words):
    text = curves("A title", LINES, across="k", upwards="cost", **words)
    return ElementTree.fromstring(text)


def test_a_chart_is_a_file_of_its_own_with_both_colour_schemes():
    picture = drawn()
    assert picture.tag == f"{SVG}svg"
    assert picture.get("aria-label") == "A title"
    assert "prefers-color-scheme: dark" in picture.find(f"{SVG}style").text
    assert picture.find(f"{SVG}rect").get("class") == "paper"


def test_names_are_escaped_and_shown():
    words = [text.text for text in drawn().iter(f"{SVG}text")]
    assert {"a < b", "c", "k", "cost"} <= {*words}


def heights(picture):
    ways = [path.get("d") for path in picture.iter(f"{SVG}path")]
    curve = next(way for way in ways if way.count("L") == 1 and "h0" not in way)
    lines = [way for way in ways if way.count("L") == 1 and "h0" not in way]
    del curve
    first, last = lines[-2][1:].split("L"), lines[-1][1:].split("L")
    return [float(point.split()[1]) for point in (*first, *last)]


def test_equal_ratios_are_equal_steps_on_a_logarithmic_axis():
    low, middle, other, high = heights(drawn(logarithmic=True))
    assert low - middle == pytest.approx((low - high) / 2, abs=0.2)
    assert low > other > middle


def test_points_need_not_be_joined():
    joined = len(list(drawn().iter(f"{SVG}path")))
    assert len(list(drawn(joined=False).iter(f"{SVG}path"))) == joined - len(LINES)


def test_marks_are_the_numbers_themselves_where_they_are_few():
    assert across_ticks([2, 4, 8, 4]) == [2, 4, 8]
    assert len(across_ticks([x / 7 for x in range(90)])) <= 9


def test_a_long_legend_takes_several_lines():
    names = ["a name that is rather long"] * 5
    assert legend_lines(names) > 1
    assert all(at < 360 for at, _, _ in placed_legend(names))
