# SPDX-License-Identifier: Apache-2.0
"""Forms in which dates are written."""

from __future__ import annotations

import datetime as dt

import pytest

from diversa.suggestions.column_sample import ColumnSample
from diversa.suggestions.date_forms import FORMS, are_dates

DAYS = [dt.datetime(1960, 12, 31, 8, 15), dt.datetime(2023, 2, 13, 20, 5)]


def look(*texts):
    return ColumnSample(texts, len(texts), len(texts), 1)


@pytest.mark.parametrize("form", [*FORMS, "%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"])
def test_every_form_is_seen(form):
    assert are_dates(look(*[day.strftime(form) for day in DAYS]))


@pytest.mark.parametrize(
    "texts",
    [("12.5", "3.75"), ("13053", "14850"), ("31.02.2020", "45.45.2020"), ("19601340",)],
    ids=["measurements", "zip codes", "no days", "no month"],
)
def test_other_values_are_no_dates(texts):
    assert not are_dates(look(*texts))
