# SPDX-License-Identifier: Apache-2.0
"""A batch is recoded as the first table was, and checked against earlier ones."""

from __future__ import annotations

import json

import pandas as pd
import pytest

import diversa
from diversa.errors import PlanError, RoleError, SourceError

NAMES = ["who", "g", "s"]


@pytest.fixture
def named(tmp_path, grow):
    """Append rows with names to a table of its own."""
    base = [(f"p{n}", "ab"[n % 2], "xyz"[n % 3]) for n in range(12)]
    recoding = tmp_path / "named.json"
    diversa.anonymize(
        pd.DataFrame(base, columns=NAMES),
        identifiers="who",
        quasi_identifiers="g",
        sensitive="s",
        models="k-anonymity:2",
        recoding=recoding,
    )

    def append(rows, **words):
        frame = pd.DataFrame(rows, columns=NAMES)
        return grow(frame, recoding=recoding, name="named", **words)

    return append


def test_names_that_came_before_are_refused_and_not_kept(named, tmp_path):
    named([("Canary", "a", "x"), ("Bob", "a", "y")], first=True)
    text = (tmp_path / "named-register.json").read_text()
    assert "Canary" not in text
    assert len(json.loads(text)["identifiers"]["who"]) == 2
    before = text
    with pytest.raises(RoleError, match="got 1 that came before") as refused:
        named([("Canary", "b", "x"), ("Cid", "b", "y")])
    assert "Canary" not in str(refused.value)
    assert (tmp_path / "named-register.json").read_text() == before
    again = [("Canary", "b", "x"), ("Cid", "b", "y")]
    assert named(again, rows_are_people=True).published == 2


def test_values_without_a_label_are_refused_or_left_out(grow):
    with pytest.raises(SourceError, match="must have values that the recoding has"):
        grow([("q", "x"), ("a", "y")], first=True)
    result = grow([("q", "x"), ("a", "y"), ("a", "x")], first=True, unseen="suppress")
    assert (result.left_out, result.published, result.waiting) == (1, 2, 0)
    only = grow([("q", "x")], unseen="suppress")
    assert (only.left_out, only.published, only.total) == (1, 0, 2)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            {"person": "who", "person_rows": 1},
            "people.rows: must be distinct or all with append",
        ),
        (
            {"person": "who", "missing_person": "own"},
            "people.missing_person: must be raise with append",
        ),
        ({"identifiers": {"who": diversa.Mask()}}, "must be dropped"),
    ],
)
def test_plans_that_cannot_grow_are_refused(tmp_path, grow, words, message):
    base = pd.DataFrame(
        [(f"p{n}", "ab"[n % 2], "xyz"[n % 3]) for n in range(12)], columns=NAMES
    )
    diversa.anonymize(
        base,
        quasi_identifiers="g",
        sensitive="s",
        models="k-anonymity:2",
        recoding=tmp_path / "other.json",
        **words,
    )
    with pytest.raises(PlanError, match=message):
        grow(base, recoding=tmp_path / "other.json", name="other", first=True)
