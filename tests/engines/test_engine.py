# SPDX-License-Identifier: Apache-2.0
"""The protocol is whole, and so is every engine: all verbs, closed after use."""

from __future__ import annotations

import inspect

import pandas as pd
import pytest

from diversa.engines.counting import Counting
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.engine import Engine
from diversa.engines.frame_counts import FrameCounts
from diversa.engines.postgres.engine import PostgresEngine
from diversa.errors import RoleError
from memory_engine import MemoryEngine

COUNTING = {
    "open",
    "gather",
    "respell",
    "budget",
    "estimate",
    "values",
    "count",
    "people",
    "repeats",
    "close",
    "__enter__",
    "__exit__",
}
RELEASING = {"recode", "repeat", "write", "fetch", "select", "tally", "tokens"}
RELEASING |= {"draw", "join", "unload"}
COUNTING |= {"expand", "sample", "smallest_hashes"}


def own_verbs(protocol):
    named = {name for one in protocol.__mro__ for name in vars(one)}
    return {name for name in named if not name.startswith("_")} | {
        name for name in ("__enter__", "__exit__") if name in named
    }


def test_the_protocol_is_whole():
    assert own_verbs(Counting) == COUNTING
    assert own_verbs(Engine) == COUNTING | RELEASING


def parameters(function):
    """The names of the parameters, and whether they may stand without a name."""
    listed = inspect.signature(function).parameters.values()
    return [(one.name, one.kind) for one in listed]


@pytest.mark.parametrize(
    ("engine", "protocol"),
    [
        (DuckDBEngine, Engine),
        (PostgresEngine, Engine),
        (MemoryEngine, Engine),
        (FrameCounts, Counting),
    ],
)
def test_every_engine_speaks_all_verbs_alike(engine, protocol):
    for verb in own_verbs(protocol):
        assert parameters(getattr(engine, verb)) == parameters(getattr(protocol, verb))


def test_a_closed_engine_knows_no_table(new_engine):
    with new_engine() as short:
        table = short.open(pd.DataFrame({"a": ["x"]}))
        assert short.values(table, "a").texts == ("x",)
    with pytest.raises(Exception):  # noqa: B017, PT011 - each engine has its own
        short.values(table, "a")


def rows_of(engine, table):
    frame = engine.fetch(table, like="pyarrow")
    return [tuple(row.values()) for row in frame.to_pylist()]


PEOPLE = pd.DataFrame(
    {
        "zip": ["2", "1", "1", "1"],
        "ill": ["x", "y", None, "y"],
        "n": [1, 2, 3, 4],
    }
)


def test_select_has_some_columns_in_their_order(engine):
    table = engine.select(engine.open(PEOPLE), ("n", "zip"))
    assert (table.columns, table.rows) == (("n", "zip"), 4)
    assert rows_of(engine, table) == [(1, "2"), (2, "1"), (3, "1"), (4, "1")]
    kept = engine.fetch(table, keep_order=True)
    pd.testing.assert_frame_equal(kept, PEOPLE[["n", "zip"]])
    with pytest.raises(RoleError, match="'ills'"):
        engine.select(table, ("ills",))


def test_tally_counts_distinct_tuples_missing_values_included(engine):
    told = engine.tally(engine.open(PEOPLE), ("zip", "ill"), count="rows")
    assert (told.columns, told.rows) == (("zip", "ill", "rows"), 3)
    assert rows_of(engine, told) == [("1", "y", 2), ("1", None, 1), ("2", "x", 1)]
