# SPDX-License-Identifier: Apache-2.0
"""What DuckDB says when it fails never brings a row along."""

from __future__ import annotations

import duckdb
import pytest

from diversa.engines.duckdb.failures import failure, place, reason
from diversa.errors import InputError, InternalError, SourceError, TargetError

CANARY = "Hepatitis-Canary"


@pytest.mark.parametrize(
    ("error", "writing", "kind", "message"),
    [
        (duckdb.OutOfMemoryException, False, InputError, "needs more memory"),
        (duckdb.IOException, True, TargetError, "cannot be written"),
        (duckdb.IOException, False, SourceError, "rows cannot be read"),
        (duckdb.ConversionException, True, SourceError, "rows cannot be read"),
    ],
)
def test_errors_of_the_user(error, writing, kind, message):
    told = failure(error(f"row: {CANARY}"), where="t.csv", writing=writing)
    assert type(told) is kind
    assert str(told).startswith("t.csv: ")
    assert message in str(told)
    assert CANARY not in str(told)


def test_errors_of_ours_are_bugs():
    told = failure(
        duckdb.BinderException("no such column c9"), where="count", writing=False
    )
    assert type(told) is InternalError
    assert "BinderException" in str(told)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("CSV Error on Line: 7", ", line 7"),
        ("Malformed JSON in line 3", ", line 3"),
        ("in record/value 12 of the file", ", record 12"),
        ("somewhere", ""),
    ],
)
def test_where_it_is_wrong(message, expected):
    assert place(message) == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Expected Number of Columns: 2 Found: 5", "must have 2 fields"),
        ("Value with unterminated quote found", "must end with a quote"),
        ("No magic bytes found at end of file", "must be a Parquet file"),
        ("Malformed JSON: unexpected character", "must be JSON"),
        (f"never heard of {CANARY}", "the rows cannot be read"),
    ],
)
def test_what_is_wrong(message, expected):
    assert expected in reason(message)
    assert CANARY not in reason(message)
