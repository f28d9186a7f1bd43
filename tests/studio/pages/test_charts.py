# SPDX-License-Identifier: Apache-2.0
"""Charts hold the numbers they are made of, and a point says which node it is."""

from __future__ import annotations

import json

from diversa.studio.pages.charts import (
    belief_chart,
    frontier_curve,
    lattice_chart,
    tree_chart,
)
from diversa.studio.steps.beliefs import AttributeBeliefs, ValueBelief
from diversa.studio.steps.lattice_map import LatticeMap, NodePoint
from diversa.sweeps.sweep import SweepPoint

MAP = LatticeMap(
    ("zip", "age"), (2, 3), 12, 2,
    (
        NodePoint((0, 0), 0, 0.0, "fails"),
        NodePoint((1, 2), 3, 0.4, "minimal", 0.05),
        NodePoint((1, 2), 3, 0.4, "best", 0.05),
    ),
    (1, 2), "exact",
)  # fmt: skip


def drawn(options):
    json.dumps(options, allow_nan=False)
    return {
        series["name"]: [(one["name"], one["value"]) for one in series["data"]]
        for series in options["series"]
    }


def test_nodes_by_height_and_by_risk():
    by_height = drawn(lattice_chart(MAP, by_risk=False))
    assert by_height["fails"] == [("levels 0 0", [0, 0.0])]
    assert by_height["best"] == [("levels 1 2", [3, 0.4])]
    by_risk = drawn(lattice_chart(MAP, by_risk=True, chosen=(1, 2)))
    assert by_risk["fails"] == []  # its risk was not counted
    assert by_risk["chosen"] == [("levels 1 2", [0.05, 0.4])]


def test_a_curve_joins_the_best():
    points = [
        SweepPoint({"k": 2}, 0.1, 2.0, best=True),
        SweepPoint({"k": 3}, 0.3, 2.0),
        SweepPoint({"k": 500}, failure="none"),
    ]
    curve = drawn(frontier_curve(points, "k"))
    assert curve["others"] == [("k=3", [2.0, 0.3])]
    assert curve["best for their privacy (Pareto frontier)"] == [("k=2", [2.0, 0.1])]


def test_beliefs_before_and_after():
    beliefs = AttributeBeliefs(
        "ill",
        (ValueBelief("flu", 0.5, 1.0, 0.25), ValueBelief(None, 0.5, 0.0, 0.75)),
    )
    chart = belief_chart(beliefs, published=True)
    assert chart["yAxis"]["data"] == ["(missing)", "flu"]
    assert [series["data"] for series in chart["series"]] == [
        [50.0, 50.0],
        [0.0, 100.0],
        [75.0, 25.0],
    ]
    assert len(belief_chart(beliefs, published=False)["series"]) == 2


def test_a_tree_is_drawn_as_it_is():
    tree = {"name": "*", "value": 3, "children": []}
    assert tree_chart(tree)["series"][0]["data"] == [tree]
