# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from diversa.data.dictionary import Kind
from diversa.errors import PlanError
from diversa.hierarchies import Intervals
from diversa.plan.column_tables import COLUMN_TABLES, read_kind
from diversa.plan.plan import Plan
from diversa.plan.settings import SECTIONS
from diversa.setting_kind import SettingError


def test_sections_and_column_tables_are_all_of_a_plan():
    assert {*SECTIONS, *COLUMN_TABLES} == {field.name for field in fields(Plan)}


def test_hierarchies():
    table = COLUMN_TABLES["hierarchies"]
    declared = {"kind": "intervals", "widths": [5, 10]}
    assert table.read("age", declared, Path()) == Intervals((5, 10))
    assert table.accept("age", [5, 10]) == Intervals((5, 10))
    assert table.write(Intervals((5, 10)), None) == declared
    with pytest.raises(PlanError, match=r"\[hierarchies.age\] must be a table"):
        table.read("age", 3, Path())


def test_kinds():
    assert read_kind("number") is Kind.NUMBER
    assert COLUMN_TABLES["kinds"].write(Kind.DATE, None) == "date"
    for value in ("x", 3, ["number"], None):
        with pytest.raises(SettingError, match="must be one of"):
            read_kind(value)
