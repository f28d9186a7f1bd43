# SPDX-License-Identifier: Apache-2.0
"""Levels that tables attain, by the tables of the papers."""

from __future__ import annotations

import math

import pytest

from audited_tables import COLUMNS, FIGURE_2, FIGURE_3, C, F, H, look, rows_of

CLOSENESS_TABLE_2 = {
    ("476**", "2*"): [H, H, H],
    ("4790*", ">=40"): [F, H, C],
    ("476**", "3*"): [H, C, C],
}


NAMES = (
    "k-anonymity",
    "distinct-l-diversity",
    "frequency-l-diversity",
    "entropy-l-diversity",
    "recursive-cl-diversity",
    "alpha-k-anonymity",
    "t-closeness",
    "beta-likeness",
    "beta-likeness:enhanced=true",
    "delta-disclosure",
)


LEVELS = [
    pytest.param(
        FIGURE_2,
        (4, 1, 1, 1, None, 1, 7 / 12, 7 / 5, None, None),
        id="l-diversity, figure 2",
    ),
    pytest.param(
        FIGURE_3,
        (4, 3, 2, 2**1.5, 1, 1 / 2, 1 / 6, 1 / 2, 1 / 2, math.log(5 / 3)),
        id="l-diversity, figure 3",
    ),
    pytest.param(
        CLOSENESS_TABLE_2,
        (3, 1, 1, 1, None, 1, 4 / 9, 2, None, None),
        id="closeness, table 2",
    ),
]


@pytest.mark.parametrize(("table", "expected"), LEVELS)
def test_levels_of_the_papers_tables(table, expected):
    found = look(rows_of(table)).to_json()
    levels = {name: found["levels"][name] for name in NAMES}
    assert levels == pytest.approx(dict(zip(NAMES, expected, strict=True)))
    on = {name: level for name, level in found["levels"].items() if name != NAMES[0]}
    assert found["levels_on"] == {"condition": on}
    assert (found["groups"], found["holds"], found["models"]) == (3, True, [])
    assert type(found["levels"]["k-anonymity"]) is int


def test_several_sensitive_attributes_report_the_worst_and_each():
    rows = [("a", "s1", "v1"), ("a", "s1", "v2"), ("a", "s2", "v3"), ("a", "s3", "v3")]
    found = look(
        [*rows, ("a", "s1", "v3")],
        names=("q", "s", "v"),
        quasi_identifiers="q",
        sensitive=["s", "v"],
        models=[
            "distinct-l-diversity:2,on=*",
            "distinct-l-diversity:2,on=v,joint=true",
        ],
    )
    assert found.levels["frequency-l-diversity"] == 5 / 3
    assert found.levels["recursive-cl-diversity"] == 3 / 2
    assert found.levels_on["s"]["frequency-l-diversity"] == 5 / 3
    assert found.levels_on["v"]["frequency-l-diversity"] == 5 / 3
    assert found.levels_on.keys() == {"s", "v"}
    assert [(one.spec, one.holds) for one in found.models] == [
        ("distinct-l-diversity:2,on=s", True),
        ("distinct-l-diversity:2,on=v", True),
        ("distinct-l-diversity:2,on=v,joint=true", False),
    ]


def test_the_worst_attribute_counts():
    rows = [("a", "s1", "v1"), ("a", "s2", "v1"), ("a", "s3", "v2")]
    found = look(
        rows, names=("q", "s", "v"), quasi_identifiers="q", sensitive=("s", "v")
    )
    assert found.levels["distinct-l-diversity"] == 2
    assert found.levels["recursive-cl-diversity"] == 2
    assert found.levels_on["s"]["recursive-cl-diversity"] == 0.5
    assert found.levels["k-anonymity"] == 3


def test_without_a_sensitive_attribute_only_sizes_are_reported():
    rows = [row[:2] for row in rows_of(FIGURE_2)]
    found = look(rows, names=COLUMNS[:2], quasi_identifiers=COLUMNS[:2], sensitive=())
    assert found.levels == {"k-anonymity": 4}
    assert found.levels_on == {}
