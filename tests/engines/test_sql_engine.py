# SPDX-License-Identifier: Apache-2.0
"""What engines that speak SQL share: the verbs over a session."""

from __future__ import annotations

import pyarrow as pa
import pytest

from decisions import Decision, column_map, same
from diversa.data.identifiers import Tokens
from diversa.engines.engine import Engine
from diversa.engines.sql_engine import SQLEngine
from diversa.errors import InternalError

PEOPLE = {"name": ["Ann", "Bob"], "zip": ["1", None]}


def test_the_shared_verbs_are_verbs_of_the_protocol():
    shared = {name for name in vars(SQLEngine) if not name.startswith("_")}
    own = {"session", "kind_of", "count_keys", "gathers", "tally_tuples", "tally_key"}
    own |= {"bring", "without_missing", "frame_columns"}
    assert shared - own <= set(dir(Engine))


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


def test_tokens_go_with_what_is_selected(sql_engine):
    table = sql_engine.open(pa.table(PEOPLE))
    zips = column_map(sql_engine.values(table, "zip"), same)
    decision = Decision(("name", "zip"), (zips,), identifiers={"name": Tokens()})
    recoded = sql_engine.recode(table, decision)
    (name,) = sql_engine.tokens(sql_engine.select(recoded, ("zip",)))
    assert name == "name"
    assert sql_engine.tokens(table) == {}
