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
