# SPDX-License-Identifier: Apache-2.0
"""What published labels stand for, however they are written."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies import Dates, Intervals, Masking, Rounding, Taxonomy
from diversa.labels.covers import covers

QUICK = settings(max_examples=25, deadline=None)


def covered(label, values, **words):
    """The values that one label may stand for."""
    raw = Dictionary.build("x", values, [1] * len(values))
    cover = covers([label], raw, **words)
    codes = [*raw.values, *([None] if raw.missing_code is not None else [])]
    return {codes[code] for code in range(raw.size) if len(cover.of(code))}


AGES = ("17", "25", "26", "30", "39", "40", "90")
ZIPS = ("13053", "13068", "130", "14850", "1305")
CASES = {
    "a value": ("25", AGES, {"25"}),
    "anything": ("*", AGES, set(AGES)),
    "all hidden": ("*****", ZIPS, set(ZIPS)),
    "a range of a box": ("[17-25]", AGES, {"17", "25"}),
    "a range of whole numbers": ("30-39", AGES, {"30", "39"}),
    "a range with another dash": ("30–39", AGES, {"30", "39"}),
    "a range in words": ("30 to 39", AGES, {"30", "39"}),
    "half open": ("[25, 30)", AGES, {"25", "26"}),
    "open below": ("(25, 30]", AGES, {"26", "30"}),
    "below": ("<30", AGES, {"17", "25", "26"}),
    "up to": ("<=30", AGES, {"17", "25", "26", "30"}),
    "from": (">=40", AGES, {"40", "90"}),
    "above": (">40", AGES, {"90"}),
    "a sign for from": ("≥40", AGES, {"40", "90"}),
    "and more": ("40+", AGES, {"40", "90"}),
    "no range": ("39-30", AGES, set()),
    "one digit hidden": ("2*", AGES, {"25", "26"}),
    "two hidden": ("130**", ZIPS, {"13053", "13068", "130", "1305"}),
    "a prefix of any length": ("13*", ZIPS, {"13053", "13068", "130", "1305"}),
    "hidden from the left": ("**50", ("4850", "050", "14850", "51"), {"4850", "050"}),
    "hidden inside": ("1*0", ("130", "150", "1350", "13"), {"130", "150"}),
    "a set": ("{Cuba, Peru}", ("Cuba", "Peru", "Chile"), {"Cuba", "Peru"}),
    "a set that says missing": ("{Cuba, missing}", ("Cuba", None), {"Cuba", None}),
    "a member with a comma": ("{a, b, c}", ("a, b", "c", "b, a"), {"a, b", "c"}),
    "a missing label": (None, ("Cuba", None), {None}),
    "a star and a missing value": ("*", (None,), {None}),
    "a number as text": ("39", (39, 40), {39}),
    "a whole float": ("39", (39.0, 39.5), {39.0}),
    "a float as text": ("39.0", (39,), {39}),
    "a code is no number": ("1305", ("01305", "1305"), {"1305"}),
    "a truth value": ("true", (True, False), {True}),
    "negative numbers": ("[-5, -1]", ("-6", "-5", "-1", "1"), {"-5", "-1"}),
    "negative numbers of a box": ("[-5 to -1]", ("-6", "-3"), {"-3"}),
    "a month": ("2024-02", ("2024-02-29", "2024-03-01"), {"2024-02-29"}),
    "a quarter": ("2024-Q4", ("2024-12-31", "2024-09-30"), {"2024-12-31"}),
    "a year": ("2024", ("2024-12-31", "2025-01-01"), {"2024-12-31"}),
    "a decade": ("1990s", ("1999-12-31", "2000-01-01"), {"1999-12-31"}),
    "no month": ("2024-13", ("2024-12-31",), set()),
    "days of a box": (
        "[2025-01-02 to 2025-03-09]",
        ("2025-01-01", "2025-01-02", "2025-03-09", "2025-03-10"),
        {"2025-01-02", "2025-03-09"},
    ),
    "a day that is no text": ("2024", (dt.date(2024, 5, 1),), {dt.date(2024, 5, 1)}),
    "a word": ("30-year-old", AGES, set()),
}


@pytest.mark.parametrize("case", CASES)
def test_label(case):
    label, values, expected = CASES[case]
    assert covered(label, values) == expected


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
