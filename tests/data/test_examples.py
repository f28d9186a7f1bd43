# SPDX-License-Identifier: Apache-2.0
"""The example tables."""

from __future__ import annotations

import csv

from diversa.data.examples import (
    CONDITIONS,
    HOSPITAL_PLAN,
    hospital,
    inpatients,
    write_csv,
)
from diversa.plan.file import plan_from_toml


def test_the_inpatients_of_the_paper():
    """Figure 1: three hearts, four infections and five cancers, counted by hand."""
    table = inpatients()
    assert list(table) == ["zip", "age", "nationality", "condition"]
    counts = {value: table["condition"].count(value) for value in table["condition"]}
    assert counts == {"Heart Disease": 3, "Viral Infection": 4, "Cancer": 5}


def test_the_hospital_is_the_same_for_the_same_seed():
    assert hospital(rows=20) == hospital(rows=20)
    assert hospital(rows=20) != hospital(rows=20, seed=8)


def test_everyone_in_the_hospital_has_another_name():
    table = hospital(rows=50)
    assert {len(column) for column in table.values()} == {50}
    assert len(set(table["name"])) == 50
    assert set(table["condition"]) <= set(CONDITIONS)


def test_the_plan_of_the_hospital_fits_it():
    plan_from_toml(HOSPITAL_PLAN).check(tuple(hospital(rows=1)))


def test_tables_are_written_as_they_are(tmp_path):
    table = {"a": ["x,y", 'say "x"'], "b": [1, 2]}
    path = write_csv(table, tmp_path / "t.csv")
    with path.open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == [["a", "b"], ["x,y", "1"], ['say "x"', "2"]]
