# SPDX-License-Identifier: Apache-2.0
"""The cells of a table by the roles of its columns."""

from __future__ import annotations

import pytest

from diversa.data.dictionary import Kind
from diversa.data.missing import MissingPolicy
from diversa.data.roles import Roles
from diversa.errors import MissingValueError
from diversa.tables.role_cells import count_roles
from memory_engine import MemoryEngine

ROLES = Roles(quasi_identifiers=("age",), sensitive=("ill",))
ROWS = [("9", "flu"), ("10", "flu"), ("9", "flu"), ("10", None), (None, "acne")]


def count(missing, kinds=None):
    engine = MemoryEngine()
    table = engine.open((("age", "ill"), ROWS))
    return count_roles(engine, table, ROLES, missing=missing, kinds=kinds or {})


def test_rows_that_are_alike_are_one_cell():
    counted = count(MissingPolicy.OWN)
    assert sorted(counted.cells.counts.tolist()) == [1, 1, 1, 2]
    assert counted.cells.rows == len(ROWS)
    assert [one.column for one in counted.cells.dictionaries] == ["age", "ill"]


def test_sensitive_values_are_marked():
    age, ill = count(MissingPolicy.OWN).cells.dictionaries
    assert (age.sensitive, ill.sensitive) == (False, True)


def test_rows_without_a_sensitive_value():
    with pytest.raises(MissingValueError, match="'ill'"):
        count(MissingPolicy.RAISE)
    dropped = count(MissingPolicy.DROP)
    assert dropped.cells.rows == 4
    (attribute,) = dropped.sensitive
    assert attribute.dictionary.missing_code is None
    # A missing quasi-identifier is a value of its own.
    assert dropped.cells.dictionary("age").missing_code is not None


def test_numbers_are_sorted_as_numbers():
    kinds = {"age": Kind.NUMBER}
    assert list(count(MissingPolicy.OWN).cells.dictionary("age").texts) == ["10", "9"]
    numbers = count(MissingPolicy.OWN, kinds).cells.dictionary("age").texts
    assert list(numbers) == ["9", "10"]
