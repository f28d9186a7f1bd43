# SPDX-License-Identifier: Apache-2.0
"""The people behind the rows, in words and as JSON."""

from __future__ import annotations

import pytest

from diversa.codec import from_json, to_json
from diversa.errors import SourceError
from diversa.record.people import (
    Headcount,
    KeptRisk,
    PeopleRecord,
    RepublicationRecord,
)

SERIES = {
    "m": 2,
    "release": 1,
    "counterfeits": 0,
    "fewest_people": 4,
    "waiting": 0,
    "withheld": 0,
    "persons": 12,
    "signatures": 3,
    "holds": True,
}


def test_the_people_of_a_release():
    record = PeopleRecord(
        person="who",
        rows="distinct",
        known="any",
        people_in=1200,
        people_out=900,
        smallest_rows=9,
        most_groups=1,
    )
    assert str(record) == (
        "900 of 1,200 people are published, by 'who', which is withheld"
    )
    assert from_json(PeopleRecord, to_json(record), where="") == record


def test_a_release_of_0_1_says_how_many_people_its_rows_are():
    count = Headcount("who", 1200, 900, 4, 1)
    assert from_json(Headcount, to_json(count), where="") == count


def test_kept_columns_that_raise_the_risk_or_do_not():
    raised = KeptRisk(("ward",), 1, 4, 2, 1.0)
    assert raised.is_raised
    assert "the smallest group has 1 row instead of 4; 2 rows are alone" in str(raised)
    assert not KeptRisk(("ward",), 4, 4, 0, 0.25).is_raised
    assert from_json(KeptRisk, to_json(raised), where="") == raised


def test_counterfeit_rows_are_disclosed():
    series = from_json(RepublicationRecord, SERIES, where="")
    assert series.words == ()
    some = from_json(RepublicationRecord, SERIES | {"counterfeits": 3}, where="")
    (said,) = some.words
    assert said.startswith("3 of the rows are counterfeit")
    assert "the smallest group has 4." in said
    assert to_json(series) == SERIES


def test_releases_are_counted_from_one():
    with pytest.raises(SourceError, match="release must be a number from 1 on"):
        from_json(RepublicationRecord, SERIES | {"release": 0}, where="")
