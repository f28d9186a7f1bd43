# SPDX-License-Identifier: Apache-2.0
"""Counting, over every kind of source, against a brute force over Python tuples."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from decimal import Decimal

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.data.dictionary import Dictionary
from diversa.errors import InputError, InternalError
from diversa.tables.sampling_weights import count_with_weights
from examples import examples
from table_sources import SOURCES, as_source

TEXTS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1
)


def counted(engine, source, names, *, gathered=()):
    """The cells of a source as a Counter of tuples of values."""
    table = engine.open(source)
    engine.gather(table, gathered)
    cells = engine.count(table, [engine.values(table, name) for name in names])
    decoded = [[*one.values.tolist(), None][: one.size] for one in cells.dictionaries]
    return Counter(
        {
            tuple(
                values[code] for values, code in zip(decoded, line, strict=True)
            ): rows
            for line, rows in zip(
                cells.codes.tolist(), cells.counts.tolist(), strict=True
            )
        }
    )


@st.composite
def text_tables(draw):
    pools = draw(
        st.lists(st.lists(TEXTS, min_size=1, max_size=3), min_size=1, max_size=4)
    )
    row = st.tuples(*(st.one_of(st.none(), st.sampled_from(pool)) for pool in pools))
    rows = draw(st.lists(row, min_size=1, max_size=20))
    names = [f"column {place}" for place in range(len(pools))]
    # A column without any value has no type in JSON or Parquet, which is tested apart.
    rows.append(tuple(pool[0] for pool in pools))
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))


@pytest.mark.parametrize("kind", SOURCES)
@examples(10)
@given(columns=text_tables())
def test_count_is_the_brute_force(kind, columns, engine, tmp_path):
    found = counted(engine, as_source(kind, columns, tmp_path), list(columns))
    assert found == Counter(zip(*columns.values(), strict=True))


@examples(25)
@given(columns=text_tables(), wanted=st.integers(1, 4))
def test_columns_that_were_gathered_are_counted_alike(columns, wanted, engine):
    """Also when only some of them are asked for in the end, or others as well."""
    names, source = list(columns), pa.table(columns)
    expected = Counter(zip(*(columns[name] for name in names[:wanted]), strict=True))
    for gathered in (names, names[:wanted], names[:1]):
        assert counted(engine, source, names[:wanted], gathered=gathered) == expected


@pytest.mark.parametrize("kind", SOURCES)
def test_cells_are_sorted_and_complete(kind, engine, tmp_path):
    columns = {"a": ["x", "y", None, "x"], "b": ["1", "2", "2", None]}
    table = engine.open(as_source(kind, columns, tmp_path))
    cells = engine.count(table, [engine.values(table, name) for name in columns])
    assert cells.codes.tolist() == sorted(cells.codes.tolist())
    assert cells.codes.dtype == np.int32
    assert cells.codes.flags.forc  # whole, by lines or by columns
    assert cells.rows == 4
    assert (cells.counts > 0).all()


def test_values_of_gathered_columns_are_those_of_the_column(engine):
    """Missing values, dates and zones too; and kinds that are declared."""
    table = engine.open(
        pa.table({name: MANY_TYPES[name] for name in MANY_TYPES if name in GATHERED})
    )
    before = [engine.values(table, name) for name in GATHERED]
    engine.gather(table, GATHERED)
    for values in before:
        again = engine.values(table, values.column)
        assert again.values.tolist() == values.values.tolist()
        assert again.counts.tolist() == values.counts.tolist()
        assert again.kind is values.kind


GATHERED = ("date", "time", "stamp", "zoned", "decimal", "integer", "boolean")

MANY_TYPES = {
    "date": [dt.date(2024, 2, 29), None, dt.date(1900, 1, 1)],
    "time": [dt.time(1, 2), dt.time(1, 2), None],
    "stamp": [dt.datetime(2024, 1, 1, 12, 30, 0, 5), None, None],
    "zoned": [dt.datetime(2024, 1, 1, tzinfo=dt.UTC)] * 2 + [None],
    "decimal": [Decimal("1.10"), Decimal("-3.00"), None],
    "double": [0.1, -1e300, float("nan")],
    "integer": [-(2**63), 2**63 - 1, None],
    "infinite": [float("inf"), float("-inf"), None],
    "zeros": [0.0, -0.0, None],
    "zero byte": ["a\0b", "a", None],
    "boolean": [True, False, None],
    "null": [None, None, None],
}


@pytest.mark.parametrize("name", MANY_TYPES)
@pytest.mark.parametrize("kind", ["parquet", "pandas", "polars", "pyarrow"])
def test_types_are_counted(kind, name, engine, engine_name, tmp_path):
    values = MANY_TYPES[name]
    if engine_name == "postgres" and name == "zero byte":
        with pytest.raises(InputError, match="PostgreSQL cannot"):
            engine.open(as_source(kind, {"x": values}, tmp_path))
        return
    table = engine.open(as_source(kind, {"x": values, "y": [1, 2, 3]}, tmp_path))
    dictionary = engine.values(table, "x")
    known = {v for v in values if v is not None and v == v}
    assert len(dictionary.values) == len(known)
    missing = 3 - sum(v is not None and v == v for v in values)
    assert dictionary.size - len(known) == bool(missing)
    cells = engine.count(table, [dictionary, engine.values(table, "y")])
    lost = cells.column("x") == dictionary.missing_code
    assert cells.counts[lost].sum() == missing
    assert cells.rows == 3


def test_more_columns_than_one_key_holds(engine):
    rows = 500
    random = np.random.default_rng(3)
    columns = {
        f"c{place}": random.integers(0, 300, rows).astype(str).tolist()
        for place in range(16)
    }
    found = counted(engine, pl.DataFrame(columns), list(columns))
    assert found == Counter(zip(*columns.values(), strict=True))


def test_no_columns_is_one_cell(engine):
    cells = engine.count(engine.open(pl.DataFrame({"a": [1, 2]})), [])
    assert cells.codes.shape == (1, 0)
    assert cells.counts.tolist() == [2]


@pytest.mark.parametrize("values", [["x"], ["x", None]])
def test_a_value_outside_its_dictionary_is_our_bug(engine, values):
    table = engine.open(pa.table({"a": ["x", "secret"]}))
    lacking = Dictionary.build("a", values, [1] * len(values))
    with pytest.raises(InternalError) as caught:
        engine.count(table, [lacking])
    assert "secret" not in str(caught.value)


def test_tables_do_not_mix(engine):
    """One engine, two tables: the second count is that of the second table."""
    first, second = pl.DataFrame({"a": ["x", "x"]}), pl.DataFrame({"a": ["y"]})
    assert counted(engine, first, ["a"]) == {("x",): 2}
    assert counted(engine, second, ["a"]) == {("y",): 1}
    assert counted(engine, first, ["a"]) == {("x",): 2}


@pytest.mark.parametrize("gathered", [(), ("a", "b")], ids=["rows", "tuples"])
def test_merged_values_are_counted_as_one(engine, gathered):
    columns = {"a": ["x", "y", "z", None, "x"], "b": [1, 1, 2, 2, 1]}
    table = engine.open(pa.table(columns))
    engine.gather(table, gathered)
    dictionaries = [engine.values(table, name) for name in columns]
    merged = {"a": np.array([0, 0, 2, 2], dtype=np.int32)}
    cells = engine.count(table, dictionaries, merged=merged)
    assert cells.codes.tolist() == [[0, 0], [2, 1]]
    assert cells.counts.tolist() == [3, 2]
    every = {"a": np.zeros(4, np.int32), "b": np.zeros(2, np.int32)}
    assert engine.count(table, dictionaries, merged=every).counts.tolist() == [5]


@pytest.mark.parametrize("columns", [2, 12], ids=["one key", "two keys"])
@pytest.mark.parametrize("gathered", [True, False], ids=["tuples", "rows"])
def test_cells_are_estimated(engine, many_rows, gathered, columns):
    """About right: within a third, for each way to merge values."""
    random = np.random.default_rng(7)
    names = [f"q{number}" for number in range(columns)]
    wide = random.integers(0, 100, (columns, many_rows // 10))
    wide[2:] //= 50
    table = engine.open(pl.DataFrame(dict(zip(names, wide, strict=True))))
    if gathered:
        engine.gather(table, names)
    dictionaries = [engine.values(table, name) for name in names]
    halves = (np.arange(100) // 2 * 2).astype(np.int32)
    ways = [{}, {"q0": halves}, {"q0": halves, "q1": np.zeros(100, np.int32)}]
    estimates = engine.estimate(table, dictionaries, ways)
    exact = [
        len(engine.count(table, dictionaries, merged=merged).counts) for merged in ways
    ]
    assert len(estimates) == 3
    for estimate, cells in zip(estimates, exact, strict=True):
        assert abs(estimate - cells) <= max(40, cells / 3)


def test_weights_are_added_up_in_every_engine(engine):
    rng = np.random.default_rng(3)
    rows = {
        "x": rng.choice(["a", "b", None], 300).tolist(),
        "y": rng.integers(0, 5, 300).tolist(),
        "w": (rng.integers(8, 900, 300) / 8).tolist(),
    }
    table = engine.open(pa.table(rows))
    x, y, weight = (engine.values(table, name) for name in "xyw")
    merged = {"y": np.array([0, 0, 2, 2, 2], dtype=np.int32)}
    cells, weights = count_with_weights(engine, table, [x, y], weight, merged=merged)
    plain = engine.count(table, [x, y], merged=merged)
    assert cells.codes.tolist() == plain.codes.tolist()
    assert cells.counts.tolist() == plain.counts.tolist()
    sums = defaultdict(float)
    for of_x, of_y, of_w in zip(*rows.values(), strict=True):
        sums[of_x, 0 if of_y < 2 else 2] += of_w
    names = [*x.values.tolist(), None]
    found = {
        (names[code], int(other)): total
        for (code, other), total in zip(cells.codes.tolist(), weights, strict=True)
    }
    assert found == pytest.approx(dict(sums))
