# SPDX-License-Identifier: Apache-2.0
"""Published labels, read in every form."""

from __future__ import annotations

import datetime as dt

import pytest

from covered_values import covered

AGES = ("17", "25", "26", "30", "39", "40", "90")
ZIPS = ("13053", "13068", "130", "14850", "1305")
HUGE, TINY = "1" + "0" * 310, "0." + "0" * 310 + "1"
BEYOND_FLOATS = ("2", HUGE, "1e401", 1e305)
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
    "all but a set": ("not {Cuba, Peru}", ("Cuba", "Chile", None), {"Chile", None}),
    "all that is known": ("not {missing}", ("Cuba", 7, None), {"Cuba", 7}),
    "all but a set, known": ("not {Cuba, missing}", ("Cuba", "Peru", None), {"Peru"}),
    "a value that begins with not": ("not {", ("not {", "Peru"), {"not {"}),
    "an open range or missing": ("{>=40, missing}", (*AGES, None), {"40", "90", None}),
    "up to a day": ("<=2024-02-29", ("2024-02-29", "2024-03-01"), {"2024-02-29"}),
    "from a day on": (">=2024-03-01", ("2024-02-29", "2024-03-01"), {"2024-03-01"}),
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
    "the last year": ("9999", ("9999-12-31", "9998-12-31"), {"9999-12-31"}),
    "the last quarter": ("9999-Q4", ("9999-12-31", "9999-09-30"), {"9999-12-31"}),
    "the last month": ("9999-12", ("9999-12-31", "9999-11-30"), {"9999-12-31"}),
    "the last decade": ("9990s", ("9999-12-31", "9989-12-31"), {"9999-12-31"}),
    "thousands as in programs": (
        ">=1_000",
        ("999", "1_000", "1001"),
        {"1_000", "1001"},
    ),
    "no month": ("2024-13", ("2024-12-31",), set()),
    "days of a box": (
        "[2025-01-02 to 2025-03-09]",
        ("2025-01-01", "2025-01-02", "2025-03-09", "2025-03-10"),
        {"2025-01-02", "2025-03-09"},
    ),
    "a day that is no text": ("2024", (dt.date(2024, 5, 1),), {dt.date(2024, 5, 1)}),
    "between two ways to write a number": (
        "[1000-1e3]",
        ("1e3", "1000", "1000.0", "01000", "1001"),
        {"1e3", "1000", "1000.0", "01000"},
    ),
    "between an end and itself, which is left out": ("[25, 25)", AGES, set()),
    "below what no float is": ("<1e400", BEYOND_FLOATS, {"2", HUGE, 1e305}),
    "below very much": ("<1e999999999", BEYOND_FLOATS, set(BEYOND_FLOATS)),
    "below what no decimal is": ("<1e" + "9" * 30, BEYOND_FLOATS, set()),
    "from what has very many digits": (f">={HUGE}", BEYOND_FLOATS, {HUGE, "1e401"}),
    "what no float is and more": ("1e400+", BEYOND_FLOATS, {"1e401"}),
    "up to very little": (f"<={TINY}", ("0", TINY, "1e-300"), {"0", TINY}),
    "very many digits": (HUGE, BEYOND_FLOATS, {HUGE}),
    "very many decimals": (TINY, (TINY, "0", "1e-300"), {TINY}),
    "a range of very many digits": (f"[3-{HUGE}]", BEYOND_FLOATS, {HUGE, 1e305}),
    "a large float in full": ("1" + "0" * 305, (1e305, 2e305), {1e305}),
    "a number of many digits": ("1" * 40, ("1" * 40, "1" * 39 + "2"), {"1" * 40}),
    "a float of many digits": ("1" * 39 + "2.0", ("1" * 40,), set()),
    "a word": ("30-year-old", AGES, set()),
}


@pytest.mark.parametrize("case", CASES)
def test_label(case):
    label, values, expected = CASES[case]
    assert covered(label, values) == expected
