# SPDX-License-Identifier: Apache-2.0
"""A release in two tables: rows with groups, and values with counts."""

from __future__ import annotations

import pytest

from diversa.audits.two_tables import audit_two_tables
from diversa.data.roles import Roles
from diversa.errors import SourceError
from diversa.models import parse
from diversa.tables.input_parts import SensitiveTable
from diversa.tables.table_input import TableInput
from memory_engine import MemoryEngine

ROWS = [("11", "1"), ("12", "1"), ("13", "1"), ("21", "2"), ("22", "2")]
VALUES = [("1", "flu", "2"), ("1", "cold", "1"), ("2", "flu", "1"), ("2", "HIV", "1")]


def audit(rows=ROWS, values=VALUES, *models):
    engine = MemoryEngine()
    columns = ("group", "ill", "count")
    secret = SensitiveTable((columns, values), *columns)
    table = TableInput((("zip", "group"), rows), Roles(sensitive=("ill",)))
    return audit_two_tables(
        table.open_in(engine), secret, models=[parse(model) for model in models]
    )


def test_groups_are_those_of_the_sensitive_table():
    result = audit(
        ROWS, VALUES, "distinct-l-diversity:2,on=ill", "frequency-l-diversity:2,on=ill"
    )
    assert (result.rows, result.groups) == (5, 2)
    assert [verdict.holds for verdict in result.models] == [True, False]
    # Two of three rows of the first group have the flu.
    assert result.models[1].attained == pytest.approx(3 / 2)
    assert result.models[1].failing_rows == 3


def test_rows_do_not_look_alike():
    levels = audit().levels
    assert "k-anonymity" not in levels
    assert levels["distinct-l-diversity"] == 2


@pytest.mark.parametrize(
    ("rows", "values"),
    [
        pytest.param(ROWS[:-1], VALUES, id="a row less"),
        pytest.param([*ROWS, ("9", "3")], VALUES, id="another group"),
        pytest.param([*ROWS, ("9", None)], VALUES, id="no group"),
        pytest.param(ROWS, [*VALUES[:-1], ("2", "HIV", "2")], id="a value more"),
    ],
)
def test_groups_of_another_size_are_refused(rows, values):
    with pytest.raises(SourceError, match="as the sensitive table says, got 1 that do"):
        audit(rows, values)
