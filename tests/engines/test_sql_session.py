# SPDX-License-Identifier: Apache-2.0
"""The sessions of all backends have the verbs that the shared SQL asks for."""

from __future__ import annotations

import inspect

import pytest

from diversa.engines.duckdb.session import DuckDBSession
from diversa.engines.postgres.session import PostgresSession
from diversa.engines.sql_session import SQLSession


def verbs(protocol):
    named = {name for one in protocol.__mro__ for name in vars(one)}
    return {name for name in named if not name.startswith("_")}


def test_the_session_has_the_verbs_of_a_store():
    assert {"upload", "derive", "rows"} < verbs(SQLSession)


@pytest.mark.parametrize("session", [DuckDBSession, PostgresSession])
@pytest.mark.parametrize("verb", sorted(verbs(SQLSession)))
def test_every_session_has_every_verb(session, verb):
    wanted = inspect.signature(getattr(SQLSession, verb)).parameters
    given = inspect.signature(getattr(session, verb)).parameters
    assert [*given][: len(wanted)] == [*wanted]
