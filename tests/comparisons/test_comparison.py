# SPDX-License-Identifier: Apache-2.0
"""Two releases side by side: Figures 2 and 3 of the l-diversity paper."""

from __future__ import annotations

import pytest

import diversa
from compared_figures import NAMES, compare, differences, frame
from diversa.errors import RoleError


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


def test_the_answer_as_json(figures):
    answer = figures.to_json()
    assert answer["first"]["groups"] == answer["second"]["groups"] == 3
    assert {one["section"] for one in answer["differences"]} == {
        "risk",
        "levels",
        "utility",
        "loss",
    }
    assert "Cancer" not in str(answer)


def test_a_table_is_like_itself():
    same = compare(frame((2, 1, 1)), frame((2, 1, 1)), original=frame())
    assert {one.better for one in same.differences} == {None}
    assert "equally safe" in same.words[0]
    assert "keep the same" in same.words[1]


def test_without_the_original_only_the_files_speak():
    comparison = compare(frame((2, 1, 1)), frame((1, 2, 1)))
    assert comparison.of("utility") == []
    assert comparison.words[1] == "Nothing is known of both; name the original table"


def test_a_sampling_fraction_gives_population_uniques():
    comparison = compare(frame(), frame((2, 1, 1)), sampling_fraction=0.5)
    uniques = {one.name: one for one in comparison.of("risk")}["population uniques"]
    assert uniques.first > 0
    assert (uniques.second, uniques.words) == (0, "B is safer")


def test_tables_with_other_columns_are_refused():
    with pytest.raises(RoleError, match="quasi_identifiers: must be named"):
        diversa.compare(frame(), frame(), sensitive="condition")
    with pytest.raises(RoleError, match="nation"):
        diversa.compare(
            frame().drop(columns="nationality"),
            frame(),
            quasi_identifiers=NAMES,
            sensitive="condition",
        )


def test_a_comparison_is_printed_in_a_few_lines(figures):
    first, second, *words = str(figures).splitlines()
    assert first.startswith("A: ")
    assert second.startswith("B: ")
    assert tuple(line.strip() for line in words) == figures.words
