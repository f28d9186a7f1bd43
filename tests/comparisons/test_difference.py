# SPDX-License-Identifier: Apache-2.0
"""The numbers of two releases: Figures 2 and 3 of the l-diversity paper."""

from __future__ import annotations

from compared_figures import compare, differences, frame


def test_both_hide_people_equally_well(figures):
    risk = differences(figures, "risk")
    assert risk["average risk"].first == risk["average risk"].second == 3 / 12
    assert {one.words for one in risk.values()} == {"the same"}


def test_only_figure_3_is_diverse(figures):
    levels = differences(figures, "levels")
    distinct = levels["distinct-l-diversity of condition"]
    assert (distinct.first, distinct.second, distinct.words) == (1, 3, "B is safer")
    closeness = levels["t-closeness of condition"]
    assert closeness.first > closeness.second
    assert closeness.better == "second", "less is safer here"
    assert figures.words[0].startswith("B is safer")


def test_a_sampling_fraction_gives_population_uniques():
    comparison = compare(frame(), frame((2, 1, 1)), sampling_fraction=0.5)
    uniques = {one.name: one for one in comparison.of("risk")}["population uniques"]
    assert uniques.first > 0
    assert (uniques.second, uniques.words) == (0, "B is safer")
