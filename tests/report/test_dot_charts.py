# SPDX-License-Identifier: Apache-2.0
"""Charts of dots: nodes of a lattice, and releases of a sweep."""

from __future__ import annotations

import re

from diversa.report import dot_charts

KINDS = (*dot_charts.NODES, "published")


def numbers(drawn, attribute):
    return [float(text) for text in re.findall(rf' {attribute}="([-0-9.]+)"', drawn)]


def test_nodes_are_drawn_by_what_they_are():
    nodes = [dot_charts.Dot(0, 0.0, "fails"), dot_charts.Dot(2, 0.6, "minimal")]
    drawn = dot_charts.lattice("t", [*nodes, dot_charts.Dot(2, 0.6, "published")])
    assert 'class="dots fails"' in drawn
    assert "does not hold" in drawn
    assert ">holds<" not in drawn
    assert drawn.count("<circle") == 1


def test_a_frontier_joins_the_best_and_names_them():
    trials = [
        dot_charts.ChartPoint(2, 0.1, "k=2", best=True),
        dot_charts.ChartPoint(8, 0.1, "k=4", best=False),
        dot_charts.ChartPoint(8, 0.4, "k=8", best=True),
    ]
    drawn = dot_charts.frontier_chart("t", trials, unit="k")
    (left, right), (low, high) = numbers(drawn, "cx"), numbers(drawn, "cy")
    assert left < right
    assert low > high  # less loss is further down
    assert ">k=8</text>" in drawn
    assert ">k=4</text>" not in drawn
    assert f'd="M{left:g} {low:g}L{right:g} {high:g}" class="frontier-line"' in drawn
    assert dot_charts.frontier_chart("t", [], unit="k").startswith("<svg")
    assert dot_charts.frontier_chart("t", trials[:1], unit="k").count("<circle") == 1
