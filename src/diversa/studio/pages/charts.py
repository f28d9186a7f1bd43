# SPDX-License-Identifier: Apache-2.0
"""Charts of the pages: options for ECharts from plain numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from diversa.studio.steps.beliefs import AttributeBeliefs
from diversa.studio.steps.lattice_map import LatticeMap, NodePoint
from diversa.sweeps.sweep import SweepPoint, settings_in_words

GREY = "#8b949e"
"""Lines and letters that are read on light and dark."""

BEFORE, AFTER, CHOSEN = "#d9772f", "#2f8fbf", "#2f9e6e"
"""The colours of before, after and what is chosen."""

KINDS = {
    "fails": ("fails", "#b6bec7", 5),
    "holds": ("holds", "#7fc0df", 6),
    "minimal": ("holds, nothing finer does", BEFORE, 9),
    "best": ("best", "#b42318", 15),
}
"""The words, colour and size of each kind of node."""


def axis(name: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - options of ECharts
    """An axis with a name."""
    return {
        "name": name,
        "nameLocation": "middle",
        "nameGap": 30,
        "nameTextStyle": {"color": GREY},
        "axisLabel": {"color": GREY},
        "axisLine": {"lineStyle": {"color": GREY}},
        "splitLine": {"lineStyle": {"color": GREY, "opacity": 0.25}},
        **more,
    }


def frame(**more: Any) -> dict[str, Any]:  # noqa: ANN401 - options of ECharts
    """The options of every chart."""
    return {
        "animation": False,
        "grid": {"left": 58, "right": 18, "top": 60, "bottom": 48},
        "textStyle": {"color": GREY},
        "legend": {"textStyle": {"color": GREY}, "type": "scroll", "top": 0},
        "tooltip": {"trigger": "item", "confine": True},
        "aria": {"enabled": True},
        **more,
    }


def lattice_chart(
    shown: LatticeMap, *, by_risk: bool, chosen: Sequence[int] | None = None
) -> dict[str, Any]:
    """All generalizations as points: loss against height, or against risk.

    By risk, only the points with a counted risk are drawn.
    """
    series = [
        {
            "type": "scatter",
            "name": words,
            "symbolSize": size,
            "itemStyle": {"color": colour, "opacity": 0.85},
            "data": [
                point_data(point, by_risk=by_risk)
                for point in shown.points
                if point.kind == kind and (point.risk is not None or not by_risk)
            ],
        }
        for kind, (words, colour, size) in KINDS.items()
    ]
    marked = [point for point in shown.points if point.levels == tuple(chosen or ())]
    if marked and (marked[-1].risk is not None or not by_risk):
        series.append(
            {
                "type": "scatter",
                "name": "chosen",
                "symbol": "diamond",
                "symbolSize": 18,
                "itemStyle": {"color": CHOSEN},
                "data": [point_data(marked[-1], by_risk=by_risk)],
            }
        )
    across = (
        axis("average risk of being found", type="log", inverse=False)
        if by_risk
        else axis("height: levels climbed in all")
    )
    return frame(
        xAxis=across,
        yAxis=axis("loss of detail", nameGap=42, max=1),
        series=series,
    )


def point_data(point: NodePoint, *, by_risk: bool) -> dict[str, Any]:
    """A node as a point that says what it is when it is clicked."""
    place = point.risk if by_risk else point.height
    return {
        "value": [place, round(point.loss, 4)],
        "name": "levels " + " ".join(map(str, point.levels)),
    }


def frontier_curve(points: Sequence[SweepPoint], name: str) -> dict[str, Any]:
    """Privacy against loss, with those points that no other one beats joined."""
    drawn = [one for one in points if one.loss is not None and one.privacy is not None]
    best = sorted(
        (one for one in drawn if one.best), key=lambda one: one.privacy or 0.0
    )
    return frame(
        xAxis=axis(name, scale=True),
        yAxis=axis("loss of detail", nameGap=42),
        series=[
            {
                "type": "scatter",
                "name": "others",
                "itemStyle": {"color": GREY},
                "data": [curve_data(one) for one in drawn if not one.best],
            },
            {
                "type": "line",
                "name": "best for their privacy (Pareto frontier)",
                "itemStyle": {"color": AFTER},
                "lineStyle": {"color": AFTER},
                "symbolSize": 9,
                "data": [curve_data(one) for one in best],
            },
        ],
    )


def curve_data(point: SweepPoint) -> dict[str, Any]:
    """A point of a curve."""
    return {
        "value": [point.privacy, round(point.loss or 0.0, 4)],
        "name": settings_in_words(point.settings),
    }


def belief_chart(beliefs: AttributeBeliefs, *, published: bool) -> dict[str, Any]:
    """The belief in every value: about anybody, before and after."""
    values = list(reversed(beliefs.values))
    every = {
        "anybody in the table": (GREY, [value.prior for value in values]),
        "with the table as it is": (BEFORE, [value.before or 0 for value in values]),
    }
    if published:
        every["with the release"] = (AFTER, [value.after or 0 for value in values])
    return frame(
        grid={"left": 8, "right": 24, "top": 60, "bottom": 40, "containLabel": True},
        xAxis=axis("how sure somebody is, in percent", type="value", max=100),
        yAxis=axis(
            "", type="category", data=[value.value or "(missing)" for value in values]
        ),
        series=[
            {
                "type": "bar",
                "name": name,
                "itemStyle": {"color": colour},
                "data": [round(100 * share, 1) for share in shares],
            }
            for name, (colour, shares) in every.items()
        ],
    )


def tree_chart(tree: Mapping[str, Any]) -> dict[str, Any]:
    """A hierarchy as a tree from left to right."""
    return frame(
        legend={"show": False},
        series=[
            {
                "type": "tree",
                "data": [tree],
                "left": "8%",
                "right": "26%",
                "top": 8,
                "bottom": 8,
                "symbolSize": 7,
                "itemStyle": {"color": AFTER},
                "lineStyle": {"color": GREY, "opacity": 0.5},
                "label": {"color": GREY, "position": "left", "align": "right"},
                "leaves": {"label": {"position": "right", "align": "left"}},
                "expandAndCollapse": True,
                "initialTreeDepth": 2,
            }
        ],
    )
