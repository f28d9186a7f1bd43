# SPDX-License-Identifier: Apache-2.0
"""One batch on its way: people of several batches are counted once."""

from __future__ import annotations

import json

import pandas as pd
import pytest

import diversa

NAMES = ["who", "g", "s"]


@pytest.fixture
def visits(tmp_path):
    """Append visits of people; three people make a group safe."""
    recoding = tmp_path / "visits.json"
    base = [(f"p{n // 2}", "ab"[n // 2 % 2], "xyz"[n % 3]) for n in range(24)]
    diversa.anonymize(
        pd.DataFrame(base, columns=NAMES),
        person="who",
        quasi_identifiers="g",
        sensitive="s",
        models="k-anonymity:3",
        recoding=recoding,
    )

    def append(*rows, **words):
        return diversa.append(
            pd.DataFrame(rows, columns=NAMES),
            recoding,
            out=tmp_path / "visits",
            register=tmp_path / "register.json",
            **words,
        )

    return append


def test_rows_of_one_person_are_one(visits, tmp_path):
    visits(("Canary", "a", "x"), ("Canary", "a", "y"), first=True)
    result = visits(("Canary", "a", "z"), ("Bob", "a", "x"))
    assert (result.published, result.waiting) == (0, 4), "two people"
    result = visits(("Cid", "a", "x"))
    assert (result.published, result.late) == (5, 4)
    people = result.release.record.people
    assert (people.people_out, people.most_rows) == (3, 3)
    text = (tmp_path / "register.json").read_text()
    assert "Canary" not in text
    assert len(json.loads(text)["people"]["lines"]) == 5
    for file in (tmp_path / "visits").iterdir():
        assert "Canary" not in file.read_text()


def test_a_row_that_looks_like_another_of_the_person_is_left_out(visits):
    rows = [("Ann", "a", "x"), ("Bob", "a", "x"), ("Cid", "a", "y")]
    first = visits(*rows, ("Ann", "a", "x"), first=True, apart=False)
    assert first.left_out == 1
    result = visits(("Ann", "a", "x"), ("Ann", "a", "y"))
    assert (result.published, result.left_out, result.total) == (1, 1, 4)


def test_the_audit_says_that_only_the_publisher_knows_people(visits, tmp_path):
    visits(("Ann", "a", "x"), ("Bob", "a", "x"), ("Cid", "a", "y"), first=True)
    audit = diversa.audit_release(tmp_path / "visits")
    assert audit.problems == ()
    table = pd.DataFrame(
        [("Ann", "a", "x"), ("Bob", "a", "x"), ("Cid", "a", "y")], columns=NAMES
    )
    assert diversa.audit_release(tmp_path / "visits", reference=table).holds


def test_a_row_without_a_person_is_refused(visits):
    with pytest.raises(diversa.DiversaError, match="who"):
        visits(("Ann", "a", "x"), (None, "a", "y"), first=True)


@pytest.mark.parametrize("apart", [None, False])
def test_few_people_of_a_batch_wait_or_are_told(visits, apart):
    rows = [("Ann", "a", "x"), ("Bob", "a", "x"), ("Cid", "a", "y")]
    visits(*rows, first=True, apart=apart)
    result = visits(("Dan", "a", "x"))
    assert (result.waiting, result.few) == ((1, 0) if apart is None else (0, 1))
