# SPDX-License-Identifier: Apache-2.0
"""What PostgreSQL says when it fails: our words, none of its own."""

from __future__ import annotations

import psycopg
import pytest
from psycopg import errors

from diversa.engines.postgres.failures import failure, meaning_of
from diversa.errors import InputError, InternalError, TargetError


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (errors.InsufficientPrivilege, "lacks a privilege"),
        (errors.UndefinedTable, "no such table"),
        (errors.QueryCanceled, "time limit"),
        (errors.DiskFull, "disk of the database is full"),
        (errors.OutOfMemory, "lacks memory"),
        (errors.SerializationFailure, "was changed while it was read"),
        (errors.InvalidPassword, "check user and password"),
        (errors.AdminShutdown, "was shut down"),
        (psycopg.OperationalError, "no connection to the database"),
    ],
)
def test_failures_of_the_surroundings_are_told_in_our_words(error, words):
    told = failure(error("canary"), where="count", writing=False)
    assert isinstance(told, InputError)
    assert words in str(told)
    assert "canary" not in str(told)


def test_a_place_that_is_taken_is_wrong_as_a_target():
    told = failure(errors.DuplicateTable("canary"), where="out", writing=True)
    assert isinstance(told, TargetError)


def test_statements_that_are_wrong_are_our_bug():
    told = failure(errors.UndefinedColumn("canary"), where="count", writing=False)
    assert isinstance(told, InternalError)
    assert "canary" not in str(told)


def test_what_is_not_known_has_its_code():
    told = failure(errors.DivisionByZero("canary"), where="count", writing=False)
    assert "22012" in str(told)
    assert meaning_of("22012") is None
