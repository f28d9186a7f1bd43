# SPDX-License-Identifier: Apache-2.0
"""What engines that speak SQL share: the verbs over a session."""

from __future__ import annotations

import pyarrow as pa

from decisions import Decision, column_map, same
from diversa.data.identifiers import Tokens
from diversa.engines.engine import Engine
from diversa.engines.sql_counter import SQLCounter
from diversa.engines.sql_engine import SQLEngine

PEOPLE = {"name": ["Ann", "Bob"], "zip": ["1", None]}


def test_the_shared_verbs_are_verbs_of_the_protocol():
    shared = {*vars(SQLEngine), *vars(SQLCounter)}
    shared = {name for name in shared if not name.startswith("_")}
    own = {"session", "kind_of", "count_keys", "gathers", "tally_tuples", "tally_key"}
    own |= {"bring", "without_missing", "frame_columns", "forget_tables", "dialect"}
    assert shared - own <= set(dir(Engine))


def test_tokens_go_with_what_is_selected(sql_engine):
    table = sql_engine.open(pa.table(PEOPLE))
    zips = column_map(sql_engine.values(table, "zip"), same)
    decision = Decision(("name", "zip"), (zips,), identifiers={"name": Tokens()})
    recoded = sql_engine.recode(table, decision)
    (name,) = sql_engine.tokens(sql_engine.select(recoded, ("zip",)))
    assert name == "name"
    assert sql_engine.tokens(table) == {}
