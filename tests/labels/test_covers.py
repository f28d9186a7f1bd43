# SPDX-License-Identifier: Apache-2.0
"""Which labels stand for a value, and what a hierarchy says of them."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covered_values import covered
from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies import Dates, Intervals, Masking, Rounding, Taxonomy
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
@given(st.lists(st.from_regex(r"[01]{4}", fullmatch=True), min_size=1, max_size=9))
def test_every_code_has_the_label_of_its_mask(codes):
    only_own_label(Masking(), codes)
    only_own_label(Masking(direction="left"), codes)


@QUICK
@given(st.lists(st.dates(dt.date(1970, 1, 1), dt.date(2030, 1, 1)), min_size=1))
def test_every_day_has_the_label_of_its_time(days):
    only_own_label(Dates(), [day.isoformat() for day in days])
