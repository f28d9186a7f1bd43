# SPDX-License-Identifier: Apache-2.0
"""Recoding files: what they hold, what they do not, and what is no such file."""

from __future__ import annotations

import json

import pandas as pd
import pytest

import diversa
from diversa.codec import to_json
from diversa.errors import SourceError, TargetError
from diversa.recodings.recoding_file import SavedRecoding, read_recoding

PEOPLE = pd.DataFrame(
    {
        "name": [f"Canaryname{place}" for place in range(8)],
        "age": [20, 21, 22, 23, 30, 31, 32, 33],
        "ill": ["Canaryill-a", "Canaryill-b"] * 4,
    }
)
WORDS = {
    "identifiers": "name",
    "quasi_identifiers": "age",
    "sensitive": "ill",
    "models": ["k-anonymity:3", "distinct-l-diversity:2"],
    "hierarchies": {"age": [10]},
}


@pytest.fixture(params=["full-domain", "mondrian"])
def file(request, tmp_path):
    path = tmp_path / "recoding.json"
    diversa.anonymize(PEOPLE, method=request.param, recoding=path, **WORDS)
    return path


def test_neither_identifiers_nor_sensitive_values_are_in_it(file):
    text = file.read_text(encoding="utf-8")
    assert "Canary" not in text
    assert '"20"' in text  # raw quasi-identifiers are, which is why it is kept apart


def test_what_is_read_is_what_was_written(file):
    saved = read_recoding(file)
    assert to_json(saved) == json.loads(file.read_text(encoding="utf-8"))
    assert saved.plan.roles.quasi_identifiers == ("age",)
    assert [model.spec for model in saved.plan.privacy.models] == WORDS["models"]
    assert saved.columns == ("age", "ill")


@pytest.mark.parametrize(
    "change",
    [
        {"version": 99},
        {"format": "another"},
        {"columns": None},
        {"columns": {}},
        {"columns": ["ill"]},
        {"attributes": []},
        {"levels": None, "boxes": None},
        {"levels": [7], "boxes": None},
        {"plan": 3},
    ],
    ids=str,
)
def test_parts_that_do_not_fit_are_refused(file, change):
    table = json.loads(file.read_text(encoding="utf-8")) | change
    file.write_text(json.dumps(table), encoding="utf-8")
    with pytest.raises(SourceError, match="must be a recoding that Diversa saved"):
        read_recoding(file)


def test_a_height_that_is_infinite_is_refused(file):
    table = json.loads(file.read_text(encoding="utf-8"))
    table["attributes"][0]["height"] = float("inf")
    file.write_text(json.dumps(table), encoding="utf-8")
    with pytest.raises(SourceError, match="must be a recoding that Diversa saved"):
        read_recoding(file)


def test_there_must_be_a_file(tmp_path):
    with pytest.raises(SourceError, match="must be a file"):
        read_recoding(tmp_path / "none.json")


def test_a_population_belongs_to_the_first_table(tmp_path):
    people = pd.DataFrame({"age": list(range(20, 40)) * 2})
    words = {**WORDS, "models": "k-map:2", "population": people}
    with pytest.raises(TargetError, match="compare with a population"):
        diversa.anonymize(PEOPLE, recoding=tmp_path / "r.json", **words)
    assert not list(tmp_path.iterdir())


def test_functions_know_the_values_that_were_seen(tmp_path):
    path = tmp_path / "recoding.json"
    decades = [lambda age: f"{int(age) // 10}0s"]
    words = {**WORDS, "hierarchies": {"age": decades}}
    first = diversa.anonymize(PEOPLE, recoding=path, **words)
    saved = read_recoding(path)
    assert isinstance(saved, SavedRecoding)
    assert saved.attributes[0].rule is None
    assert diversa.apply(PEOPLE, saved).frame.equals(first.frame)
    later = PEOPLE.assign(age=PEOPLE.age + 1)
    with pytest.raises(SourceError, match="got 2 others in 2 rows"):
        diversa.apply(later, saved)
