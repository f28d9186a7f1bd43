# SPDX-License-Identifier: Apache-2.0
"""Pseudonyms in SQL: no secret is ever part of a statement."""

from __future__ import annotations

import hashlib
import hmac

import pyarrow as pa
import pytest

from diversa.data.identifiers import Drop, KeyedHash, Mask, Tokens
from diversa.engines.pseudonyms import BLOCK, hmac_pads, pseudonym
from diversa.errors import InternalError

KEY = b"canary-canary-canary"


@pytest.mark.parametrize("key", [b"k" * 16, b"k" * BLOCK, b"k" * (BLOCK + 1)])
def test_the_pads_are_those_of_hmac(key):
    inside, outside = hmac_pads(key)
    digest = hashlib.sha256(inside + b"text").digest()
    ours = hashlib.sha256(outside + digest).hexdigest()
    assert ours == hmac.new(key, b"text", hashlib.sha256).hexdigest()


@pytest.fixture
def table(sql_engine):
    return sql_engine.open(pa.table({"id": [1], "name": ["Ann"]}))


@pytest.mark.parametrize("treatment", [KeyedHash(KEY), Tokens(), Mask()])
def test_no_secret_is_part_of_a_statement(
    sql_engine, dialect, table, monkeypatch, treatment
):
    session, statements = sql_engine._session, []
    run = session.run
    monkeypatch.setattr(
        session, "run", lambda text: statements.append(text) or run(text)
    )
    made = pseudonym(dialect, session, table, "name", treatment)
    rows = f"{table.name} AS t {made.join or ''}"
    assert session.run(f"SELECT {made.published} FROM {rows}") != [("Ann",)]
    written = " ".join(statements)
    for secret in (KEY.decode(), KEY.hex(), hmac_pads(KEY)[0].hex(), "Ann"):
        assert secret not in written


def test_a_dropped_identifier_has_no_pseudonym(sql_engine, dialect, table):
    with pytest.raises(InternalError, match="'name' is dropped, yet published"):
        pseudonym(dialect, sql_engine._session, table, "name", Drop())
