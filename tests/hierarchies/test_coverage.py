# SPDX-License-Identifier: Apache-2.0
"""Which values of the data a declared hierarchy covers."""

from __future__ import annotations

import datetime as dt

import pytest

from columns import column
from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(39, "39", id="int"),
        pytest.param(39.0, "39", id="whole float"),
        pytest.param(39.5, "39.5", id="float"),
        pytest.param(True, "true", id="bool"),
        pytest.param(dt.date(2024, 5, 31), "2024-05-31", id="date"),
        pytest.param(" State-gov", "State-gov", id="spaces in the data"),
        pytest.param("State-gov", " State-gov ", id="spaces in the file"),
    ],
)
def test_values_are_matched_by_their_text(levels, value, text):
    assert levels(f"{text};label;*\n").build(column(value)).labels[1] == ("label",)


def test_values_that_are_not_covered(levels):
    values = Dictionary.build("work", ["a", "b", "c"], [1, 2, 3])
    with pytest.raises(
        HierarchyError, match=r"2 of 3 values \(5 rows\).*work\.csv.*'b'"
    ):
        levels("a;*\n").build(values)
    secret = Dictionary.build("work", ["a", "canary"], [1, 2], sensitive=True)
    with pytest.raises(HierarchyError, match=r"1 of 2 values \(2 rows\)") as raised:
        levels("a;*\n").build(secret)
    assert "canary" not in str(raised.value)
