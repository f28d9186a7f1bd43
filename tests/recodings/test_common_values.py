# SPDX-License-Identifier: Apache-2.0
"""What of an attribute enough rows have to be shown, and what labels stand for."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from diversa.data.dictionary import Dictionary
from diversa.hierarchies.coding import Coding
from diversa.hierarchies.dates import Dates
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.hierarchies.intervals import Intervals
from diversa.hierarchies.rows import Rows
from diversa.recodings.common_values import CommonCategories, CommonNumbers


def line(values, rows, least=3, kind="number"):
    """The number line of some values; None is a missing one."""
    dictionary = Dictionary.build("x", values, rows, kind=kind)
    if kind == "date":
        hierarchy = Dates(("year",)).build(dictionary)
    else:
        hierarchy = Intervals((10,)).build(dictionary)
    return CommonNumbers.of(hierarchy, dictionary.counts, least)


def test_ends_move_outwards_to_values_that_enough_rows_have():
    ages = line([20, 21, 22, 23, 24], [30, 1, 40, 1, 50])
    assert ages.label(0, 0) == 20
    assert ages.label(1, 1) == "[20-22]"
    assert ages.label(1, 3) == "[20-24]"
    assert ages.label(2, 4) == "[22-24]"


def test_a_range_stays_open_beyond_the_last_such_value():
    ages = line([1, 20, 30, 97], [1, 30, 40, 1])
    assert [ages.label(0, 1), ages.label(2, 3), ages.label(0, 3)] == [
        "<=20",
        ">=30",
        "*",
    ]
    assert ages.label(3, 3) == ">=30"
    assert ages.label(1, 2) == "[20-30]"


def test_ends_are_round_where_values_are_rare():
    pay = line([*range(1001, 1041)], [1] * 40, least=4)
    assert pay.label(0, 0) == "[1000-1004]"
    assert pay.label(3, 17) == "[1000-1019]"
    cents = line([f"{10 + n / 100:.2f}" for n in range(40)], [1] * 40, least=4)
    assert cents.label(0, 11) == "[10-10.14]"


def test_numbers_on_both_sides_of_zero_have_round_ends_or_none():
    some = line([*range(-20, 21)], [1] * 41, least=4)
    assert some.label(0, 0) == "[-20 to -16]"
    assert some.label(15, 25) == "[-5 to 9]"
    few = line([-1, 0, 1], [1, 1, 1], least=2)
    assert few.label(0, 0) == "*"
    wide = line([-(10**12), 10**12], [1, 1], least=2)
    assert wide.label(0, 1) == "*"


def test_dates_end_with_months_or_years():
    days = [
        f"2024-{month:02}-{day:02}" for month in (1, 2, 3) for day in (3, 9, 17, 28)
    ]
    dates = line(days, [1] * 12, least=4, kind="date")
    assert dates.label(0, 0) == "[2024-01-01 to 2024-01-31]"
    assert dates.label(3, 4) == "[2024-01-01 to 2024-02-29]"
    scarce = line(days, [1] * 12, least=30, kind="date")
    assert scarce.label(0, 3) == "*"


@pytest.mark.parametrize(
    ("lost", "said"), [(5, "{[20-30], missing}"), (1, "*"), (0, None)]
)
def test_missing_values_are_told_where_enough_rows_have_them(lost, said):
    ages = line(
        [10, 20, 30, None][: 4 if lost else 3], [9, 9, 9, lost][: 4 if lost else 3]
    )
    if said is not None:
        assert ages.label(1, 3) == said
        assert ages.label(3, 3) == (None if lost == 5 else "*")
        assert ages.label(0, 3) == "*"


def test_coded_ends_of_the_scale_stay():
    dictionary = Dictionary.build(
        "x", [10, 20, 30, 90, 95], [2, 9, 9, 2, 2], kind="number"
    )
    hierarchy = Coding(bottom=15, top=85, then=Intervals((10,))).build(dictionary)
    rows = np.bincount(hierarchy.maps[0], dictionary.counts).astype(np.int64)
    ages = CommonNumbers.of(hierarchy, rows, 3)
    labels = {ages.label(low, high) for low in range(4) for high in range(low, 4)}
    assert labels <= {"*", "<=20", "<=30", 20, 30, "[20-30]", ">=20", ">=30", ">=85"}


@pytest.mark.parametrize("seed", range(30))
def test_a_label_stands_for_what_it_says(seed):
    """The span of every label against the label, read as a person would."""
    draw = np.random.default_rng(seed)
    values = sorted(draw.choice(60, 12, replace=False).tolist())
    rows = draw.integers(1, 6, 12).tolist()
    lost = bool(draw.integers(2))
    ages = line([*values, *([None] if lost else [])], [*rows, *([4] if lost else [])])
    for low, high in product(range(len(ages.names)), repeat=2):
        if low > high:
            continue
        label = ages.label(low, high)
        first, last = (
            int(one[0]) for one in ages.spans(np.array([low]), np.array([high]))
        )
        stands = [
            place for place, name in enumerate(ages.names) if is_under(name, label)
        ]
        assert [first, last] == [stands[0], stands[-1]], (label, low, high)
        assert first <= low <= high <= last


def is_under(name, label):
    """Whether a number, or None, is what a label says."""
    if label == "*":
        return True
    text = str(label)
    if name is None:
        return label is None or text.endswith("missing}")
    text = text.removeprefix("{").removesuffix(", missing}")
    if label is None:
        return False
    if text.startswith(">="):
        return name >= int(text[2:])
    if text.startswith("<="):
        return name <= int(text[2:])
    ends = [int(end) for end in text.strip("[]").split("-")]
    return ends[0] <= name <= ends[-1]


def test_sets_become_the_lowest_ancestor_that_enough_rows_have():
    towns = [
        ("Bonn", "Germany", "EU"),
        ("Pisa", "Italy", "EU"),
        ("Rome", "Italy", "EU"),
    ]
    dictionary = Dictionary.build("town", ["Bonn", "Pisa", "Rome"], [1, 1, 4])
    hierarchy = Rows(tuple(towns)).build(dictionary)
    tree = CommonCategories.of(hierarchy, dictionary.counts, 3)
    assert tree.common.tolist() == [False, False, True]
    order = [hierarchy.labels[0][code] for code in (0, 1, 2)]
    bonn, pisa, rome = (order.index(town) for town in ("Bonn", "Pisa", "Rome"))
    assert tree.label(rome, rome) == "Rome"
    assert tree.label(pisa, pisa) == "Italy"
    assert tree.label(bonn, bonn) == "EU"
    spans = tree.spans(np.array([rome, pisa, bonn]), np.array([rome, pisa, bonn]))
    assert [(int(a), int(b)) for a, b in zip(*spans, strict=True)] == [
        (rome, rome),
        (pisa, rome),
        (bonn, rome),
    ]


def test_without_a_hierarchy_a_rare_category_is_a_star():
    dictionary = Dictionary.build("x", ["a", "b"], [1, 9])
    tree = CommonCategories.of(
        Hierarchy.from_labels(dictionary, []), dictionary.counts, 3
    )
    assert [tree.label(0, 0), tree.label(1, 1)] == ["*", "b"]
