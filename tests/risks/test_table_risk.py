# SPDX-License-Identifier: Apache-2.0
"""The risk of a whole table, and the columns behind it."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.errors import InputError, RoleError

ROWS = [("11", "m"), ("11", "m"), ("11", "f"), ("12", "f")]
TABLE = pd.DataFrame(ROWS, columns=["zip", "sex"])


def test_the_risk_of_a_row_is_one_in_its_group():
    measured = diversa.risk(TABLE, quasi_identifiers=["zip", "sex"])
    # Groups of 2, 1 and 1 rows: risks 1/2, 1/2, 1 and 1.
    assert measured.risk.prosecutor.average == pytest.approx(3 / 4)
    assert measured.risk.prosecutor.highest == 1
    assert measured.risk.sample_uniques == 2


def test_a_population_lowers_the_risk_of_the_journalist():
    people = pd.concat([TABLE, TABLE])
    measured = diversa.risk(TABLE, quasi_identifiers=["zip", "sex"], population=people)
    assert measured.risk.journalist is not None
    assert measured.risk.journalist.highest == pytest.approx(1 / 2)


def test_sets_of_columns_are_written_with_the_risk():
    measured = diversa.risk(TABLE, quasi_identifiers=["zip", "sex"], nearly=0.5)
    written = measured.to_json()
    assert written["sets"] == [columns.to_json() for columns in measured.sets]
    assert len(written["sets"]) > 0


def test_bad_input():
    with pytest.raises(RoleError, match="did you mean 'zip'"):
        diversa.risk(TABLE, quasi_identifiers="zipp")
    with pytest.raises(InputError, match="most: must be at least 1"):
        diversa.risk(TABLE, quasi_identifiers="zip", most=0)


def test_a_risk_is_printed_in_a_few_lines():
    measured = diversa.risk(TABLE, quasi_identifiers=["zip", "sex"], nearly=0.5)
    first, attacker, unique, *sets = str(measured).splitlines()
    assert first == "rows 4, groups 3"
    assert attacker.strip().startswith("prosecutor: average 75 %, highest 100 %")
    assert unique.strip() == "unique in the table: 2 rows (50 %)"
    assert len(sets) == len(measured.sets)


SURVEY = pd.DataFrame(
    [
        ("11", "m", 2.5),
        ("11", "m", 7.5),
        ("11", "f", 4.0),
        ("12", "f", 20.0),
    ],
    columns=["zip", "sex", "w"],
)
"""Groups of 2, 1 and 1 rows, which stand for 10, 4 and 20 people."""


def test_weights_estimate_the_population_of_each_group():
    measured = diversa.risk(SURVEY, quasi_identifiers=["zip", "sex"], weight="w").risk
    assert measured.prosecutor.highest == 1
    assert measured.journalist.highest == pytest.approx(1 / 4)
    # The mean over rows is (2/10 + 1/4 + 1/20) / 4; over people it is 3 / 34.
    assert measured.marketer.average == pytest.approx(0.125)
    assert measured.journalist.average == pytest.approx(0.125)
    assert measured.journalist.rows_above == 1
    assert measured.population_known is False
    assert measured.population_estimate.people == pytest.approx(34)
    assert measured.population_estimate.expected == pytest.approx(0.5)


def test_weights_are_shown_and_written():
    measured = diversa.risk(SURVEY, quasi_identifiers=["zip", "sex"], weight="w")
    text = "sampling weights: 34 people in the population, of whom 0.5 are expected"
    assert text in str(measured)
    assert text.capitalize() in measured._repr_html_()
    assert "journalist" in str(measured)
    written = measured.to_json()["population_estimate"]
    assert written == {"people": 34.0, "expected": pytest.approx(0.5)}
    plain = diversa.risk(SURVEY, quasi_identifiers=["zip", "sex"])
    assert "population_estimate" not in plain.to_json()
    assert "sampling weights" not in str(plain)


def test_weights_of_one_are_the_table_itself():
    table = TABLE.assign(w=1)
    by_weights = diversa.risk(table, quasi_identifiers=["zip", "sex"], weight="w").risk
    assert by_weights.journalist == by_weights.prosecutor
    assert by_weights.population_estimate.expected == 3


def test_an_open_table_and_a_plan_know_the_weights(tmp_path):
    with diversa.open(SURVEY, quasi_identifiers=["zip", "sex"], weight="w") as table:
        assert table.risk().risk.journalist.highest == pytest.approx(1 / 4)
    plan = tmp_path / "plan.toml"
    plan.write_text(
        '[roles]\nquasi_identifiers = ["zip", "sex"]\nweight = "w"\n', encoding="utf-8"
    )
    SURVEY.to_csv(tmp_path / "survey.csv", index=False)
    measured = diversa.risk(tmp_path / "survey.csv", plan)
    assert measured.risk.journalist.highest == pytest.approx(1 / 4)
    # Of a table without the column, as a release is, the plan says nothing.
    assert diversa.risk(TABLE, plan).risk.population_estimate is None
    with pytest.raises(RoleError, match=r"roles.weight: must be a column, got 'w'"):
        diversa.risk(TABLE, plan, weight="w")


def test_weights_beside_a_population_are_refused():
    with pytest.raises(InputError, match="weight: must be left out beside a popul"):
        diversa.risk(
            SURVEY, quasi_identifiers=["zip", "sex"], weight="w", population=TABLE
        )
    with pytest.raises(InputError, match="weight: must be left out beside a person"):
        diversa.risk(SURVEY, quasi_identifiers="zip", weight="w", person="sex")
    with pytest.raises(RoleError, match="'zip' in quasi_identifiers and weight"):
        diversa.risk(SURVEY, quasi_identifiers=["zip", "sex"], weight="zip")
    with pytest.raises(InputError, match="weight: must be left out of audit"):
        diversa.audit(SURVEY, quasi_identifiers=["zip", "sex"], weight="w")
