# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from diversa.data.dictionary import Dictionary
from diversa.data.label_meaning import AREA, ASSUMED, CODED, TIGHT
from diversa.data.spelling import Spelling
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.labels.claim import GENERAL, SINGLE, Claim
from diversa.labels.label_claims import LabelColumn, ancestor

COUNTRIES = Dictionary.build("x", ["Cuba", "Peru", "Fiji"], [1, 1, 1])
WORLD = Hierarchy.from_labels(
    COUNTRIES, [["Americas", "Oceania", "Americas"], ["*"] * 3]
)
"""Values are sorted: Cuba, Fiji, Peru."""


def cells(column, label):
    return [claim.cell for claim in column.read(label).claims]


def test_an_ancestor_is_read_where_all_values_are_known():
    found = ancestor(WORLD, "Americas")
    assert found is not None
    assert set(found.children) == set(found.values) == {"Cuba", "Peru"}
    assert ancestor(WORLD, "Oceania") is None  # it stands for Fiji alone
    assert ancestor(WORLD, "Cuba") is None
    assert ancestor(WORLD, "Mars") is None


def test_a_name_that_looks_like_a_range_is_a_name():
    """Rows with b and c are below [a-d], and nobody need have a or d."""
    letters = Dictionary.build("x", ["a", "b", "c", "d", "e"], [1] * 5)
    names = [["[a-d]"] * 4 + ["[e-e]"], ["*"] * 5]
    tree = Hierarchy.from_labels(letters, names)
    column = LabelColumn("x", ("[a-d]",), TIGHT, domain=tree)
    assert {claim.excludes for claim in column.read("[a-d]").claims} == {True}
    assert column.read("[e-e]") == SINGLE
    codes = Dictionary.build("x", ["0", "13", "2"], [1] * 3)
    coded = Hierarchy.from_labels(codes, [["[0-13]"] * 3, ["*"] * 3])
    read = LabelColumn("x", ("[0-13]",), CODED, domain=coded).read("[0-13]")
    assert read == GENERAL


@pytest.mark.parametrize("meaning", [AREA, ASSUMED])
def test_ancestors_say_nothing_where_they_may_be_levels(meaning):
    column = LabelColumn("x", ("Americas",), meaning, domain=WORLD)
    assert column.read("Americas") == GENERAL
    assert column.read("Cuba") == SINGLE


def test_coded_labels_claim_children_where_no_value_is_hidden():
    hidden = LabelColumn("x", ("Americas", "Cuba"), CODED, domain=WORLD)
    shown = LabelColumn("x", ("Americas", "Cuba", "{Peru, Fiji}"), CODED, domain=WORLD)
    assert cells(hidden, "Americas") == []
    assert set(cells(shown, "Americas")) == {"Cuba", "Peru"}
    assert cells(hidden, "*") == []
    assert all(claim.excludes for claim in shown.read("*").claims)


def test_ends_are_spelled_as_the_column_spells_them():
    comma = LabelColumn("x", (), TIGHT, Spelling(decimal=","))
    assert cells(comma, "[0,5-1,5]") == ["0,5", "1,5"]
    assert cells(comma, "{1,5, 2,5}") == ["1,5", "2,5"]
    german = LabelColumn("x", (), TIGHT, Spelling(days="%d.%m.%Y"))
    assert cells(german, "[24.12.1985-01.06.1991]") == ["24.12.1985", "01.06.1991"]


def test_members_may_be_missing():
    column = LabelColumn("x", (), TIGHT)
    assert column.read("{a, b, missing}").claims == (
        Claim("a"),
        Claim("b"),
        Claim(None),
    )
    assert cells(column, "{9, missing}") == ["9", None]


def test_regions_of_any_form_are_general():
    column = LabelColumn("x", (), AREA)
    for label in ("[1-9]", "{a, b}", "not {a, b}", "*", "{[1-9], missing}", "13***"):
        assert column.read(label) == GENERAL
    assert column.read("a") == SINGLE
