# SPDX-License-Identifier: Apache-2.0
"""Later rows, the whole way: files and frames, identifiers, folders."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.errors import TargetError

PEOPLE = pd.DataFrame(
    {
        "name": [f"p{place}" for place in range(8)],
        "age": [20, 21, 22, 23, 30, 31, 32, 33],
        "ill": ["flu", "cold"] * 4,
    }
)
WORDS = {
    "quasi_identifiers": "age",
    "sensitive": "ill",
    "models": "k-anonymity:3",
    "hierarchies": {"age": [10]},
}


@pytest.fixture
def recoding(tmp_path):
    file = tmp_path / "recoding.json"
    words = {**WORDS, "identifiers": {"name": "tokens"}}
    diversa.anonymize(PEOPLE, recoding=file, tokens=tmp_path / "tokens.csv", **words)
    return file


def test_identifiers_are_treated_as_before(recoding, tmp_path):
    with pytest.raises(TargetError, match="tokens: must name the file"):
        diversa.apply(PEOPLE, recoding)
    release = diversa.apply(PEOPLE, recoding, tokens=tmp_path / "later.csv")
    listed = pd.read_csv(tmp_path / "later.csv")
    assert set(listed.value) == set(PEOPLE.name)
    assert set(release.frame.name) == set(listed.token)


def test_a_frame_keeps_its_order(recoding, tmp_path):
    mixed = PEOPLE.iloc[[7, 0, 5, 2, 1, 6, 3, 4]]
    words = {"tokens": tmp_path / "later.csv", "keep_order": True}
    release = diversa.apply(mixed, recoding, **words)
    assert release.frame.index.tolist() == mixed.index.tolist()
    assert release.frame.ill.tolist() == mixed.ill.tolist()
    assert release.frame.age.tolist() == [
        f"{age // 10}0-{age // 10}9" for age in mixed.age
    ]


def test_a_folder_is_one_like_any_other(recoding, tmp_path):
    table = tmp_path / "later.csv"
    PEOPLE.to_csv(table, index=False)
    out = tmp_path / "later"
    release = diversa.apply(table, recoding, out=out, tokens=tmp_path / "t.csv")
    assert sorted(path.name for path in release.files) == [
        "manifest.json",
        "release.csv",
        "report.html",
    ]
    audit = diversa.audit_release(out)
    assert audit.problems == ()
    assert release.levels == {"age": 1}


def test_numbers_of_a_file_are_those_of_a_frame(recoding, tmp_path):
    """The recoding was made for a frame of integers; a CSV file has texts."""
    table = tmp_path / "later.csv"
    PEOPLE.assign(age=PEOPLE.age + 1).replace({"age": {24: 20, 34: 30}}).to_csv(
        table, index=False
    )
    out = tmp_path / "later"
    diversa.apply(table, recoding, out=out, tokens=tmp_path / "t.csv")
    assert set(pd.read_csv(out / "release.csv").age) == {"20-29", "30-39"}
