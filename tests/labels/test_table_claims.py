# SPDX-License-Identifier: Apache-2.0
"""The worked examples of claims, each beside all worlds of a brute force."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.data.dictionary import Dictionary
from diversa.data.label_meaning import AREA, ASSUMED, CODED, TIGHT, LabelMeaning
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.labels.claim import Claim
from diversa.labels.label_claims import LabelColumn
from diversa.labels.table_claims import TableClaims, column_claims
from label_worlds import (
    ancestor_rule,
    backing,
    star_if_several,
    tight_range,
    tight_set,
    widened,
    widened_range,
    worlds_of,
)

MEAN = LabelMeaning("nothing", "mean")
MEDIAN = LabelMeaning("nothing", "median")


def domain_of(values, parents=None):
    dictionary = Dictionary.build("x", list(values), [1] * len(values))
    columns = [] if parents is None else [[parents[v] for v in dictionary.values]]
    return Hierarchy.from_labels(dictionary, columns, top=True)


def claims_of(label, rows, meaning=TIGHT, domain=None, others=()):
    """The claims of a table with one group, beside a column that all rows share."""
    labels = (label, *others)
    column = LabelColumn("x", labels, meaning, domain=domain)
    codes, sizes = np.array([0]), np.array([rows])
    claims, place = column_claims(column, codes, sizes)
    same = LabelColumn("y", ("same",), meaning).claims()
    place = np.array([place, codes])
    return TableClaims(sizes, (claims, same), place, meaning)


def said(stated):
    """Cell to backing, for what rows have; and what not all of them have."""
    claims = stated.of_group(0).get("x", ())
    return (
        {claim.cell: claim.rows for claim in claims if not claim.excludes},
        {claim.cell for claim in claims if claim.excludes},
    )


PARENTS = {"p": "A", "q": "A", "r": "B", "s": "B"}
THREE = PARENTS | {"t": "C", "u": "C"}

EXAMPLES = {
    "1: tight range": (
        claims_of("[3-7]", 5),
        worlds_of(tight_range, "[3-7]", range(10), 5),
        {"3": {3}, "7": {7}},
    ),
    "2: tight range of two rows": (
        claims_of("[3-7]", 2),
        worlds_of(tight_range, "[3-7]", range(10), 2),
        {"3": {3}, "7": {7}},
    ),
    "3: set of as many values as rows": (
        claims_of("{a, b, c}", 3),
        worlds_of(tight_set, "{a, b, c}", "abcd", 3),
        {"a": {"a"}, "b": {"b"}, "c": {"c"}},
    ),
    "4: set of two values": (
        claims_of("{a, b}", 5),
        worlds_of(tight_set, "{a, b}", "abc", 5),
        {"a": {"a"}, "b": {"b"}},
    ),
    "9: ancestor of two children": (
        claims_of("*", 5, domain=domain_of("AB")),
        worlds_of(
            star_if_several, "*", ["A", "B"], 5
        ),  # what children say, by themselves
        {"A": {"A"}, "B": {"B"}},
    ),
    "11: star of two values": (
        claims_of("*", 5, domain=domain_of("ab")),
        worlds_of(star_if_several, "*", "ab", 5),
        {"a": {"a"}, "b": {"b"}},
    ),
    "13: mean of two": (
        claims_of("0.5", 2, MEAN, domain_of([0, 1, 2, 3])),
        worlds_of(lambda world: sum(world) / 2, 0.5, range(4), 2),
        {"0": {0}, "1": {1}},
    ),
    "14: mean of three": (
        claims_of("7", 3, MEAN, domain_of([0, 1, 10])),
        worlds_of(lambda world: sum(world) / 3, 7, (0, 1, 10), 3),
        {"1": {1}, "10": {10}},
    ),
    "15: median of three": (
        claims_of("4", 3, MEDIAN),
        worlds_of(lambda world: sorted(world)[1], 4, range(8), 3),
        {"4": {4}},
    ),
    "16: set whose members have two rows": (
        claims_of("{a, b}", 5, replace(TIGHT, least=2)),
        worlds_of(widened(tight_set, 2), "{a, b}", "ab", 5),
        {"a": {"a"}, "b": {"b"}},
    ),
    "17: star of two values of which one has a single row": (
        claims_of("*", 5, domain=domain_of("ab")),
        worlds_of(widened(tight_set, 2), "*", "ab", 5),
        {"a": {"a"}, "b": {"b"}},
    ),
    "20: range whose ends have two rows": (
        claims_of("[1-3]", 5, replace(TIGHT, least=2)),
        worlds_of(widened_range(2), "[1-3]", range(5), 5),
        {"1": {1}, "3": {3}},
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples_have_the_backing_of_all_their_worlds(name):
    stated, worlds, cells = EXAMPLES[name]
    named, _ = said(stated)
    assert worlds
    assert named == {text: backing(worlds, cell) for text, cell in cells.items()}
    assert stated.least == min(named.values())


def test_two_rows_of_a_tight_range_are_restored():
    stated = claims_of("[3-7]", 2)
    assert worlds_of(tight_range, "[3-7]", range(10), 2) == [(3, 7)]
    assert stated.restored.tolist() == [2]
    assert claims_of("[3-7]", 5).restored.tolist() == [0]


@pytest.mark.parametrize(
    ("label", "rows", "meaning", "domain", "rule", "values"),
    [
        ("0.5", 2, MEAN, [0, 1, 2, 3], lambda w: sum(w) / 2, range(4)),
        ("{a, b, c}", 3, TIGHT, None, tight_set, "abc"),
    ],
)
def test_one_world_means_that_every_row_is_restored(
    label, rows, meaning, domain, rule, values
):
    known = None if domain is None else domain_of(domain)
    wanted = 0.5 if label == "0.5" else label
    assert len(worlds_of(rule, wanted, values, rows)) == 1
    assert claims_of(label, rows, meaning, known).restored.tolist() == [rows]


def test_a_mean_counts_every_row_that_its_sum_fixes():
    """Example 14: (1, 10, 10) is the only world."""
    stated = claims_of("7", 3, MEAN, domain_of([0, 1, 10]))
    assert said(stated) == ({"1": 1, "10": 2}, set())
    assert stated.restored.tolist() == [3]


def test_a_region_claims_nothing():
    """Example 8: all rows may be a, all may be b."""
    stated = claims_of("{a, b}", 5, AREA)
    assert stated.safety.tolist() == [5]
    assert stated.downcoded.tolist() == [0]
    assert stated.generalized.tolist() == [True]


def test_an_ancestor_of_two_children_claims_both():
    """Example 9, with the tree above its values."""
    rule = ancestor_rule(PARENTS, "*")
    tree = domain_of("pqrs", PARENTS)
    root = LabelColumn("x", ("A",), TIGHT, domain=tree).read("A")
    worlds = worlds_of(rule, "A", "pqrs", 5)
    assert {one.cell: one.rows for one in root.claims} == {
        "p": backing(worlds, "p"),
        "q": backing(worlds, "q"),
    }


def test_an_ancestor_of_three_children_claims_each_two_of_them():
    """Example 10."""
    tree = domain_of("abc", dict.fromkeys("abc", "A"))
    stated = claims_of("A", 5, domain=tree)
    worlds = worlds_of(star_if_several, "*", "abc", 5)
    named, lacked = said(stated)
    assert named == {}
    assert [backing(worlds, cell) for cell in "abc"] == [0, 0, 0]
    assert lacked == {
        cell for cell in "abc" if backing(worlds, set("abc") - {cell}) == 1
    }
    assert stated.least == 1
    assert stated.downcoded.tolist() == [1]


@pytest.mark.parametrize("rule", [star_if_several, widened(tight_set, 2)])
def test_a_star_of_three_values_claims_no_single_one(rule):
    """Examples 12 and 19."""
    named, _ = said(claims_of("*", 5, domain=domain_of("abc")))
    worlds = worlds_of(rule, "*", "abc", 5)
    assert named == {}
    assert all(backing(worlds, cell) == 0 for cell in "abc")


def test_a_range_beside_missing_values_claims_them_too():
    stated = claims_of("{[3-7], missing}", 5, ASSUMED)
    worlds = worlds_of(tight_range, "{[3-7], missing}", [*range(2, 9), None], 5)
    named, _ = said(stated)
    assert named == {
        "3": backing(worlds, {3}),
        "7": backing(worlds, {7}),
        None: backing(worlds, {None}),
    }
    assert stated.downcoded.tolist() == [3]


def test_our_ranges_beside_missing_values_reach_to_the_last_number():
    """So that nobody needs to have the high end: of 38 38 and a missing value, too."""

    def rule(world):
        known = [row for row in world if row is not None]
        lost = len(known) < len(world)
        # 8 is the last number of the column.
        return f"{{[{min(known)}-8], missing}}" if lost and known else "another"

    stated = claims_of("{[3-8], missing}", 5)
    possible = [*range(2, 9), None]
    worlds = [
        world
        for world in worlds_of(
            lambda w: any(r is not None for r in w), True, possible, 5
        )
        if rule(world) == "{[3-8], missing}"
    ]
    named, _ = said(stated)
    assert backing(worlds, {8}) == 0
    assert named == {"3": backing(worlds, {3}), None: backing(worlds, {None})}


def test_single_values_and_starred_groups_claim_nothing():
    for label in ("a", None, "40"):
        stated = claims_of(label, 4)
        assert stated.safety.tolist() == [4]
        assert not stated.generalized.any()
    star = LabelColumn("x", ("*",), TIGHT, domain=domain_of("ab")).claims()
    sizes, place = np.array([4]), np.array([[0], [0]])
    starred = TableClaims(sizes, (star, star), place, TIGHT)
    assert starred.is_starred.all()
    assert starred.safety.tolist() == [4]
    assert starred.of_group(0) == {}


def test_tables_of_others_are_read_as_tight():
    named, _ = said(claims_of("30-39", 5, ASSUMED))
    assert named == {"30": 1, "39": 1}
    half_open, _ = said(claims_of("[30, 40)", 5, ASSUMED))
    assert half_open == {"30": 1}
    for label in (">=90", "90+", "130**", "*"):
        assert said(claims_of(label, 5, ASSUMED)) == ({}, set())


def test_a_date_range_claims_its_days():
    named, _ = said(claims_of("[2025-01-02 to 2025-03-09]", 5))
    assert named == {"2025-01-02": 1, "2025-03-09": 1}


def test_ends_that_moved_claim_a_cell_each():
    shown = ("10", "20", "30", "40")
    stated = claims_of("[10-40]", 5, CODED, others=shown)
    assert said(stated)[0] == {"[10 to 20)": 1, "(30 to 40]": 1}
    assert stated.downcoded.tolist() == [2]
    apart = claims_of("[10-20]", 5, CODED, others=shown)
    assert said(apart)[0] == {"[10 to 20)": 1, "(10 to 20]": 1}
    assert apart.downcoded.tolist() == [1]  # one row of 15 may be both
    alone = claims_of("[10-40]", 5, CODED)
    assert said(alone)[0] == {}  # nothing says where values are common
    beyond = claims_of(">=20", 5, CODED, others=shown)
    assert said(beyond)[0] == {"[20 to 30)": 1, ">=40": 1}
    below = claims_of("<=20", 5, CODED, others=shown)
    assert said(below)[0] == {"<=10": 1, "(10 to 20]": 1}


def test_safety_and_downcoding_are_the_worst_over_columns():
    """Two columns: a set of three beside a range; a single value beside a range."""
    sets = LabelColumn("set", ("{a, b, c}", "d"), TIGHT).claims()
    ages = LabelColumn("age", ("[3-7]", "[3-9]"), TIGHT).claims()
    label = np.array([[0, 1, 1], [0, 1, 1]])
    stated = TableClaims(np.array([5, 2, 6]), (sets, ages), label, TIGHT)
    assert stated.downcoded.tolist() == [3, 2, 2]
    assert stated.restored.tolist() == [0, 2, 0]
    assert (stated.named, stated.named_by_one) == (9, 9)
    assert stated.generalized_rows == 13
    assert stated.share_downcoded == 7 / 13
    group, claim = stated.pairs(1)
    assert group.tolist() == [0, 0, 1, 1, 2, 2]
    cells = [ages.claims[place].cell for place in claim]
    assert cells == ["3", "7", "3", "9", "3", "9"]


@given(
    world=st.lists(st.integers(0, 6), min_size=1, max_size=5),
    rule=st.sampled_from([tight_range, tight_set]),
)
def test_claims_are_exactly_the_single_values_that_all_worlds_have(world, rule):
    domain = range(7) if rule is tight_range else "abcdefg"
    rows = tuple(sorted(domain[value] for value in world))
    label = rule(rows)
    worlds = worlds_of(rule, label, domain, len(rows))
    named, _ = said(claims_of(label, len(rows)))
    if len(set(rows)) == 1:
        assert named == {}
        return
    truth = {str(value): backing(worlds, {value}) for value in domain}
    assert named == {cell: rows for cell, rows in truth.items() if rows}


@given(
    values=st.lists(st.integers(0, 12), min_size=2, max_size=4, unique=True),
    chosen=st.lists(st.integers(0, 3), min_size=2, max_size=5),
)
def test_claims_of_means_are_those_of_all_worlds(values, chosen):
    domain = sorted(values)
    rows = [domain[place % len(domain)] for place in chosen]
    mean = Fraction(sum(rows), len(rows))
    label = f"{float(mean):.1f}".removesuffix(".0")
    shown = Fraction(label)
    half = Fraction(1, 20)
    worlds = worlds_of(
        lambda world: abs(Fraction(sum(world), len(world)) - shown) <= half,
        label=True,
        domain=domain,
        rows=len(rows),
    )
    named, _ = said(claims_of(label, len(rows), MEAN, domain_of(domain)))
    truth = {str(value): backing(worlds, {value}) for value in domain}
    assert named == {cell: rows for cell, rows in truth.items() if rows}


def test_a_claim_is_a_plain_value():
    assert Claim("a") == ("a", 1, False)
