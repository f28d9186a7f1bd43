# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import datetime as dt
from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Dates, Intervals, Masking, Suppression
from diversa.hierarchies.automatic_hierarchy import automatic


def column(values, counts=None, **options):
    listed = list(values)
    return Dictionary.build("x", listed, counts or [1] * len(listed), **options)


DAYS = [dt.date(2020, 1, 1) + dt.timedelta(days) for days in range(400)]
CALENDAR = Dates(("month", "quarter", "year", "decade"))


@pytest.mark.parametrize(
    ("values", "options", "expected"),
    [
        pytest.param(range(17, 91), {"kind": "number"}, (5, 10, 20, 40), id="ages"),
        pytest.param(map(str, range(17, 91)), {}, (5, 10, 20, 40), id="ages as text"),
        pytest.param(
            range(1950, 2011), {"kind": "number"}, (5, 10, 20, 40), id="years"
        ),
        pytest.param(
            map(str, range(1950, 2011)), {}, (5, 10, 20, 40), id="years as text"
        ),
        pytest.param(range(10), {"kind": "number"}, (2, 4), id="digits"),
        pytest.param(
            ["0.5", "0.75", "1", "2.5"], {}, (0.1, 0.2, 0.4, 0.8), id="decimals"
        ),
        pytest.param(["1", "2", "30000"], {}, (2000, 4000, 8000), id="thousands"),
        pytest.param(["-10", "0", "10"], {}, (2, 4, 8), id="below zero"),
    ],
)
def test_numbers(values, options, expected):
    assert automatic(column(values, **options)) == Intervals(expected)


@pytest.mark.parametrize(
    ("values", "options", "expected"),
    [
        pytest.param(["13053", "13068", "14850"], {}, Masking(length=5), id="zip"),
        pytest.param(["007", "123"], {}, Masking(length=3), id="leading zero"),
        pytest.param(
            [f"A{n:02}" for n in range(12)], {}, Masking(length=3), id="letters too"
        ),
        pytest.param(
            [f"13053-{n}" for n in range(1000, 1020)],
            {},
            Masking(length=10, steps=2),
            id="long",
        ),
        pytest.param(["A01", "B02"], {}, Suppression(), id="few codes"),
        pytest.param(["Mon", "Tue", "Wed"] * 4, {}, Suppression(), id="words"),
        pytest.param(["13053", "148"], {}, Suppression(), id="two numbers"),
        pytest.param(["0", "1"], {}, Suppression(), id="a flag"),
        pytest.param(["Male", "Female"], {}, Suppression(), id="few values"),
        pytest.param([f"name {n}" for n in range(500)], {}, Suppression(), id="many"),
        pytest.param(["1", "2", "inf"], {}, Suppression(), id="infinite"),
        pytest.param(["1", "2", "x"], {}, Suppression(), id="almost numbers"),
        pytest.param([], {}, Suppression(), id="nothing"),
        pytest.param([None], {}, Suppression(), id="only missing"),
        pytest.param(DAYS, {"kind": "date"}, CALENDAR, id="dates"),
        pytest.param(map(str, DAYS), {}, CALENDAR, id="dates as text"),
        pytest.param(
            [dt.datetime(2020, 1, 1), dt.datetime(2021, 1, 1)],
            {"kind": "date"},
            CALENDAR,
            id="midnights",
        ),
        pytest.param(
            ["2020-01-01 12:30:00", "2020-01-02 00:00:00"],
            {},
            Dates(("day", *CALENDAR.levels)),
            id="times",
        ),
        pytest.param(
            ["20201301", "20210101"], {}, Suppression(), id="digits, no dates"
        ),
        pytest.param(["20200101", "20210101"], {}, CALENDAR, id="days of digits"),
    ],
)
def test_other_values(values, options, expected):
    listed = list(dict.fromkeys(values))
    assert automatic(column(listed, **options)) == expected


def test_numbers_far_from_the_others_get_open_ends():
    # 99 % of the rows earn up to 20,000; one earns a billion.
    values = [*range(0, 20_001, 100), 10**9]
    kind = automatic(column(values, [10] * 201 + [1], kind="number"))
    assert kind == Intervals((1000, 2000, 4000, 8000), high=24_000, open_ends=True)
    debts = automatic(column([-v for v in values], [10] * 201 + [1], kind="number"))
    # Zero begins a range of its own, so that three of 16,000 remain.
    widths = (1000, 2000, 4000, 8000, 16_000)
    assert debts == Intervals(widths, low=-32_000, open_ends=True)


many_numbers = st.lists(
    st.decimals(-1000, 1000, places=1) | st.integers(-1000, 1000), min_size=1
)
far_numbers = st.integers(0, 10**12) | st.decimals(0, 10**6, places=3)


@given(numbers=many_numbers, least=st.integers(1, 6), data=st.data())
def test_fewer_rows_at_an_end_shape_nothing_however_far_they_are(numbers, least, data):
    ranked = sorted(map(Decimal, numbers))
    few = min(least - 1, (len(ranked) - 1) // 2)
    inner = ranked[few : len(ranked) - few]
    beyond = st.lists(far_numbers.map(Decimal), min_size=few, max_size=few)
    lower, upper = data.draw(beyond), data.draw(beyond)
    moved = [
        *(inner[0] - far for far in lower),
        *inner,
        *(inner[-1] + far for far in upper),
    ]
    kinds = [
        automatic(column(rows, list(rows.values()), kind="number"), least)
        for rows in (Counter(ranked), Counter(moved))
    ]
    assert kinds[0] == kinds[1]


def test_ends_are_open_for_enough_rows():
    values = [*range(0, 20_001, 100), 10**8, 10**9]
    for rows, high in ([1, 1], None), ([2, 2], 24_000):
        kind = automatic(column(values, [10] * 201 + rows, kind="number"), least=4)
        assert kind.high == high


def test_decimals_are_told_apart_for_enough_rows():
    values = [*range(10), 4.5]
    for rows, widths in (1, (2, 4)), (3, (0.5, 1, 2, 4)):
        kind = automatic(column(values, [5] * 10 + [rows], kind="number"), least=3)
        assert kind == Intervals(widths)


def test_a_missing_value_does_not_matter():
    kind = automatic(column([*range(17, 91), None], kind="number"))
    assert kind == Intervals((5, 10, 20, 40))
