# SPDX-License-Identifier: Apache-2.0
"""The names of distances, where they put values and what they need."""

from __future__ import annotations

import pytest

from diversa.counts.groups import Groups
from diversa.hierarchies import Taxonomy
from diversa.models.named_distances import DISTANCES


def attribute_of(counts, **words):
    return Groups.from_counts([counts], on="s", **words).sensitive[0]


def test_names():
    assert list(DISTANCES) == ["equal", "ordered", "hierarchical", "numeric"]


def test_numbers_at_their_ranks_or_where_they_are():
    attribute = attribute_of({1: 1, 2: 1, 11: 1})
    ordered = DISTANCES["ordered"].make(attribute, ())
    numeric = DISTANCES["numeric"].make(attribute, ())
    assert ordered.apart(attribute.ranks[:1]).tolist() == [[0, 0.5, 1]]
    assert numeric.apart(attribute.ranks[:1]).tolist() == [[0, 0.1, 1]]


def test_a_declared_order_has_places_for_values_that_no_row_has():
    attribute = attribute_of({"low": 1, "high": 1})
    ordered = DISTANCES["ordered"].make(attribute, ("low", "medium", "high"))
    low, high = (attribute.dictionary.texts.index(text) for text in ("low", "high"))
    assert ordered.positions[low] == 0
    assert ordered.positions[high] == ordered.length == 2


@pytest.mark.parametrize(
    ("name", "order", "message"),
    [
        ("ordered", (), "must hold numbers or dates to be in order"),
        ("ordered", ("flu",), "order must name every value of 's', got 1 that"),
        ("numeric", (), "must hold numbers, got others"),
        ("hierarchical", (), "must have a taxonomy, got none"),
    ],
)
def test_what_is_missing(name, order, message):
    attribute = attribute_of({"flu": 1, "cold": 1})
    assert message in DISTANCES[name].lacks(attribute, order)


def test_a_missing_value_has_no_place():
    attribute = attribute_of({1: 1, None: 2}, missing="own")
    assert "must have no missing value" in DISTANCES["numeric"].lacks(attribute, ())
    assert DISTANCES["equal"].lacks(attribute, ()) is None


def test_nothing_is_missing():
    tree = Taxonomy(tree={"any": ["1", "2"]})
    attribute = attribute_of({"1": 1, "2": 1}, taxonomy=tree)
    assert [DISTANCES[name].lacks(attribute, ()) for name in DISTANCES] == [None] * 4
