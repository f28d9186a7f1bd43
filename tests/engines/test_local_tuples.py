# SPDX-License-Identifier: Apache-2.0
"""Tuples that were counted at once: wherever they are kept, nothing else is found."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest

from diversa.data.dictionary import Dictionary
from diversa.engines import sql_counter as module
from diversa.engines.local_tuples import LocalColumn, LocalTuples
from diversa.engines.packing import Packing
from diversa.errors import InternalError

TEXTS = ["=x", "-", "", None, 'a "b"\n', "\t", "💡", "it's", "\\N", "-", "\x01", "z"]

TABLE = {
    "text": TEXTS,
    "whole": [3, -1, None, 3, 2, 2, 7, 10, 9, -1, 5, 5],
    "part": [0.5, -0.0, 0.0, None, 1e300, 2.5, 0.1, 0.1, 3.0, -0.0, 0.5, 1.0],
    "money": [Decimal(n) / 4 for n in range(11)] + [None],
    "day": [dt.date(2020, 1, 1 + n % 3) for n in range(12)],
    "moment": [dt.datetime(2020, 1, 1, n % 2, 0, 0, 5) for n in range(12)],
    "sure": [True, False, None] * 4,
}


def found(engine, table, names, **options):
    """What an engine finds: the values of each column, and the cells."""
    dictionaries = [engine.values(table, name) for name in names]
    cells = engine.count(table, dictionaries, **options)
    values = [(list(d.values), d.counts.tolist(), d.kind) for d in dictionaries]
    return values, cells.codes.tolist(), cells.counts.tolist()


@pytest.mark.parametrize("most", [0, 1 << 25], ids=["kept", "brought"])
@pytest.mark.parametrize("lacking", [(), ("\x01",)], ids=["separator", "none"])
def test_what_was_gathered_is_what_is_there(sql_engine, monkeypatch, most, lacking):
    monkeypatch.setattr(module, "MOST_LOCAL_ROWS", most)
    rows = [n for n, text in enumerate(TEXTS) if text not in lacking]
    frame = pa.table({name: [v[n] for n in rows] for name, v in TABLE.items()})
    plain, gathered = sql_engine.open(frame), sql_engine.open(frame)
    sql_engine.gather(gathered, list(TABLE))
    for names in (list(TABLE), ["day", "text"], ["part", "sure"]):
        assert found(sql_engine, gathered, names) == found(sql_engine, plain, names)
    merged = {"day": np.array([0, 0, 2], dtype=np.int32)}
    names = ["day", "sure"]
    assert found(sql_engine, gathered, names, merged=merged) == found(
        sql_engine, plain, names, merged=merged
    )


def test_the_number_of_cells_is_known(sql_engine):
    table = sql_engine.open(pa.table(TABLE))
    names = ["day", "sure"]
    sql_engine.gather(table, names)
    dictionaries = [sql_engine.values(table, name) for name in names]
    one = {"day": np.zeros(3, dtype=np.int32)}
    assert sql_engine.estimate(table, dictionaries, [{}, one]) == [3, 3]


def test_tables_that_may_not_fit_stay(sql_engine, monkeypatch):
    monkeypatch.setattr(sql_engine, "budget", lambda: 100)
    table = sql_engine.open(pa.table(TABLE))
    sql_engine.gather(table, ["day"])
    assert table.name in sql_engine._gathered
    assert table.name not in sql_engine._local_tuples


def tuples(values, codes, counts):
    column = LocalColumn.of(values, np.array(codes))
    return LocalTuples({"a": column}, np.array(counts))


def test_numbers_that_are_equal_are_one_value():
    column = LocalColumn.of([Decimal("1.00"), 0.0, -0.0, Decimal(1)], np.arange(4))
    assert str(column.values[0]) == "0.0"
    assert column.codes.tolist() == [1, 0, 0, 1]


def test_a_dictionary_of_texts_finds_numbers():
    brought = tuples([7, None], [0, 1, 0], [2, 1, 1])
    texts = Dictionary.build("a", ["7", None], [3, 1])
    packing = Packing.plan([texts.size])
    keys, counts = brought.count([texts], packing, {})
    assert keys[0].tolist() == [0, 1]
    assert counts.tolist() == [3, 1]


def test_a_value_that_no_dictionary_has_is_our_bug():
    other = Dictionary.build("a", ["8"], [1])
    with pytest.raises(InternalError, match="in its dictionary"):
        tuples(["7"], [0], [1]).count([other], Packing.plan([1]), {})
