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


def paths(picture, kind):
    return [path for path in picture.iter(f"{SVG}path") if kind in path.get("class")]


def lines(picture):
    """The lines of the curves; those of the legend are level."""
    ways = [path.get("d")[1:].split("L") for path in paths(picture, "curve s")]
    points = [[tuple(map(float, at.split())) for at in way] for way in ways]
    return [way for way in points if way[0][1] != way[-1][1]]


def heights(picture):
    return [y for line in lines(picture) for _, y in line]


def test_equal_ratios_are_equal_steps_on_a_logarithmic_axis():
    low, middle, other, high = heights(drawn(logarithmic=True))
    assert low - middle == pytest.approx((low - high) / 2, abs=0.2)
    assert low > other > middle


def test_points_need_not_be_joined():
    assert len(lines(drawn())) == len(LINES)
    assert lines(drawn(joined=False)) == []


def test_curves_differ_by_mark_and_dashes_and_not_by_colour_alone():
    picture = drawn()
    marks = {path.get("d") for path in paths(picture, "f")}
    kinds = {path.get("class") for path in paths(picture, "curve s")}
    assert len(marks) == len(kinds) == len(LINES)
    assert kinds == {"curve s0 d0", "curve s1 d1"}


def test_a_title_is_written_in_lines_that_fit():
    title = "Time against the number of quasi-identifiers of a table of many rows"
    picture = ElementTree.fromstring(curves(title, LINES, across="k", upwards="cost"))
    written = [text.text for text in picture.iter(f"{SVG}text")][:2]
    assert " ".join(written) == title
    assert max(map(len, written)) < 60


def test_spreads_and_rules_have_room():
    spreads = {"c": [(2, 1.0, 150.0)]}
    picture = drawn(spreads=spreads, rules={"as it was": 180.0})
    (spread,) = paths(picture, "spread")
    (rule,) = paths(picture, "rule")
    top = min(float(at) for at in spread.get("d").replace("L", " ").split()[1::2])
    ruled = float(rule.get("d").split()[1].split("L")[0])
    assert 0 < ruled < top
    assert "as it was" in [text.text for text in picture.iter(f"{SVG}text")]


def test_an_axis_may_begin_above_nothing():
    texts = [text.text for text in drawn(start=1.0).iter(f"{SVG}text")]
    assert "0" not in texts
    assert "1" in texts


def test_equal_ratios_are_equal_steps_across():
    points = {"a": [(10, 1.0), (100, 2.0), (1000, 3.0)]}
    text = curves("A", points, across="n", upwards="cost", ratios_across=True)
    ((first, middle, last),) = lines(ElementTree.fromstring(text))
    assert middle[0] - first[0] == pytest.approx(last[0] - middle[0], abs=0.2)


def test_marks_are_the_numbers_themselves_where_they_are_few():
    assert across_ticks([2, 4, 8, 4]) == [2, 4, 8]
    assert len(across_ticks([x / 7 for x in range(90)])) <= 9
    assert across_ticks([0.47, 0.5, 0.51, 1.0]) == [0.5, 0.6, 0.7, 0.8, 0.9, 1.0]


def test_a_long_legend_takes_several_lines():
    names = ["a name that is rather long"] * 5
    assert legend_lines(names) > 1
    assert all(at < 360 for at, _, _ in placed_legend(names))
