# SPDX-License-Identifier: Apache-2.0
"""Connections that are refused, and limits that the session has."""

from __future__ import annotations

import psycopg
import pytest

from diversa.engines.limits import EngineLimits
from diversa.engines.postgres.session import PostgresSession
from diversa.errors import InputError


def test_a_transaction_that_is_open_is_refused(postgres):
    with psycopg.connect(postgres) as own:
        own.execute("SELECT 1")
        with pytest.raises(InputError, match="no transaction open"):
            PostgresSession(own, EngineLimits(), where="postgresql")
        own.rollback()


def test_what_is_no_connection_is_refused():
    with pytest.raises(InputError, match="must be an address or a psycopg connection"):
        PostgresSession(5, EngineLimits(), where="postgresql")


def test_limits_are_those_of_the_session(postgres):
    session = PostgresSession(postgres, EngineLimits("64MB", 3), where="postgresql")
    shown = [
        session.run(f"SHOW {name}")[0][0]
        for name in ("work_mem", "max_parallel_workers_per_gather")
    ]
    session.close()
    assert shown == ["62500kB", "2"]


def test_a_wrong_password_or_host_is_told_without_it():
    address = "postgresql://ann:canary@127.0.0.1:1/db"
    with pytest.raises(InputError, match="no connection to the database") as error:
        PostgresSession(address, EngineLimits(), where="postgresql://127.0.0.1:1/db")
    assert "canary" not in str(error.value)
    assert error.value.__cause__ is None
