# SPDX-License-Identifier: Apache-2.0
"""Identifiers that repeat are refused until the plan says whose the rows are."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.errors import RoleError
from diversa.open_tables.open_table import open as open_table
from diversa.plan.keywords import make_plan
from diversa.record.record import Record
from diversa.suggestions.column_sample import LOOKED_AT
from diversa.suggestions.repeating_columns import columns_to_open, repeating_columns

VISITS = pd.DataFrame(
    {
        "pid": [100 + place // 3 for place in range(90)],
        "visit": range(500, 590),
        "doctor": [f"D{place % 7}" for place in range(90)],
        "ward": ["north", "south", "west"] * 30,
        "age": [30 + place // 45 for place in range(90)],
        "ill": ["flu", "cold", "hiv"] * 30,
    }
)
"""Thirty people with three visits each."""
WORDS = {"quasi_identifiers": "age", "sensitive": "ill", "models": "k-anonymity:5"}


def refusal(table=VISITS, function=diversa.anonymize, **words):
    with pytest.raises(RoleError) as caught:
        function(table, **{**WORDS, **words})
    return str(caught.value)


def test_an_identifier_that_repeats_is_refused_with_its_numbers():
    told = refusal(identifiers=["pid", "visit"])
    assert told.startswith(
        "roles.person: 'pid' repeats: 90 rows have 30 different values."
    )
    assert "person='pid'" in told
    assert "not_the_subject='pid'" in told
    assert "rows_are_people=True" in told
    assert "visit" not in told


def test_every_column_that_repeats_is_listed_and_none_is_chosen():
    told = refusal(identifiers=["pid", "doctor"])
    assert "'pid' repeats: 90 rows have 30 different values" in told
    assert "'doctor' repeats: 90 rows have 7 different values" in told
    assert "person='COLUMN'" in told


def test_a_column_without_a_role_is_looked_at():
    told = refusal()
    assert "'pid', which has no role, repeats: 90 rows have 30 different" in told
    assert "'doctor'" not in told  # seven values are as few as those of a ward
    assert "'ward'" not in told


@pytest.mark.parametrize(
    "column",
    [
        ["13053", "14850", "20115"] * 30,
        [f"Town {place % 40}" for place in range(90)],
        [place % 40 / 7 for place in range(90)],
    ],
    ids=["few values", "towns", "measurements"],
)
def test_a_column_that_names_nobody_may_repeat(column):
    table = VISITS.drop(columns=["pid", "visit"]).assign(place=column)
    assert diversa.anonymize(table, **WORDS).audit.holds


def test_a_street_names_nobody():
    streets = [f"{place % 40} Elm Street" for place in range(90)]
    table = VISITS.drop(columns=["pid", "visit"]).assign(street=streets)
    assert diversa.anonymize(table, **WORDS).audit.holds
    assert "'street' repeats" in refusal(table, identifiers="street")


def test_a_value_of_thousands_of_rows_is_nobody():
    rows = 22 * 1001
    table = pd.DataFrame({"age": [30] * rows, "site_id": list(range(22)) * 1001})
    words = {"quasi_identifiers": "age", "models": "k-anonymity:5"}
    assert diversa.anonymize(table, **words).audit.holds
    fewer = table[: 22 * 1000]
    with pytest.raises(RoleError, match="'site_id', which has no role, repeats"):
        diversa.anonymize(fewer, **words)


@pytest.mark.parametrize(
    "answer",
    [
        {"rows_are_people": True},
        {"not_the_subject": "pid"},
        {"not_the_subject": "pid", "identifiers": ["pid", "visit"]},
    ],
    ids=["rows are people", "no role", "identifier"],
)
def test_an_answer_is_in_the_manifest(answer, tmp_path):
    diversa.anonymize(VISITS, **WORDS, **answer, out=tmp_path / "release")
    record = Record.read(tmp_path / "release")
    assert record.rows_are_people == ("rows_are_people" in answer)
    assert record.not_the_subject == tuple(
        name for name in ("pid",) if "not_the_subject" in answer
    )
    assert "pid" not in record.columns


def test_every_identifier_that_repeats_needs_an_answer():
    told = refusal(identifiers=["pid", "doctor"], not_the_subject="doctor")
    assert "doctor" not in told.partition(". A person")[0]
    assert "'pid' repeats" in told


def test_missing_identifiers_do_not_repeat():
    table = VISITS.drop(columns="pid").assign(
        visit=[None if place < 40 else place for place in range(90)]
    )
    assert diversa.anonymize(table, **WORDS, identifiers="visit").audit.holds


def test_nothing_is_written(tmp_path):
    refusal(out=tmp_path / "release")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "function",
    [
        diversa.lattice,
        open_table,
        lambda table, **words: diversa.sweep(table, over={"k": [2, 3]}, **words),
    ],
    ids=["lattice", "open", "sweep"],
)
def test_whoever_counts_asks(function):
    assert "'pid', which has no role, repeats" in refusal(function=function)
    function(VISITS, **WORDS, rows_are_people=True)


def test_later_rows_are_asked_for_too(tmp_path):
    first = VISITS.drop_duplicates("pid")
    words = {**WORDS, "identifiers": "pid", "recoding": tmp_path / "recoding.json"}
    diversa.anonymize(first, **words)
    saved = tmp_path / "recoding.json"
    with pytest.raises(RoleError, match="'pid' repeats"):
        diversa.apply(VISITS, saved)
    assert diversa.apply(VISITS, saved, rows_are_people=True).audit.holds
    assert diversa.apply(VISITS, saved, not_the_subject="pid").audit.holds


def test_only_needed_columns_are_read_where_the_plan_answers():
    assert columns_to_open(make_plan(**WORDS)) is None
    assert columns_to_open(make_plan(**WORDS, not_the_subject="pid")) is None
    for answer in ({"rows_are_people": True}, {"person": "age"}):
        plan = make_plan(**WORDS, **answer)
        assert columns_to_open(plan) == plan.roles.every


def test_no_value_is_told():
    table = VISITS.assign(pid=[f"person-{place // 3}" for place in range(90)])
    assert "person-" not in refusal(table, identifiers="pid")


def test_the_values_of_a_column_without_a_role_stay_in_the_engine(monkeypatch):
    """A sample is looked at; the others are counted where they are."""
    frame = pd.DataFrame(
        {"pid": [f"P{place // 2:05}" for place in range(5000)], "age": [30] * 5000}
    )
    with DuckDBEngine() as engine:
        table = engine.open(frame)
        monkeypatch.setattr(engine, "values", None)
        plan = make_plan(quasi_identifiers="age", models="k-anonymity:2")
        found = repeating_columns(engine, table, plan)
        assert [*found] == ["pid"]
        brought = engine.sample(table, "pid", -(-2500 // LOOKED_AT)).values
        assert len(brought.values) <= LOOKED_AT
