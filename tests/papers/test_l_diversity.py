# SPDX-License-Identifier: Apache-2.0
"""The tables of the l-diversity paper (ICDE 2006) and of the closeness paper.

Levels of every group as stated in the papers or computed by hand from the counts.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from diversa.counts.groups import Groups
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.models import (
    DistinctLDiversity,
    EntropyLDiversity,
    FrequencyLDiversity,
    KAnonymity,
    NpdRecursiveClDiversity,
    PdRecursiveClDiversity,
    RecursiveClDiversity,
    parse,
)

FIGURE_2 = [
    {"Heart Disease": 2, "Viral Infection": 2},
    {"Cancer": 1, "Heart Disease": 1, "Viral Infection": 2},
    {"Cancer": 4},
]
FIGURE_3 = [
    {"Heart Disease": 1, "Viral Infection": 1, "Cancer": 2},
    {"Cancer": 1, "Heart Disease": 1, "Viral Infection": 2},
    {"Heart Disease": 1, "Viral Infection": 1, "Cancer": 2},
]
CLOSENESS_TABLE_2 = [
    {"Heart Disease": 3},
    {"Flu": 1, "Heart Disease": 1, "Cancer": 1},
    {"Heart Disease": 1, "Cancer": 2},
]
TABLES = {"Figure 2": FIGURE_2, "Figure 3": FIGURE_3, "Table 2": CLOSENESS_TABLE_2}

ROOT_8 = 2**1.5
LEVELS = {
    ("Figure 2", "k"): [4, 4, 4],
    ("Figure 2", "distinct"): [2, 3, 1],
    ("Figure 2", "frequency"): [2, 2, 1],
    ("Figure 2", "entropy"): [2, ROOT_8, 1],
    ("Figure 2", "c at 2"): [1, 1, math.inf],
    ("Figure 2", "c at 3"): [math.inf, 2, math.inf],
    ("Figure 3", "k"): [4, 4, 4],
    ("Figure 3", "distinct"): [3, 3, 3],
    ("Figure 3", "frequency"): [2, 2, 2],
    ("Figure 3", "entropy"): [ROOT_8, ROOT_8, ROOT_8],
    ("Figure 3", "c at 2"): [1, 1, 1],
    ("Figure 3", "c at 3"): [2, 2, 2],
    ("Table 2", "k"): [3, 3, 3],
    ("Table 2", "distinct"): [1, 3, 2],
    ("Table 2", "frequency"): [1, 3, 1.5],
    ("Table 2", "entropy"): [1, 3, 3 / 2 ** (2 / 3)],
    ("Table 2", "c at 2"): [math.inf, 1 / 2, 2],
    ("Table 2", "c at 3"): [math.inf, 1, math.inf],
}
MEASURES = {
    "k": KAnonymity(1),
    "distinct": DistinctLDiversity(1),
    "frequency": FrequencyLDiversity(1),
    "entropy": EntropyLDiversity(1),
    "c at 2": RecursiveClDiversity(1, 2),
    "c at 3": RecursiveClDiversity(1, 3),
}


@pytest.mark.parametrize(("table", "measure"), LEVELS)
def test_levels_of_the_groups_and_of_the_table(table, measure):
    model, expected = MEASURES[measure], LEVELS[table, measure]
    groups = Groups.from_counts(TABLES[table], on="condition")
    assert model.measure(groups).floats == pytest.approx(expected, rel=1e-12)
    worst = min if model.sense == ">=" else max
    assert model.attained(groups) == pytest.approx(worst(expected), rel=1e-12)


def test_figure_2_is_4_anonymous_and_homogeneous():
    groups = Groups.from_counts(FIGURE_2, on="condition")
    assert KAnonymity(4).holds(groups).all()
    assert DistinctLDiversity(2).holds(groups).tolist() == [True, True, False]


def test_figure_3_is_3_diverse_and_entropy_2_8_diverse():
    groups = Groups.from_counts(FIGURE_3, on="condition")
    assert DistinctLDiversity(3).holds(groups).all()
    assert EntropyLDiversity("2.8").holds(groups).all()
    assert not EntropyLDiversity("2.83").holds(groups).any()


def test_definition_4_2_the_block_of_section_4_3_is_not_recursive_2_3_diverse():
    # The paper says it is; 2 < 2 * 1 is false, c must exceed 2.
    groups = Groups.from_counts([{"s1": 2, "s2": 1, "s3": 1}], on="S")
    assert not RecursiveClDiversity(2, 3).holds(groups).any()
    assert RecursiveClDiversity("2.0001", 3).holds(groups).all()
    assert RecursiveClDiversity(2, 2).holds(groups).all()


EXAMPLE_4_3 = {"Healthy": 6, "Flu": 3, "Cancer": 2, "HIV": 1}
EVERY_VALUE = tuple(EXAMPLE_4_3)


@pytest.mark.parametrize(
    ("disclosable", "l", "bound"),
    [
        ((), 2, "1"),
        ((), 3, "2"),
        ((), 4, "6"),
        (("Healthy",), 2, "1/3"),
        (("Healthy",), 3, "1"),
        (("Healthy",), 4, "3"),
        (("Healthy",), 5, None),
        (("Healthy", "Flu"), 2, "1/5"),
        (("Healthy", "Flu"), 3, "1/2"),
        (("Healthy", "Flu"), 4, "2"),
        (EVERY_VALUE, 2, "0"),
        (EVERY_VALUE, 9, "0"),
    ],
)
def test_definition_4_3_what_c_must_exceed(disclosable, l, bound):
    groups = Groups.from_counts([EXAMPLE_4_3], on="condition")
    if bound is None:
        assert not PdRecursiveClDiversity(10**9, l, disclosable).holds(groups).any()
        return
    exact = Fraction(bound)
    above = PdRecursiveClDiversity(exact + Fraction(1, 10**9), l, disclosable)
    assert above.holds(groups).all()
    assert above.attained(groups) == float(exact)
    if exact:
        assert not PdRecursiveClDiversity(exact, l, disclosable).holds(groups).any()


@pytest.mark.parametrize(("c2", "holds"), [("8.33", True), ("25/3", True), (9, False)])
def test_definition_4_4_a_protected_value_needs_its_percentage(c2, holds):
    groups = Groups.from_counts([EXAMPLE_4_3], on="condition")
    model = NpdRecursiveClDiversity(4, c2, 3, ["Healthy"], ["HIV"])
    assert model.holds(groups).tolist() == [holds]


def block(*rows):
    """One group of rows with two sensitive values each, S and V."""
    values = [sorted({row[place] for row in rows}) for place in (0, 1)]
    sensitive = [
        Sensitive(Dictionary.build(name, texts, [1] * len(texts)))
        for name, texts in zip("SV", values, strict=True)
    ]
    pairs = [[values[0].index(s), values[1].index(v)] for s, v in rows]
    combinations, counts = np.unique(
        np.array(pairs, dtype=np.int32), axis=0, return_counts=True
    )
    places = np.arange(len(counts), dtype=np.int32)
    starts = np.array([0, len(counts)])
    return Groups(starts, places, counts, combinations, tuple(sensitive))


SECTION_4_3 = block(("s1", "v1"), ("s1", "v2"), ("s2", "v3"), ("s3", "v3"))


@pytest.mark.parametrize("on", ["S", "V"])
def test_section_4_3_each_attribute_alone_is_3_diverse(on):
    assert DistinctLDiversity(1, on=on).attained(SECTION_4_3) == 3


@pytest.mark.parametrize("on", ["S", "V"])
def test_definition_4_5_the_block_of_section_4_3_is_1_diverse(on):
    model = DistinctLDiversity(2, on=on, joint=True)
    assert model.attained(SECTION_4_3) == 1
    assert model.holds(SECTION_4_3).tolist() == [False]


@pytest.mark.parametrize("name", ["distinct", "frequency", "entropy"])
def test_definition_4_5_a_full_grid_is_enough(name):
    grid = block(("s1", "v1"), ("s1", "v2"), ("s2", "v1"), ("s2", "v2"))
    for model in parse(f"{name}-l-diversity:2,on=*,joint=true").bind(["S", "V"]):
        assert model.attained(grid) == 2
        assert model.holds(grid).all()


def test_definition_4_5_is_not_absorbing_even_for_distinct_values():
    good = [("2", "1"), ("2", "0"), ("0", "1"), ("0", "0")]
    model = DistinctLDiversity(2, on="S", joint=True)
    assert model.holds(block(*good)).all()
    assert not model.holds(block(*good, ("2", "2"))).any()
    assert DistinctLDiversity(2, on="S").holds(block(*good, ("2", "2"))).all()
    assert not model.prunes(suppression=True)
    assert model.prunes(suppression=False)
