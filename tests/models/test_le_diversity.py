# SPDX-License-Identifier: Apache-2.0
"""(l,e)-diversity: spec §5.2 and the edge cases of §14; Tables III and V elsewhere."""

from __future__ import annotations

import math

import pytest

from diversa.counts.groups import Groups
from diversa.errors import ModelError
from diversa.hierarchies import Rows, Taxonomy
from diversa.models import LeDiversity, parse

UNEVEN = Taxonomy(tree={"*": {"p": ["x"], "y": {}, "q": ["z"]}})
"""x and z are one level deeper than y: d(x,y) = d(y,z) = 3/2 and d(x,z) = 2."""

LUNGS = Taxonomy(
    tree={"*": {"lungs": ["flu", "asthma"], "stomach": ["ulcer", "gastritis"]}}
)


def groups(*counts, taxonomy=UNEVEN, missing="raise"):
    return Groups.from_counts(counts, on="s", taxonomy=taxonomy, missing=missing)


def level(e, counts, reading="tuple", **words):
    return LeDiversity(1, e, reading).attained(groups(counts, **words))


@pytest.mark.parametrize(
    ("e", "counts", "rows"),
    [
        ("1.5", {"x": 1, "z": 1}, 2),
        ("1.5", {"x": 1, "y": 1}, 0),
        ("1.5", {"y": 1, "z": 1}, 0),
        ("1.5", {"x": 1, "y": 1, "z": 1}, 0),
        ("1.4", {"x": 1, "y": 1, "z": 1}, 3),
        ("2", {"x": 1, "z": 1}, 0),
        ("1.99", {"x": 1, "z": 1}, 2),
    ],
)
def test_the_true_distance_in_an_uneven_tree(e, counts, rows):
    assert level(e, counts) == rows
    assert level(e, counts, "value") == rows


def test_a_shallow_pair_with_a_deep_value_between():
    tree = Taxonomy(tree={"*": {"a": {}, "m": {"n": {"o": ["b"]}}, "z": {}}})
    counts = {"a": 1, "b": 1, "z": 1}
    assert level(1, counts, taxonomy=tree) == 0
    assert level("0.99", counts, taxonomy=tree) == 3
    assert level("2.49", {"a": 1, "b": 1}, taxonomy=tree) == 2
    assert level("2.5", {"a": 1, "b": 1}, taxonomy=tree) == 0


def test_equal_rows():
    twice = {"flu": 2, "ulcer": 1}
    assert level(0, twice, taxonomy=LUNGS) == 0
    assert level(0, twice, "value", taxonomy=LUNGS) == 2
    assert level(1, twice, "value", taxonomy=LUNGS) == 2


@pytest.mark.parametrize("reading", ["tuple", "value"])
def test_edge_cases(reading):
    assert level(5, {"flu": 1}, reading, taxonomy=LUNGS) == 1
    assert level(0, {"flu": 1, "asthma": 1}, reading, taxonomy=LUNGS) == 2
    assert level(1, {"flu": 1, "asthma": 1}, reading, taxonomy=LUNGS) == 0
    # l = 1 asks for no number of values, and still for dissimilar ones.
    similar = groups({"flu": 1, "asthma": 1}, taxonomy=LUNGS)
    assert not LeDiversity(1, 1, reading).holds(similar).any()
    assert LeDiversity(1, 0, reading).holds(similar).all()


def test_all_equal():
    assert level(1, {"flu": 3}, "value", taxonomy=LUNGS) == 1
    assert level(1, {"flu": 3}, taxonomy=LUNGS) == 0


def test_a_value_that_is_an_inner_node():
    tree = Taxonomy(tree={"*": {"lungs": ["flu"], "ulcer": {}}})
    assert level("0.5", {"lungs": 1, "flu": 1}, taxonomy=tree) == 0
    assert level("0.4", {"lungs": 1, "flu": 1}, taxonomy=tree) == 2
    assert level(1, {"lungs": 1, "ulcer": 1}, taxonomy=tree) == 0


def test_levels_that_repeat_a_label_are_a_short_branch():
    rows = Rows((("x", "p", "*"), ("y", "y", "*"), ("z", "q", "*")))
    assert level("1.5", {"x": 1, "z": 1}, taxonomy=rows) == 2
    assert level("1.5", {"x": 1, "y": 1}, taxonomy=rows) == 0


def test_no_group_is_vacuously_true():
    none = groups(taxonomy=LUNGS)
    assert LeDiversity(2, 1).holds(none).all()
    assert LeDiversity(2, 1).attained(none) == math.inf


@pytest.mark.parametrize(
    ("counts", "e", "of_rows", "of_values"),
    [
        ({"flu": 1, "ulcer": 1, None: 1}, 1, 0, 0),
        ({"flu": 1, "ulcer": 1, None: 1}, 0, 0, 2),
        ({"flu": 1, None: 1}, 1, 0, 0),
        ({None: 1}, 1, 1, 1),
        ({None: 2}, 0, 0, 1),
    ],
)
def test_missing_values_may_be_similar_to_another(counts, e, of_rows, of_values):
    words = {"taxonomy": LUNGS, "missing": "worst"}
    assert level(e, counts, **words) == of_rows
    assert level(e, counts, "value", **words) == of_values


def test_a_missing_value_of_its_own_hangs_below_the_root():
    counts, words = {"flu": 1, None: 1}, {"taxonomy": LUNGS, "missing": "own"}
    assert level("1.4", counts, **words) == 2
    assert level("1.5", counts, **words) == 0


def test_without_a_taxonomy_it_is_refused(table):
    model = LeDiversity(2, 1, on="s")
    with pytest.raises(ModelError, match="'s' must have a taxonomy, got none"):
        model.check(table((1, 1)).sensitive)
    model.check(groups({"x": 1}).sensitive)


def test_specs_and_what_is_refused():
    for spec in ("le-diversity:l=3,e=1,on=s", "le-diversity:l=3,e=0.5,reading=value"):
        assert parse(spec).spec == spec
    with pytest.raises(ModelError, match="reading must be a known word, got 'row'"):
        parse("le-diversity:l=3,e=1,reading=row")
    with pytest.raises(ModelError, match="l must be a whole number"):
        LeDiversity(1.5, 1)


def test_implied():
    assert parse("le-diversity:l=3,e=1,on=s").implied() == (
        parse("distinct-l-diversity:3,on=s"),
        parse("k-anonymity:3"),
    )
