# SPDX-License-Identifier: Apache-2.0
"""The column of the person: an identifier in which the known stays the same."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.suggestions.person_guess import guess_person
from memory_engine import MemoryEngine

KNOWN = ("born", "sex", "ward")


def visits(people=60, rows=300, seed=5):
    """Visits of people to doctors; born and sex are the person's, the ward is not."""
    random = np.random.default_rng(seed)
    who = np.concatenate([np.arange(people), random.integers(0, people, rows - people)])
    born = random.integers(1940, 2000, people)
    sex = random.choice(["f", "m"], people)
    return pd.DataFrame(
        {
            "pid": who + 1000,
            "doctor": random.integers(0, 12, rows),
            "born": born[who],
            "sex": sex[who],
            "ward": random.choice(["n", "s", "w"], rows),
        }
    )


def guess(table, identifiers=("doctor", "pid"), known=KNOWN, engine=DuckDBEngine):
    with engine() as running:
        opened = running.open(table)
        return guess_person(
            running,
            opened,
            running.repeats(opened, identifiers),
            [running.values(opened, name) for name in known],
        )


@pytest.mark.parametrize("engine", [DuckDBEngine, MemoryEngine])
def test_the_person_is_who_the_known_belongs_to(engine):
    table = visits()
    found = guess(table, engine=engine)
    wards = table.groupby("pid").ward.nunique()
    rows = table.groupby("pid").size()
    assert found.column == "pid"
    assert (found.rows, found.people) == (300, 60)
    assert found.several == (rows > 1).sum()
    assert found.same == ("born", "sex")
    assert found.differs == {"born": 0, "sex": 0, "ward": (wards > 1).sum()}
    assert "300 rows are 60 people; born, sex are the same" in found.reason
    assert found.differences == [
        f"ward: differs between the rows of {(wards > 1).sum()} of"
        f" {(rows > 1).sum()} people who have several"
    ]


def test_a_few_wrong_entries_do_not_matter():
    table = visits()
    table.loc[299, "sex"] = "f" if table.sex[299] == "m" else "m"
    found = guess(table)
    assert found.same == ("born", "sex")
    assert found.differs["sex"] == 1
    assert any(line.startswith("sex: differs") for line in found.differences)


def test_nobody_is_guessed_where_nothing_stays_the_same():
    assert guess(visits(), ["doctor"]) is None
    assert guess(visits(), ["pid"], ["ward"]) is None
    assert guess(visits(), []) is None


def test_what_is_nearly_always_the_same_says_nothing():
    table = visits().assign(country=["de"] * 299 + ["fr"])
    assert guess(table, ["doctor"], ["country"]) is None
    assert guess(table, ["pid"], ["born", "country"]).same == ("born",)


def test_an_identifier_of_rows_is_no_person():
    table = visits().assign(visit=range(300))
    assert guess(table, ["visit"]) is None
    assert guess(table, ["visit", "pid"]).column == "pid"


def test_rows_that_do_not_say_who_are_nobody():
    table = visits()
    table["pid"] = table.pid.astype("Int64")
    table.loc[[0, 100, 200], "pid"] = pd.NA
    found = guess(table)
    named = table.dropna(subset="pid")
    assert (found.rows, found.people) == (297, named.pid.nunique())
    assert found.several == (named.groupby("pid").size() > 1).sum()
    assert found.same == ("born", "sex")
    one = visits()
    one["pid"] = one.pid.astype("Int64")
    one.loc[0, "pid"] = pd.NA
    named = one.dropna(subset="pid")
    assert guess(one).several == (named.groupby("pid").size() > 1).sum()
