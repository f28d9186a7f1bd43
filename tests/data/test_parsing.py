# SPDX-License-Identifier: Apache-2.0
"""Decimals are read as they are written, and moments from ISO 8601."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import numpy as np
import pytest

from diversa.data.parsing import as_decimal, as_moment, finite_decimal, reads


@pytest.mark.parametrize(
    ("value", "number"),
    [("0.1", "0.1"), (" 7 ", "7"), (0.1, "0.1"), (True, "1"), (np.bool_(False), "0")],
)
def test_decimals_are_read_as_they_are_written(value, number):
    assert as_decimal(value) == Decimal(number)


@pytest.mark.parametrize("value", ["x", "inf", "nan", "1e301", "1e-301", ""])
def test_what_is_no_decimal(value):
    with pytest.raises(ValueError, match="not a"):
        as_decimal(value)


def test_numbers_of_any_size_are_compared():
    assert finite_decimal("1e400") > finite_decimal(1e300)
    assert [reads(as_decimal)(value) for value in ("1e400", "7")] == [False, True]


@pytest.mark.parametrize("value", [dt.date(2024, 5, 31), "2024-05-31", "2024-05-31T00"])
def test_a_day_is_its_midnight(value):
    assert as_moment(value) == dt.datetime(2024, 5, 31)
