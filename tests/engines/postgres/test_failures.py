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
        (errors.InvalidPassword, "password of this user is missing or wrong"),
        (errors.InvalidAuthorizationSpecification, "check user, password"),
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


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ('FATAL:  password authentication failed for user "canary"', "is missing or"),
        ("fe_sendauth: no password supplied", "PGPASSWORD"),
        ('FATAL:  role "canary" does not exist', "does not let this user in"),
        ('FATAL:  database "canary" does not exist', "no such database"),
        ("FATAL:  sorry, too many clients already (canary)", "connections"),
        ("FATAL:  the database system is starting up (canary)", "in a while"),
        ("connection refused by canary", "check host, port"),
    ],
)
def test_why_nobody_was_let_in(said, words):
    told = str(failure(psycopg.OperationalError(said), where="db", writing=False))
    assert words in told
    assert "canary" not in told
