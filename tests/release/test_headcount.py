# SPDX-License-Identifier: Apache-2.0
"""People are counted where an identifier says that somebody has several rows."""

from __future__ import annotations

from collections import defaultdict

import pandas as pd
import pytest

import diversa

PEOPLE = [1, 1, 1, 2, 3, 4, 5, 5, 6, 6, 6, 7]
FRAME = pd.DataFrame(
    {
        "who": PEOPLE,
        "age": [20, 21, 22, 23, 30, 31, 32, 33, 40, 41, 42, 43],
        "ill": ["a", "b", "c", "d"] * 3,
    }
)
ROLES = {"identifiers": "who", "quasi_identifiers": "age", "sensitive": "ill"}


def published(frame=FRAME, **words):
    given = {**ROLES, "hierarchies": {"age": [10]}, "models": "k-anonymity:4", **words}
    return diversa.anonymize(frame, **given)


@pytest.mark.parametrize("method", ["full-domain", "mondrian"])
def test_people_are_counted_in_every_group(method):
    release = published(method=method, keep_order=True)
    groups = defaultdict(set)
    for label, who in zip(release.frame["age"], PEOPLE, strict=True):
        groups[label].add(who)
    fewest = min(map(len, groups.values()))
    assert fewest == 2
    found = release.headcount
    assert (found.rows, found.people) == (12, 7)
    assert (found.smallest, found.fewest) == (4, fewest)
    assert str(found) == (
        "12 rows belong to 7 people, by 'who'; the smallest group has 4 rows, and some"
        " group has only 2 people"
    )


def test_groups_of_two_tables_are_counted_by_their_number():
    """Each person has one condition, so that every group of two values is two people;
    one person with both values of a group is one."""
    frame = pd.DataFrame({"who": [1, 1], "age": [20, 30], "ill": ["a", "b"]})
    release = published(
        frame, models="distinct-l-diversity:2", method="anatomy", hierarchies={}
    )
    assert (release.headcount.smallest, release.headcount.fewest) == (2, 1)


def test_the_identifier_with_the_fewest_people_is_told():
    frame = FRAME.assign(visit=range(12), household=[1] * 6 + [2] * 6)
    release = published(frame, identifiers=["visit", "who", "household"])
    assert release.headcount.identifier == "household"
    assert release.headcount.people == 2


def test_nothing_is_said_where_every_row_is_a_person():
    assert published(FRAME.assign(who=range(12))).headcount is None
    assert published(FRAME.drop(columns="who"), identifiers=[]).headcount is None


def test_it_is_in_the_manifest_and_first_in_the_report(tmp_path):
    FRAME.to_csv(tmp_path / "table.csv", index=False)
    release = published(tmp_path / "table.csv", out=tmp_path / "out")
    content = release.to_json()["headcount"]
    assert content == {
        "identifier": "who",
        "rows": 12,
        "people": 7,
        "smallest": 4,
        "fewest": 2,
    }
    report = (tmp_path / "out" / "report.html").read_text()
    first = report[: report.index("<section>")]
    assert "12 rows belong to 7 people, by &#x27;who&#x27;" in first
    assert "people in the group with the fewest" in first
    assert diversa.audit_release(tmp_path / "out").holds
