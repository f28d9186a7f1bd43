# SPDX-License-Identifier: Apache-2.0
"""The (l,e)-diversity paper: Tables I to V, the misprints of Table IV corrected."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from diversa.counts.groups import Groups
from diversa.models import (
    DistinctLDiversity,
    EntropyLDiversity,
    FrequencyLDiversity,
    LeDiversity,
    SubtreeFrequencyDiversity,
)
from diversa.models.e_similarity import buckets
from le_diversity_tables import FIGURE_1, TABLE_I

TABLE_III = [
    ["Flu", "pneumonia", "Cancer"],
    ["Flu", "Carcinoid", "Cancer"],
    ["Gastric ulcer", "Dyspepsia", "Gastritis"],
]
TABLE_IV = [
    [(23, "F", 13010), (39, "M", 13221), (52, "F", 14850)],
    [(30, "M", 13020), (36, "M", 13226), (53, "M", 13482)],
    [(25, "F", 13050), (36, "F", 13220), (61, "M", 14802)],
]
MISPRINTS = {
    (36, "M", 13226): (42, "M", 13226),
    (53, "M", 13482): (53, "M", 14862),
}
TABLE_V = [
    ["Flu", "Cancer", "Gastric ulcer"],
    ["Flu", "Cancer", "Dyspepsia"],
    ["pneumonia", "Carcinoid", "Gastritis"],
]
JUST_BELOW = Fraction(1, 10**9)


def groups_of(tables):
    counts = [Counter(table) for table in tables]
    return Groups.from_counts(counts, on="disease", taxonomy=FIGURE_1)


def tree_and_codes():
    attribute = groups_of([TABLE_I.values()]).sensitive[0]
    return attribute.tree, list(attribute.dictionary.values)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Flu", "pneumonia", 1),
        ("Flu", "Gastritis", 3),
        ("Cancer", "Carcinoid", 1),
        ("Flu", "Flu", 0),
    ],
)
def test_definition_2(one, other, expected):
    tree, values = tree_and_codes()
    assert tree.distance(values.index(one), values.index(other)) == expected


def test_the_buckets_of_the_run():
    tree, values = tree_and_codes()
    codes = dict(zip(values, buckets(tree, Fraction(1)).tolist(), strict=True))
    rows = [codes[disease] for disease in TABLE_I.values()]
    assert [len(set(rows[place : place + 3])) for place in (0, 3, 6)] == [1, 1, 1]
    assert len(set(rows)) == 3


@pytest.mark.parametrize("tables", [TABLE_III, TABLE_V], ids=["III", "V"])
def test_both_tables_are_3_diverse(tables):
    groups = groups_of(tables)
    for model in (DistinctLDiversity, FrequencyLDiversity, EntropyLDiversity):
        assert model(1).measure(groups).floats.tolist() == [3, 3, 3]


@pytest.mark.parametrize("reading", ["tuple", "value"])
def test_table_v_is_3_1_diverse_and_table_iii_is_not(reading):
    model = LeDiversity(3, 1, reading)
    assert model.holds(groups_of(TABLE_V)).all()
    assert not model.holds(groups_of(TABLE_III)).any()


@pytest.mark.parametrize("reading", ["tuple", "value"])
@pytest.mark.parametrize(("tables", "nearest"), [(TABLE_III, 1), (TABLE_V, 3)])
def test_the_nearest_pair_of_every_class(tables, nearest, reading):
    groups = groups_of(tables)
    assert LeDiversity(3, nearest - JUST_BELOW, reading).holds(groups).all()
    assert not LeDiversity(3, nearest, reading).holds(groups).any()
    assert not LeDiversity(4, 0, reading).holds(groups).any()


def test_merging_two_classes_of_table_v_breaks_it():
    merged = groups_of([TABLE_V[0] + TABLE_V[2]])
    for reading in ("tuple", "value"):
        assert not LeDiversity(3, 1, reading).holds(merged).any()
    assert SubtreeFrequencyDiversity(3, 1).holds(merged).all()


def test_the_share_of_one_kind():
    model = SubtreeFrequencyDiversity(1, 1)
    assert model.measure(groups_of(TABLE_III)).floats.tolist() == [1.5, 1.5, 1]
    assert model.measure(groups_of(TABLE_V)).floats.tolist() == [3, 3, 3]


def test_tables_iv_and_v_are_table_i_without_two_misprints():
    for people, diseases in zip(TABLE_IV, TABLE_V, strict=True):
        right = [MISPRINTS.get(one, one) for one in people]
        assert [TABLE_I[one] for one in right] == diseases
    printed = {one for people in TABLE_IV for one in people}
    assert printed - set(TABLE_I) == set(MISPRINTS)
