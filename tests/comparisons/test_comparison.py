# SPDX-License-Identifier: Apache-2.0
"""Two releases side by side: Figures 2 and 3 of the l-diversity paper."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from brute_force import label
from diversa.errors import InputError, RoleError
from paper_tables import FIGURE_1

NAMES = ("zip", "age", "nationality")


def frame(node=(0, 0, 0), rows=FIGURE_1.rows):
    """Figure 1 as a frame, generalized to a node."""
    published = [
        [
            *(
                label(FIGURE_1, name, row[place], node[place])
                for place, name in enumerate(NAMES)
            ),
            row[3],
        ]
        for row in rows
    ]
    return pd.DataFrame(published, columns=[*NAMES, "condition"])


def compare(first, second, **words):
    return diversa.compare(
        first, second, quasi_identifiers=NAMES, sensitive="condition", **words
    )


@pytest.fixture(scope="module")
def figures():
    """Figure 2 (A) and Figure 3 (B), measured against Figure 1."""
    return compare(frame((2, 1, 1)), frame((1, 2, 1)), original=frame())


def found(comparison, section):
    return {one.name: one for one in comparison.of(section)}


def test_both_hide_people_equally_well(figures):
    risk = found(figures, "risk")
    assert risk["average risk"].first == risk["average risk"].second == 3 / 12
    assert {one.words for one in risk.values()} == {"the same"}


def test_only_figure_3_is_diverse(figures):
    levels = found(figures, "levels")
    distinct = levels["distinct-l-diversity of condition"]
    assert (distinct.first, distinct.second, distinct.words) == (1, 3, "B is safer")
    closeness = levels["t-closeness of condition"]
    assert closeness.first > closeness.second
    assert closeness.better == "second", "less is safer here"
    assert figures.words[0].startswith("B is safer")


def test_what_is_left_is_measured_against_the_original(figures):
    left = found(figures, "utility")
    assert left["classification-metric"].first == pytest.approx(4 / 12)
    assert left["classification-metric"].second == pytest.approx(6 / 12)
    assert left["classification-metric"].words == "A keeps more"
    assert left["discernibility"].first == left["discernibility"].second == 48
    lost = found(figures, "loss")
    assert lost["zip"].first == pytest.approx(1 / 3)
    assert lost["zip"].second == pytest.approx(1 / 9)
    # Ages are numbers here: <30, 30-39 and >=40 of a range from 21 to 55, then <40.
    assert lost["age"].first == pytest.approx((8 + 6 + 8) / 34 / 3)
    assert lost["age"].second == pytest.approx((16 + 16 + 8) / 34 / 3)
    assert lost["nationality"].first == lost["nationality"].second == 1


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
    found = compare(frame((2, 1, 1)), frame((1, 2, 1)))
    assert found.of("utility") == []
    assert found.words[1] == "Nothing is known of both; name the original table"


def test_starred_rows_are_suppressed():
    starred = frame((2, 1, 1))
    starred.loc[:3, list(NAMES)] = "*"
    found = compare(starred, frame((2, 1, 1)), original=frame())
    lost = found.first.utility
    assert (lost.suppressed, lost.groups) == (4, 2)
    assert lost.measured["loss"]["zip"] == pytest.approx((4 + 8 / 3) / 12)
    assert found.second.utility.suppressed == 0


def test_a_sampling_fraction_gives_population_uniques():
    found = compare(frame(), frame((2, 1, 1)), sampling_fraction=0.5)
    uniques = {one.name: one for one in found.of("risk")}["population uniques"]
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


def test_another_original_is_refused():
    strangers = frame()
    strangers["zip"] = "99999"
    with pytest.raises(InputError, match="2 labels of 'zip' stand for nothing"):
        compare(frame((2, 1, 1)), frame((2, 1, 1)), original=strangers)
    small = frame(rows=[*FIGURE_1.rows[:4], *FIGURE_1.rows[4:6], FIGURE_1.rows[8]])
    with pytest.raises(InputError, match="5 rows less than a release"):
        compare(frame((2, 1, 1)), frame((2, 1, 1)), original=small)


def test_a_hierarchy_says_what_labels_mean():
    """Labels that nobody could read by themselves."""
    coded = frame((2, 1, 1))
    coded["zip"] = coded["zip"].map({"130**": "north", "148**": "south"})
    levels = [
        ["13053", "north"],
        ["13068", "north"],
        ["14853", "south"],
        ["14850", "south"],
    ]
    found = compare(coded, coded, original=frame(), hierarchies={"zip": levels})
    assert found.first.utility.measured["loss"]["zip"] == pytest.approx(1 / 3)
