# SPDX-License-Identifier: Apache-2.0
"""Counting by statements: small tables go, unknown values are refused."""

from __future__ import annotations

import pyarrow as pa
import pytest

from diversa.errors import InternalError

PEOPLE = {"name": ["Ann", "Bob"], "zip": ["1", None]}


def test_small_tables_are_forgotten_after_counting(sql_engine, monkeypatch):
    table = sql_engine.open(pa.table(PEOPLE))
    zips = sql_engine.values(table, "zip")
    made, gone = [], []
    session = sql_engine.session
    upload, drop = session.upload, session.drop
    monkeypatch.setattr(
        session, "upload", lambda *args: made.append(upload(*args)) or made[-1]
    )
    monkeypatch.setattr(session, "drop", lambda *names: gone.extend(names))
    sql_engine.count(table, [zips])
    assert made
    assert gone == made
    drop(*gone)


def test_values_that_no_dictionary_knows_are_our_bug(sql_engine):
    known = sql_engine.values(sql_engine.open(pa.table({"zip": ["2"]})), "zip")
    with pytest.raises(InternalError, match="2 rows must be counted"):
        sql_engine.count(sql_engine.open(pa.table(PEOPLE)), [known])
