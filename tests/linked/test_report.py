# SPDX-License-Identifier: Apache-2.0
"""Tests of the report of two linked tables."""

from __future__ import annotations

import datetime as dt

import pytest

from diversa.linked.record import LinkedRecord
from diversa.linked.report import linked_page
from diversa.models.linked_privacy import LinkedVerdict
from diversa.record.record_parts import ReportHead
from linked_frames import PROMISE

DAY = dt.date(2024, 2, 29)


def page(**head):
    verdict = LinkedVerdict("km-anonymity:k=5,m=2", True, 6, None, 40, 0)
    record = LinkedRecord(
        tables=("people", "visits"),
        linked=PROMISE,
        verdicts=(verdict,),
        report=ReportHead(**head),
        files={},
    )
    return linked_page(record, PROMISE, DAY)


def test_it_says_what_is_published_and_promised():
    text = page(data="patients.csv", title="The <clinic>", author="Ann")
    assert "8 of 9 people and 18 of 20 visits, at most 10 of a person" in text
    assert "km-anonymity:k=5,m=2" in text
    assert "The &lt;clinic&gt;" in text
    assert "patients.csv" in text
    assert "2024-02-29" in text
    assert "is public" in text


@pytest.mark.parametrize(
    ("code", "word"), [("de", "verknüpfte"), ("fr", "liées"), ("en", "linked tables")]
)
def test_it_speaks_the_language_of_the_plan(code, word):
    assert word in page(language=code)
