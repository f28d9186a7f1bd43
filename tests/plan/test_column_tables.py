# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from diversa.data.dictionary import Kind
from diversa.data.identifiers import SHORTEST_KEY, Drop, KeyedHash, Mask, Tokens
from diversa.errors import PlanError
from diversa.hierarchies import Intervals
from diversa.plan.column_tables import (
    COLUMN_TABLES,
    accept_treatment,
    read_kind,
    read_treatment,
    write_treatment,
)
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


@pytest.mark.parametrize(
    ("word", "treatment"), [("drop", Drop()), ("tokens", Tokens()), ("mask", Mask())]
)
def test_words(word, treatment):
    assert read_treatment(word) == read_treatment({"treatment": word}) == treatment
    assert write_treatment(treatment) == word
    assert accept_treatment(treatment) is treatment


def test_the_key_is_in_the_environment(monkeypatch):
    monkeypatch.setenv("MINE", "k" * SHORTEST_KEY)
    declared = {"treatment": "hash", "key_variable": "MINE"}
    treatment = read_treatment(declared)
    assert treatment == KeyedHash(b"k" * SHORTEST_KEY, "MINE")
    assert write_treatment(treatment) == declared
    assert "kkk" not in repr(treatment)


def test_a_short_key_is_refused(monkeypatch):
    monkeypatch.setenv("DIVERSA_KEY", "k" * (SHORTEST_KEY - 1))
    with pytest.raises(SettingError, match=r"at least 16 bytes.*got '15 bytes'"):
        read_treatment("hash")


@pytest.mark.parametrize(
    "value",
    [
        3,
        None,
        ["hash"],
        {},
        {"treatment": ["hash"]},
        {"treatment": "mask", "key_variable": "MINE"},
        {"treatment": "drop", "more": 1},
        {"treatment": "hash", "key_variable": 3},
    ],
)
def test_what_is_no_treatment(value):
    with pytest.raises(SettingError):
        read_treatment(value)
