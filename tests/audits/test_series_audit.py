# SPDX-License-Identifier: Apache-2.0
"""A series of releases, judged by m-invariance from tables with a key."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.errors import InputError, MissingValueError, RoleError
from memory_engine import MemoryEngine

COLUMNS = ("who", "zip", "ill")


def judge(*tables, **settings):
    frames = [pd.DataFrame(rows, columns=COLUMNS) for rows in tables]
    words = {"key": "who", "quasi_identifiers": "zip", "sensitive": "ill"}
    return diversa.m_invariance(frames, **words, **settings)


FIRST = [("Bob", "1*", "flu"), ("Alice", "1*", "asthma")]


def test_the_worked_example():
    broken = judge(FIRST, [("Bob", "1*", "flu"), ("Carl", "1*", "cancer")])
    assert (broken.level, broken.changed_persons, broken.least_left) == (1, 1, 1)
    assert broken.unique == (2, 2)
    kept = judge(FIRST, [("Bob", "1*", "flu"), (None, "1*", "asthma")])
    assert (kept.level, kept.persons) == (2, 2)
    assert kept.holds(2)


def test_people_are_found_in_files_of_any_form(tmp_path):
    path = tmp_path / "first.csv"
    pd.DataFrame(FIRST, columns=COLUMNS).to_csv(path, index=False)
    second = pd.DataFrame(
        [("Bob", "1*", "flu"), ("Eve", "1*", "acne")], columns=COLUMNS
    )
    found = diversa.m_invariance(
        [path, second], key="who", quasi_identifiers=["zip"], sensitive="ill"
    )
    assert found.changed_persons == 1


def test_groups_are_told_apart_by_all_quasi_identifiers():
    columns = ("who", "zip", "age", "ill")
    rows = [(1, "1*", 3, "a"), (2, "1*", 3, "b"), (3, "1*", 4, "a"), (4, "1*", 4, "b")]
    found = diversa.m_invariance(
        [(columns, rows)],
        key="who",
        quasi_identifiers=["zip", "age"],
        sensitive="ill",
        engine=MemoryEngine(),
    )
    assert (found.level, found.signatures, found.persons) == (2, 1, 4)


def test_a_person_must_have_one_row():
    with pytest.raises(RoleError, match="got 1 keys in several rows") as error:
        judge([("Bob", "1*", "flu"), ("Bob", "2*", "flu")])
    assert "Bob" not in str(error.value)


def test_missing_sensitive_values():
    rows = [("Bob", "1*", None), ("Alice", "1*", "flu")]
    with pytest.raises(MissingValueError):
        judge(rows)
    assert judge(rows, missing="own").level == 2
    with pytest.raises(
        InputError, match="must be raise or own for a series, got worst"
    ):
        judge(rows, missing="worst")


def test_there_must_be_a_release():
    with pytest.raises(InputError, match="must be at least one table, got none"):
        judge()


def test_columns_must_be_there():
    with pytest.raises(RoleError, match="must be a column, got 'name'"):
        diversa.m_invariance(
            [pd.DataFrame(FIRST, columns=COLUMNS)],
            key="name",
            quasi_identifiers="zip",
            sensitive="ill",
        )
