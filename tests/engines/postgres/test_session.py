# SPDX-License-Identifier: Apache-2.0
"""A session: one transaction, nothing left behind, nothing in statements."""

from __future__ import annotations

import numpy as np
import psycopg
import pytest

from diversa.engines.limits import EngineLimits
from diversa.engines.postgres.session import PostgresSession
from diversa.errors import InputError

TEMPORARY = "SELECT count(*) FROM pg_class WHERE relname LIKE 'diversa%'"


@pytest.fixture
def session(postgres):
    opened = PostgresSession(postgres, EngineLimits(), where="postgresql")
    yield opened
    opened.close()


def test_whole_numbers_go_in_and_out(session):
    values = np.array([-(2**63), -1, 0, 2**63 - 1])
    name = session.upload(
        {"a": values, "b": values[::-1]}, {"a": "BIGINT", "b": "BIGINT"}
    )
    first, second = session.numbers(f"SELECT a, b FROM {name}", ["a", "b"])
    pairs = sorted(zip(first.tolist(), second.tolist(), strict=True))
    assert pairs == list(zip(values.tolist(), values[::-1].tolist(), strict=True))
    (nothing,) = session.numbers(f"SELECT a FROM {name} WHERE a = 7", ["a"])
    assert nothing.tolist() == []


def test_texts_go_in_as_they_are(session):
    texts = ["", None, "\\N", "a\tb", "l\nm\rn", "\\", "😀", "it's", '"']
    columns = {"n": np.arange(len(texts)), "t": np.array(texts, dtype=object)}
    name = session.upload(columns, {"n": "BIGINT", "t": "text"})
    assert [
        text for _, text in session.run(f"SELECT * FROM {name} ORDER BY n")
    ] == texts


def test_a_failed_statement_does_not_end_the_transaction(session):
    name = session.upload({"a": np.arange(3)}, {"a": "BIGINT"})
    with pytest.raises(InputError, match="no such table"), session.guard("count"):
        session.run("SELECT * FROM nowhere")
    assert session.rows(name) == 3


def test_nothing_is_left_in_the_database(postgres):
    with psycopg.connect(postgres, autocommit=True) as watcher:
        session = PostgresSession(postgres, EngineLimits(), where="postgresql")
        session.view("SELECT 1 AS a")
        session.upload({"a": np.arange(3)}, {"a": "BIGINT"})
        session.close()
        session.close()
        assert watcher.execute(TEMPORARY).fetchone() == (0,)


def test_the_connection_of_a_user_stays_as_it_was(postgres):
    with psycopg.connect(postgres, autocommit=True) as own:
        session = PostgresSession(own, EngineLimits(), where="postgresql")
        session.view("SELECT 1 AS a")
        session.commit()
        session.close()
        assert own.autocommit
        assert own.isolation_level is None
        assert own.execute(TEMPORARY).fetchone() == (0,)
        assert own.execute("SHOW TimeZone").fetchone() != ("",)
