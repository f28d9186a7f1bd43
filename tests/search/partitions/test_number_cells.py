# SPDX-License-Identifier: Apache-2.0
"""Cells of numbers and dates between public ends."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

import numpy as np
import pytest

from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Dates, Intervals
from diversa.hierarchies.coding import Coding
from diversa.recodings.number_scale import Domain
from diversa.search.partitions.number_cells import empty_end, ladder_ends, number_cells
from diversa.search.partitions.secret_noise import SecretNoise
from diversa.search.partitions.tree_cells import Blur

SURE = Blur(SecretNoise(b""), 2)


def cells_of(values, kind, rows=None, blur=SURE, column="number"):
    counts = [50] * len(values) if rows is None else rows
    hierarchy = kind.build(Dictionary.build("x", values, counts, kind=column))
    return number_cells(hierarchy, np.array(counts), blur)


def labels_of(cells):
    size = len(cells.counts)
    return [cells.label(place, place + 1) for place in range(size)]


def test_ends_are_open_and_single_numbers_keep_their_spelling():
    cells = cells_of([18, 20, 21, 24], Intervals((5,)))
    assert labels_of(cells) == ["<=18", "[19-19]", 20, 21, "[22-22]", "[23-23]", ">=24"]
    assert cells.cell.tolist() == [0, 2, 3, 6]
    assert cells.label(2, 5) == "[20-22]"
    assert (cells.label(0, 3), cells.label(3, 7)) == ("<=20", ">=21")


def test_the_extremes_of_a_table_are_no_ends():
    """Whatever the age of one old person, the cells are the same."""
    rows = [50, 50, 50, 1]
    one, other = (
        cells_of([20, 30, 40, age], Intervals((5,)), rows) for age in (97, 5000)
    )
    assert one.label(0, 9) == other.label(0, 9)
    assert one.cell.tolist() == other.cell.tolist()


def test_many_numbers_have_wider_cells():
    values = [round(1000 + 7.25 * step, 2) for step in range(3000)]
    cells = cells_of(values, Intervals((100,)), [3] * 3000)
    assert 100 < len(cells.counts) <= 1024
    low, high = cells.label(40, 41)[1:-1].split("-")
    assert float(high) - float(low) == pytest.approx(49.99)


def test_declared_ends_are_cells_of_their_own():
    coding = Coding(bottom=18, top=22, then=Intervals((2,)))
    values = [15, 18, 19, 20, 21, 30]
    hierarchy = coding.build(Dictionary.build("x", values, [5] * 6, kind="number"))
    domain = Domain(bottom=Fraction(18), top=Fraction(22))
    cells = number_cells(hierarchy, np.array([5] * 6), SURE, domain)
    assert labels_of(cells) == ["<18", 18, 19, 20, 21, ">=22"]
    assert cells.label(0, 3) == "<=19"
    assert cells.label(3, 6) == ">=20"


def test_declared_ends_do_not_tell_whether_somebody_is_beyond_them():
    coding = Coding(bottom=18, top=22, then=Intervals((2,)))
    domain = Domain(bottom=Fraction(18), top=Fraction(22))
    some, none = (
        number_cells(
            coding.build(Dictionary.build("x", v, [5] * len(v), kind="number")),
            np.array([5] * len(v)),
            SURE,
            domain,
        )
        for v in ([15, 18, 19, 20, 21, 30], [18, 19, 20, 21])
    )
    assert some.public == none.public
    assert len(some.counts) == len(none.counts)
    runs = [(0, 3), (1, 3), (3, 6), (0, 6), (2, 5)]
    assert [some.label(*run) for run in runs] == [none.label(*run) for run in runs]


def test_days_months_and_years():
    days = [dt.date(2020, 1, 1) + dt.timedelta(n) for n in range(0, 9000, 3)]
    cells = cells_of(days, Dates(), [9] * len(days), column="date")
    assert cells.label(5, 7) == "[2020-06-01 to 2020-07-31]"
    assert cells.label(0, 2) == "<=2020-02-29"
    week = cells_of(days[:3], Dates(), [900] * 3, column="date")
    shown = labels_of(week)
    assert shown[:4] == [
        "<=2020-01-01",
        "[2020-01-02 to 2020-01-02]",
        "[2020-01-03 to 2020-01-03]",
        dt.date(2020, 1, 4),
    ]
    assert shown[-1] == ">=2020-02-29"
    assert week.counts.sum() == 2700


def test_a_declared_domain_has_closed_ends_and_costs_no_noise():
    values, domain = [18, 20, 24], Domain(Fraction(17), Fraction(30))
    built = Intervals((5,)).build(
        Dictionary.build("x", values, [50] * 3, kind="number")
    )
    cells = number_cells(built, np.array([50] * 3), SURE, domain)
    assert len(cells.counts) == 14
    assert cells.label(0, 5) == "[17-21]"
    assert cells.label(10, 14) == "[27-30]"
    later = Intervals((5,)).build(
        Dictionary.build("x", [16, 17, 17.5, 29, 30, 31], [1] * 6, kind="number")
    )
    assert cells.public.place(later).tolist() == [-1, 0, -1, 12, 13, -1]
    half_open = number_cells(
        built,
        np.array([50] * 3),
        SURE,
        Domain(Fraction(17), Fraction(30), is_open=True),
    )
    assert half_open.label(0, 5) == "<=21"
    assert half_open.public.place(later).tolist() == [0, 0, -1, 12, 12, 12]


def test_values_that_are_on_no_scale_have_no_cells():
    huge = Dictionary.build("x", [10**20, 1], [5, 5], kind="number")
    assert number_cells(Intervals((5,)).build(huge), np.array([5, 5]), SURE) is None


def test_ends_of_a_ladder_and_of_cells():
    blur = Blur(SecretNoise(b"", 2.0), 5)
    ladder = np.array([0, 10, 20, 50])
    assert ladder_ends(ladder, np.array([1.0, 2, 40, 60, 3]), blur) == (10, 50)
    assert ladder_ends(ladder, np.array([1.0, 2, 4, 6, 3]), blur) == (20, 50)
    assert empty_end(np.array([0.0, 3, -2, 90, 4]), blur) == 3
    assert empty_end(np.array([90.0, 3]), blur) == 0
