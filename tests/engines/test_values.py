# SPDX-License-Identifier: Apache-2.0
"""Dictionaries from an engine are those that `Dictionary.build` makes."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from decimal import Decimal

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.data.dictionary import Dictionary, Kind
from diversa.errors import InputError, RoleError
from examples import examples
from table_sources import SOURCES, as_source

VALUES = {
    "text": (pa.string(), None, Kind.TEXT),
    "integer": (pa.int64(), st.integers(-(2**50), 2**50), Kind.NUMBER),
    "double": (pa.float64(), st.floats(allow_nan=False), Kind.NUMBER),
    "decimal": (
        pa.decimal128(9, 2),
        st.decimals(-9999, 9999, places=2).map(lambda d: d.quantize(Decimal("0.01"))),
        Kind.NUMBER,
    ),
    "date": (pa.date32(), st.dates(), Kind.DATE),
    "stamp": (pa.timestamp("us"), st.datetimes(), Kind.DATE),
    "boolean": (pa.bool_(), st.booleans(), Kind.TEXT),
}


@examples(25)
@given(data=st.data(), rows=st.integers(1, 30))
def test_values_are_those_of_build(engine, characters, data, rows):
    """A column of every kind at once."""
    columns = {}
    for name, (kind, values, _) in VALUES.items():
        value = st.none() | (st.text(characters) if values is None else values)
        drawn = data.draw(st.lists(value, min_size=rows, max_size=rows), name)
        columns[name] = pa.array(drawn, kind)
    table = engine.open(pa.table(columns))
    for name, (*_, order) in VALUES.items():
        tally = Counter(columns[name].to_pylist())
        expected = Dictionary.build(name, list(tally), list(tally.values()), kind=order)
        found = engine.values(table, name)
        assert found.values.tolist() == expected.values.tolist()
        assert [type(v) for v in found.values] == [type(v) for v in expected.values]
        assert found.counts.tolist() == expected.counts.tolist()
        assert found.kind is order


@pytest.mark.parametrize("kind", SOURCES)
def test_text_stays_text(engine, tmp_path, kind):
    source = as_source(kind, {"zip": ["013", "13", "1e1", "2024-01-01"]}, tmp_path)
    found = engine.values(engine.open(source), "zip")
    assert found.kind is Kind.TEXT
    assert found.values.tolist() == ["013", "13", "1e1", "2024-01-01"]


def test_json_numbers_and_texts(engine, tmp_path):
    path = tmp_path / "t.jsonl"
    path.write_text('{"n": 9, "m": 1, "d": "2024-01-01"}\n{"n": 10, "m": "x"}\n')
    table = engine.open(path)
    assert engine.values(table, "n").values.tolist() == [9, 10]
    assert engine.values(table, "m").values.tolist() == ["1", "x"]
    assert engine.values(table, "d").values.tolist() == ["2024-01-01"]


def test_a_declared_kind(engine):
    table = engine.open(pl.DataFrame({"age": ["30", "4", None], "n": [10, 9, 9]}))
    ages = engine.values(table, "age", kind=Kind.NUMBER)
    assert ages.texts == ("4", "30")
    assert ages.missing_code == 2
    assert engine.values(table, "n", kind=Kind.TEXT).texts == ("10", "9")
    with pytest.raises(InputError, match="'age'"):
        engine.values(table, "age", kind=Kind.DATE)


def test_nanoseconds_and_zones_are_dates(engine):
    stamps = pa.array([1, 2], pa.timestamp("ns"))
    zoned = pa.array([0, 3_600_000_000], pa.timestamp("us", "Europe/Berlin"))
    table = engine.open(pa.table({"ns": stamps, "tz": zoned}))
    nanoseconds = engine.values(table, "ns")
    assert len(nanoseconds.values) == 2
    assert nanoseconds.kind is Kind.DATE
    assert nanoseconds.dates == (dt.date(1970, 1, 1),) * 2
    assert engine.values(table, "tz").dates == (dt.date(1970, 1, 1),) * 2


def test_unknown_column(engine):
    table = engine.open(pl.DataFrame({"age": [1], "zip": [2]}))
    with pytest.raises(RoleError, match="got 'agee'; did you mean 'age'"):
        engine.values(table, "agee")


def test_many_distinct_values(engine, many_rows):
    rows = many_rows // 2
    numbers = np.random.default_rng(2).permutation(rows)
    table = engine.open(pl.DataFrame({"id": numbers.astype(str)}))
    found = engine.values(table, "id")
    assert found.values[:3].tolist() == ["0", "1", "10"]
    assert found.values.tolist() == sorted(found.values.tolist())
    cells = engine.count(table, [found])
    assert cells.codes[:, 0].tolist() == list(range(rows))
    assert set(cells.counts.tolist()) == {1}
