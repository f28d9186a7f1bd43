# SPDX-License-Identifier: Apache-2.0
"""Days in the forms of tables."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from diversa.data.day_forms import (
    DAYS,
    day_pattern,
    format_day,
    format_pattern,
    moment_of,
)

DAY = dt.date(1985, 12, 24)


@pytest.mark.parametrize("form", DAYS)
@pytest.mark.parametrize("time", ["", " 14:30", "T14:30:05", " 02:30 PM"])
def test_what_is_written_is_read(form, time):
    match = day_pattern(form, whole=True).fullmatch(format_day(DAY, form) + time)
    moment = moment_of(match, form)
    assert moment.date() == DAY
    assert moment.hour == (14 if time else 0)


def test_days_are_found_inside_a_label():
    pattern = day_pattern("%d.%m.%Y", whole=False)
    assert len(pattern.findall("[24.12.1985-01.06.1991]")) == 2
    assert not pattern.search("124.12.1985")


def test_forms_of_the_user_are_patterns_too():
    pattern = re.compile(format_pattern("%d %b %Y, %H:%M"))
    assert pattern.fullmatch("24 Dec 1985, 14:30")
    assert not pattern.fullmatch("24.12.1985")
