# SPDX-License-Identifier: Apache-2.0
"""The way of the data: its steps in order, each once, and nothing measured unasked."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.pipeline import settle
from diversa.plan.keywords import make_plan
from diversa.tables.counted_table import CountedTable

TABLE = pd.DataFrame({"zip": ["1", "1", "2", "2"], "ill": ["a", "b", "a", "b"]})
WORDS = {"quasi_identifiers": "zip", "sensitive": "ill", "models": "k-anonymity:2"}
STEPS = ["read", "count", "search", "recode", "write", "audit"]


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ({}, []),
        ({"evidence": True}, ["measure"]),
        ({"out": "release"}, ["measure", "report"]),
        ({"out": "release", "evidence": False}, ["report"]),
        ({"levels": {"zip": 0}}, []),
    ],
)
def test_the_steps_are_told_in_order(words, more, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = []

    def phases(name):
        told.append(name)
        return lambda *_: None

    release = diversa.anonymize(TABLE, **WORDS, **words, phases=phases)
    assert told == [*STEPS, *more] == list(release.seconds)


def test_a_picture_of_the_lattice_counts_the_table_once(tmp_path, monkeypatch):
    """The search that was made is drawn; no second one begins at the bottom."""
    counted, first = [], CountedTable.finest

    def watched(self, models):
        counted.append(models)
        return first(self, models)

    monkeypatch.setattr(CountedTable, "finest", watched)
    release = diversa.anonymize(TABLE, **WORDS, out=tmp_path / "release")
    assert release.evidence.picture["nodes"]
    assert len(counted) == 1


def test_words_take_the_place_of_those_of_a_plan():
    plan = make_plan(**WORDS)
    assert settle(plan, {}) is plan
    stricter = settle(plan, {"models": "k-anonymity:9"})
    assert stricter.privacy.models[0].spec == "k-anonymity:9"
    assert stricter.roles == plan.roles
