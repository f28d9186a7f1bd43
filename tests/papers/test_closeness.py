# SPDX-License-Identifier: Apache-2.0
"""Closeness of the papers' tables: spec §6 and the table of §14."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

import pytest

from diversa.counts.groups import Groups
from diversa.models import (
    AlphaKAnonymity,
    BetaLikeness,
    DeltaDisclosure,
    NtCloseness,
    TCloseness,
)
from diversa.search.evaluator import Evaluator
from tables import SmallTable

H, V, C, F = "Heart Disease", "Viral Infection", "Cancer", "Flu"
TABLES = {
    "l-diversity, figure 2": [{H: 2, V: 2}, {C: 1, H: 1, V: 2}, {C: 4}],
    "l-diversity, figure 3": [
        {H: 1, V: 1, C: 2},
        {C: 1, H: 1, V: 2},
        {H: 1, V: 1, C: 2},
    ],
    "closeness, table 2": [{H: 3}, {F: 1, H: 1, C: 1}, {H: 1, C: 2}],
    "(l,e)-diversity, table III": [
        Counter([F, "pneumonia", C]),
        Counter([F, "Carcinoid", C]),
        Counter(["Gastric ulcer", "Dyspepsia", "Gastritis"]),
    ],
    "(l,e)-diversity, table V": [
        Counter([F, C, "Gastric ulcer"]),
        Counter([F, C, "Dyspepsia"]),
        Counter(["pneumonia", "Carcinoid", "Gastritis"]),
    ],
}
LEVELS = {
    ("l-diversity, figure 2", "t"): ["5/12", "1/6", "7/12"],
    ("l-diversity, figure 2", "beta"): ["1", "1/2", "7/5"],
    ("l-diversity, figure 3", "t"): ["1/12", "1/6", "1/12"],
    ("l-diversity, figure 3", "beta"): ["1/5", "1/2", "1/5"],
    ("closeness, table 2", "t"): ["4/9", "2/9", "1/3"],
    ("closeness, table 2", "beta"): ["4/5", "2", "1"],
    ("(l,e)-diversity, table III", "t"): ["4/9", "4/9", "2/3"],
    ("(l,e)-diversity, table III", "beta"): ["2", "2", "2"],
    ("(l,e)-diversity, table V", "t"): ["4/9", "4/9", "2/3"],
    ("(l,e)-diversity, table V", "beta"): ["2", "2", "2"],
}
DELTAS = {
    "l-diversity, figure 2": [math.inf, math.log(5 / 3), math.inf],
    "l-diversity, figure 3": [math.log(4 / 3), math.log(5 / 3), math.log(4 / 3)],
    "closeness, table 2": [math.inf, math.log(3), math.inf],
    "(l,e)-diversity, table III": [math.inf] * 3,
    "(l,e)-diversity, table V": [math.inf] * 3,
}
MEASURES = {"t": TCloseness(1), "beta": BetaLikeness(1)}


def groups_of(table):
    return Groups.from_counts(TABLES[table], on="disease")


@pytest.mark.parametrize(("table", "measure"), LEVELS)
def test_levels_of_the_groups(table, measure):
    found = MEASURES[measure].measure(groups_of(table))
    expected = [Fraction(level) for level in LEVELS[table, measure]]
    assert [found.exact(place) for place in range(3)] == expected
    assert MEASURES[measure].attained(groups_of(table)) == float(max(expected))


@pytest.mark.parametrize("table", DELTAS)
def test_delta_disclosure_of_the_groups(table):
    found = DeltaDisclosure(1).measure(groups_of(table)).floats
    assert found == pytest.approx(DELTAS[table], rel=1e-12)


def test_no_beta_is_enough_for_enhanced_likeness_of_figure_2():
    # Cancer has 5 of 12 rows and all of the third group: 7/5 > -ln(5/12) = 0.875.
    model = BetaLikeness(9, enhanced=True)
    found = model.measure(groups_of("l-diversity, figure 2")).floats
    # Virus and heart disease: gains of 1/2 and 1 against -ln(1/3) = 1.099 and 1.386.
    assert found == pytest.approx([1, 0.5, math.inf])


@pytest.mark.parametrize(
    ("table", "alpha", "k"),
    [("l-diversity, figure 3", 1 / 2, 4), ("closeness, table 2", 1, 3)],
)
def test_alpha_and_k(table, alpha, k):
    assert AlphaKAnonymity(1, k).attained(groups_of(table)) == alpha
    assert AlphaKAnonymity(1, k + 1).attained(groups_of(table)) == math.inf


def test_figure_1_of_the_delta_l_paper_ordered():
    salaries = [(490, 500, 510, 1000), (500, 600, 700), (1000, 510, 680)]
    named = [dict.fromkeys(group, 1) for group in salaries]
    groups = Groups.from_counts(named, on="salary")
    found = TCloseness(1, distance="ordered").measure(groups)
    assert [found.exact(place) for place in range(3)] == [
        Fraction(17, 120),
        Fraction(1, 10),
        Fraction(1, 6),
    ]


def test_the_proximity_attack_passes_ordered_closeness():
    """490, 500, 510 and 1000: three of four lie within 20, and yet it is close."""
    named = [dict.fromkeys((490, 500, 510, 1000), 1)]
    table = {490: 1, 500: 2, 510: 2, 600: 1, 680: 1, 700: 1, 1000: 2}
    groups = Groups.from_counts(named, on="salary", table=table)
    assert TCloseness("0.15", distance="ordered").holds(groups).all()


TABLE_1 = SmallTable(
    ("zip", "age", "disease"),
    (
        ("47677", "29", H),
        ("47602", "22", H),
        ("47678", "27", H),
        ("47905", "43", F),
        ("47909", "52", H),
        ("47906", "47", C),
        ("47605", "30", H),
        ("47673", "36", C),
        ("47607", "32", C),
    ),
    {
        "zip": {
            code: (code[:4] + "*", code[:3] + "**", "*")
            for code in (
                *("47677", "47602", "47678", "47905", "47909"),
                *("47906", "47605", "47673", "47607"),
            )
        },
        "age": {
            age: (f"{age[0]}*" if age < "40" else ">=40", "*")
            for age in ("29", "22", "27", "43", "52", "47", "30", "36", "32")
        },
    },
)
"""The original patients, with the generalization of Table 2."""


def test_table_2_is_a_node_of_table_1():
    groups = table_2()
    assert sorted(groups.sizes.tolist()) == [3, 3, 3]
    found = TCloseness(1).measure(groups)
    assert sorted(found.exact(place) for place in range(3)) == [
        Fraction(2, 9),
        Fraction(1, 3),
        Fraction(4, 9),
    ]


def table_2():
    """Level 2 of the zip code splits 476 and 479, level 1 of the age the rest."""
    return TABLE_1.counted(levels=(2, 1)).groups


def test_n_t_closeness_of_table_2():
    # Of nine rows, n = 9 is t-closeness; n = 3 is met by every group.
    assert NtCloseness(n=9, t=1).attained(table_2()) == float(Fraction(4, 9))
    assert NtCloseness(n=3, t=0).holds(table_2()).all()


def test_with_the_nodes_above_fewer_groups_fail():
    """2* and 3* of 476** together are (4 heart, 2 cancer): 1/3 from each of them."""
    outcome = Evaluator(TABLE_1.task("nt-closeness:n=6,t=1/3")).outcome((2, 1))
    assert outcome.complete
    alone = NtCloseness(n=6, t="1/3").holds(outcome.frequency_set.groups)
    assert alone.tolist().count(False) == 1
