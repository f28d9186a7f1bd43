# SPDX-License-Identifier: Apache-2.0
"""The rehearsal of a plan on a table, as `attack` asks for it."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.errors import InputError
from diversa.plan.keywords import make_plan
from diversa.rehearsals.rehearsal import rehearse
from diversa.rehearsals.table_rehearsal import (
    count_original,
    kind_of,
    rehearse_table,
)
from rehearsed_tables import rows_of

WORDS = {
    "quasi_identifiers": ["age", "town", "sex"],
    "sensitive": "ill",
    "models": "k-anonymity:3",
}


@pytest.fixture(scope="module")
def table():
    names = ["age", "town", "sex", "ill", "who"]
    return pd.DataFrame(rows_of(1, 240), columns=names)


def test_a_table_is_rehearsed_by_its_plan(table):
    plan = make_plan(**WORDS)
    found = rehearse_table(table, plan, {})
    assert found == rehearse(count_original(table, plan, None), plan)
    assert found == diversa.attack(table, plan, rehearse=True).rehearsal


def test_words_take_the_place_of_the_plan(table):
    both = [
        rehearse_table(table, make_plan(**WORDS), words)
        for words in ({}, {"models": "k-anonymity:8"})
    ]
    assert both[0] != both[1]


def test_a_release_is_rehearsed_on_its_original(table, tmp_path):
    plan = make_plan(**WORDS)
    diversa.anonymize(table, plan, out=tmp_path / "release")
    found = diversa.attack(
        tmp_path / "release", plan, reference=table, rehearse=True
    ).rehearsal
    assert found == rehearse_table(table, plan, {})


def test_a_release_alone_has_the_rehearsal_of_its_record(table, tmp_path):
    diversa.anonymize(table, make_plan(**WORDS), out=tmp_path / "release")
    found = diversa.attack(tmp_path / "release", rehearse=True)
    assert found.rehearsal.draws == 10
    assert found.to_json()["rehearsal"]["people"] == 80
    with pytest.raises(InputError, match="no adaptive rehearsal"):
        diversa.attack(tmp_path / "release", rehearse="adaptive")


def test_a_release_without_a_rehearsal_needs_its_original(table, tmp_path):
    plan = make_plan(**WORDS, rehearsal="none")
    diversa.anonymize(table, plan, out=tmp_path / "release")
    with pytest.raises(InputError, match="must come with the original"):
        diversa.attack(tmp_path / "release", rehearse=True)


def test_a_plan_without_models_cannot_be_rehearsed(table):
    words = {**WORDS, "models": []}
    with pytest.raises(InputError, match="got no model"):
        rehearse_table(table, None, words)


def test_nothing_is_rehearsed_unasked(table):
    found = diversa.attack(table, make_plan(**WORDS))
    assert found.rehearsal is None
    assert "rehearsal" not in found.to_json()


def test_kinds():
    assert [kind_of(one) for one in (True, False, "plain")] == ["plain", None, "plain"]
    with pytest.raises(InputError, match="got 'deep'"):
        kind_of("deep")
