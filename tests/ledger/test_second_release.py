# SPDX-License-Identifier: Apache-2.0
"""The words of a second release."""

from __future__ import annotations

from diversa.ledger.footprint import PeopleOverlap
from diversa.ledger.second_release import SecondRelease, worst
from ledger_lines import line

HALF = PeopleOverlap(1 / 3, 0.5, None)
BY_ID = PeopleOverlap(0.2, 0.4, "id")


def test_the_warning_says_who_when_and_how_many():
    found = SecondRelease(line(), BY_ID, 1234)
    assert found.words == (
        "40% of these people were in release first of 2026-01-01. Published together"
        " the two make 1,234 people certain (none alone). Use `republish`, or the same"
        " groups (same seed and plan)."
    )
    assert "as quasi-identifiers tell" in SecondRelease(line(), HALF, 1).words


def test_what_was_not_counted_is_said():
    found = SecondRelease(line(), HALF, None, "it is gone")
    assert "could not be counted: it is gone." in found.words
    assert found.to_json()["certain"] is None


def test_readers_learn_no_name():
    found = SecondRelease(line("secret-project"), HALF, 7, anyway=True)
    record = found.record(withheld=False)
    assert (record.overlap, record.certain, record.anyway) == (0.5, 7, True)
    assert "secret-project" not in str(record)
    assert found.to_json()["release"] == "secret-project"


def test_where_rows_are_withheld_no_number_is_public():
    record = SecondRelease(line(), HALF, 7, anyway=True).record(withheld=True)
    assert (record.overlap, record.certain, record.anyway) == (None, None, True)


def test_the_worst_is_the_one_that_tells_most():
    few, many = SecondRelease(line(), HALF, 1), SecondRelease(line("b"), BY_ID, 5)
    uncounted = SecondRelease(line("c"), HALF, None, "gone")
    none = SecondRelease(line("d"), HALF, 0)
    assert worst([few, many, uncounted]) is many
    assert worst([uncounted, none]) is uncounted
    assert worst([]) is None


def test_nested_releases_tell_no_more():
    assert SecondRelease(line(), HALF, 0, is_coarser=True).is_nested
    assert SecondRelease(line(), HALF, 0, is_finer=True).is_nested
    assert not SecondRelease(line(), HALF, 0).is_nested
