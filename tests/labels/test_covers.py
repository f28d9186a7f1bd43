# SPDX-License-Identifier: Apache-2.0
"""The labels that stand for a value, also by a hierarchy."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covered_values import covered
from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError, InputError
from diversa.hierarchies import (
    Dates,
    Intervals,
    Masking,
    Rounding,
    Suppression,
    Taxonomy,
)
from diversa.hierarchies.coding import Coding
from diversa.labels.covers import covers
from examples import examples

QUICK = examples(25)


def test_a_hierarchy_says_what_its_labels_mean():
    """A label that looks like a range may be no more than a name."""
    ages = ("30", "31", "34", "35")
    rows = [("30", "25-29"), ("31", "30-34"), ("34", "30-34"), ("35", "30-34")]
    kind = Taxonomy(tree={"25-29": ["30"], "30-34": ["31", "34", "35"]})
    assert covered("30-34", ages, hierarchy=kind) == {"31", "34", "35"}
    assert covered("30-34", ages) == {"30", "31", "34"}
    assert covered("[30-31]", ages, hierarchy=kind) == {"30", "31"}
    assert covered("*", ages, hierarchy=kind) == {one for one, _ in rows}


def test_a_level_tells_labels_of_several_levels_apart():
    kind = Rounding((5, 15))
    values = (13, 20)  # 15 and 20 to fives, 15 and 15 to fifteens
    assert covered("15", values, hierarchy=kind) == {13, 20}
    assert covered("15", values, hierarchy=kind, level=1) == {13}
    assert covered("15", values, hierarchy=kind, level=2) == {13, 20}


def test_labels_of_another_level_mean_what_the_hierarchy_says():
    """An automatic hierarchy of fewer rows has its intervals on other levels."""
    sizes = Dictionary.build("size", [1.75, 2.0, 2.25], [1] * 3, kind="number")
    coded = Coding(top=2, then=Intervals((0.2, 0.4, 0.8)))
    labels = coded.build(sizes).labels[3]
    assert labels == ("[1.6, 2.4)", ">=2")
    for level in (4, 5):  # `*`, and one that is not there
        cover = covers(labels, sizes, hierarchy=coded, level=level)
        assert [cover.of(value).tolist() for value in range(3)] == [[0], [1], [1]]


def test_a_value_that_the_hierarchy_lacks_is_refused():
    with pytest.raises(HierarchyError, match="not covered"):
        covered("a", ("b",), hierarchy=Taxonomy(tree={"x": ["a"]}))


def only_own_label(kind, values):
    """Labels of one level are read as they are written: each value has its own."""
    raw = Dictionary.build("x", sorted(set(values)), [1] * len(set(values)))
    built = kind.build(raw)
    for level in range(built.height):
        cover = covers(built.labels[level], raw)
        for code, name in enumerate(built.maps[level].tolist()):
            assert cover.of(code).tolist() == [name]


@QUICK
@given(st.lists(st.integers(-40, 99), min_size=1, max_size=9), st.integers(2, 7))
def test_every_number_has_the_label_of_its_interval(values, width):
    only_own_label(Intervals((width, 3 * width)), list(map(str, values)))


@QUICK
@given(st.lists(st.integers(0, 400), min_size=1, max_size=9))
def test_every_decimal_has_the_label_of_its_interval(values):
    texts = [f"{value / 8}" for value in values]
    only_own_label(Intervals(cuts=((1.5, 20, 30.25), (20,))), texts)


@QUICK
@given(st.lists(st.text("01", min_size=4, max_size=4), min_size=1, max_size=9))
def test_every_code_has_the_label_of_its_mask(codes):
    only_own_label(Masking(), codes)
    only_own_label(Masking(direction="left"), codes)


@QUICK
@given(st.lists(st.dates(dt.date(1970, 1, 1), dt.date(2030, 1, 1)), min_size=1))
def test_every_day_has_the_label_of_its_time(days):
    only_own_label(Dates(), [day.isoformat() for day in days])


@pytest.mark.parametrize(
    ("label", "values", "hierarchy", "expected"),
    [
        ("48.0", (48.0, 4.0), Intervals((10,)), {48.0}),
        ("48", (48.0, 4.0), Intervals((10,)), {48.0}),
        ("{[60-75], missing}", (59, 60, 75, None), Intervals((10,)), {60, 75, None}),
        ("{60, missing}", (59, 60.0, None), Intervals((10,)), {60.0, None}),
        (">=6.0", (5.0, 6.0, 9.0), Coding(top=8), {6.0, 9.0}),
        ("true", (True, False), Suppression(), {True}),
        ("{True, missing}", (True, False, None), Suppression(), {True, None}),
        ("{true, missing}", (True, False, None), None, {True, None}),
        ("[24.12.1985-01.06.1991]", ("24.12.1985", "02.06.1991"), None, {"24.12.1985"}),
        ("[24.12.1985-01.06.1991]", ("01.06.1991",), Dates(), {"01.06.1991"}),
        ("06.1991", ("01.06.1991", "01.07.1991"), None, {"01.06.1991"}),
        ("[007-1e3]", ("007", "1e3", "6"), Intervals((10,)), {"007", "1e3"}),
        ("{007, 1e3}", ("007", "1e3", "7", "1000"), None, {"007", "1e3"}),
        ("[0,5; 1)", ("0,5", "0,75", "1,0"), None, {"0,5", "0,75"}),
        ("{0,5, 1,25}", ("0,5", "1,25", "0", "5", "25"), None, {"0,5", "1,25"}),
        ("1.000-1.999", ("1.234,5", "999"), None, {"1.234,5"}),
    ],
)
def test_labels_are_read_by_what_they_mean(label, values, hierarchy, expected):
    assert covered(label, values, hierarchy=hierarchy) == expected


def test_a_day_that_may_be_a_month_is_asked_for_where_it_matters():
    assert covered("03/04/2023", ("03/04/2023",)) == {"03/04/2023"}
    with pytest.raises(InputError, match="--dates"):
        covered("03/2023", ("03/04/2023",))
