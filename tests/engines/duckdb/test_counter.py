# SPDX-License-Identifier: Apache-2.0
"""Counting by sorting or grouping, numbers without gaps, tables of many columns."""

from __future__ import annotations

from collections import Counter

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given

from diversa.data.dictionary import Dictionary
from diversa.engines.duckdb import counter
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.errors import InternalError, MissingValueError
from examples import examples
from memory_engine import MemoryEngine
from visit_tables import as_table, counted, same, tables


def test_too_many_rows_to_sort_are_grouped_by_duckdb(engine, monkeypatch):
    columns = {"a": ["x", "y", None, "x", "x"], "b": ["1", "2", "2", None, "1"]}
    table = engine.open(pl.DataFrame(columns))
    dictionaries = [engine.values(table, name) for name in columns]
    sorted_here = engine.count(table, dictionaries)
    monkeypatch.setattr(counter, "SORTED_ROWS", 0)
    grouped = engine.count(table, dictionaries)
    assert grouped.codes.tolist() == sorted_here.codes.tolist()
    assert grouped.counts.tolist() == sorted_here.counts.tolist()


@pytest.mark.parametrize("values", [["x"], ["x", None]])
def test_a_value_outside_its_dictionary_is_found_in_groups(engine, monkeypatch, values):
    monkeypatch.setattr(counter, "SORTED_ROWS", 0)
    table = engine.open(pa.table({"a": ["x", "secret"]}))
    lacking = Dictionary.build("a", values, [1] * len(values))
    with pytest.raises(InternalError) as caught:
        engine.count(table, [lacking])
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("kind", ["TINYINT", "INTEGER", "BIGINT"])
@pytest.mark.parametrize(
    "numbers", [[3, 1, 2, 2], [-2, -1, 0, None], [1, 3, 3], [7, 7], [-128, 127]]
)
def test_whole_numbers_are_counted_with_gaps_and_without(engine, kind, numbers):
    types = {"TINYINT": pa.int8(), "INTEGER": pa.int32(), "BIGINT": pa.int64()}
    column = pa.array(numbers, type=types[kind])
    texts = pa.array([str(place % 2) for place in range(len(numbers))])
    table = engine.open(pa.table({"n": column, "t": texts}))
    assert table.types[0] == kind
    cells = engine.count(table, [engine.values(table, "n"), engine.values(table, "t")])
    every = Counter(zip(numbers, texts.to_pylist(), strict=True))
    values = [engine.values(table, name) for name in ("n", "t")]
    counted = {
        tuple(
            None if code == len(column.values) else column.values[code]
            for code, column in zip(line, values, strict=True)
        ): int(count)
        for line, count in zip(cells.codes, cells.counts, strict=True)
    }
    assert counted == every


def test_a_number_outside_consecutive_ones_is_found(engine):
    table = engine.open(pa.table({"n": [1, 2, 3]}))
    with pytest.raises(InternalError, match="rows must be counted"):
        engine.count(table, [Dictionary.build("n", [1, 2], [1, 1], kind="number")])


@pytest.mark.parametrize("lost", [0, 3])
def test_many_whole_numbers_are_tallied_as_few_are(engine, monkeypatch, lost):
    random = np.random.default_rng(0)
    numbers = [*random.integers(-(10**6), 10**6, size=500).tolist(), *[5] * 7]
    table = engine.open(pa.table({"n": pa.array([*numbers, *[None] * lost])}))
    few = engine.values(table, "n")
    monkeypatch.setattr(counter, "MANY_ROWS", 1)
    many = engine.values(table, "n")
    assert many.values.tolist() == few.values.tolist() == sorted(set(numbers))
    assert many.counts.tolist() == few.counts.tolist()
    assert many.missing_code == few.missing_code


@pytest.mark.parametrize("rows", [3, counter.FEW_ROWS + 1])
def test_a_wide_table_is_asked_for_the_values_of_many_columns_at_once(
    engine, monkeypatch, rows
):
    """A statement takes as long as its table has columns: one for each is quadratic."""
    width = 2 * counter.MANY_COLUMNS + 10
    content = {
        f"n{place}": pa.array(["x", str(place), None] + ["x"] * (rows - 3))
        for place in range(width)
    }
    table = engine.open(pa.table(content))
    asked = []
    for verb in ("run", "arrays"):
        original = getattr(engine.session, verb)

        def noted(query, original=original):
            asked.append(query)
            return original(query)

        monkeypatch.setattr(engine.session, verb, noted)
    for place, name in enumerate(content):
        values = engine.values(table, name)
        assert values.texts == (str(place), "x")
        assert values.counts.tolist() == [1, rows - 2, 1]
    assert sum(f"FROM {table.name} " in query for query in asked) == 3
    assert engine.values(table, "n0").texts == ("0", "x")  # a copy that went is remade


def tables_in(engine):
    """How many tables a session has."""
    return engine.session.run("SELECT count(*) FROM duckdb_tables()")


def test_copies_of_a_wide_table_go(engine):
    width = 2 * counter.MANY_COLUMNS
    table = engine.open(pa.table({f"n{place}": ["x"] for place in range(width)}))

    engine.values(table, "n0")
    before = tables_in(engine)
    engine.values(table, f"n{width - 1}")
    assert tables_in(engine) == before


def test_a_wide_table_of_which_some_columns_are_read(engine, tmp_path):
    names = [f"n{place}" for place in range(counter.MANY_COLUMNS + 5)]
    path = tmp_path / "wide.csv"
    path.write_text(",".join(names) + "\n" + ",".join(["1"] * len(names)) + "\n")
    table = engine.open(path, columns=["n3", names[-1]])
    assert table.width == 2
    before = tables_in(engine)
    assert engine.values(table, "n3").texts == ("1",)
    assert engine.values(table, names[-1]).texts == ("1",)
    assert tables_in(engine) == before  # it is narrow already: nothing is copied


@pytest.fixture(params=["rows", "memory"])
def cannot_sort_here(request, monkeypatch):
    """An engine for which rows are too many, or memory too small."""
    if request.param == "rows":
        monkeypatch.setattr(counter, "SORTED_ROWS", 0)
    monkeypatch.setattr(counter, "PERSON_BYTES", 1 << 40)
    with DuckDBEngine(memory_limit="1GB") as engine:
        yield engine


@pytest.mark.parametrize("missing", ["own", "worst"])
@examples(25)
@given(rows=tables())
def test_people_are_collected_by_duckdb_alike(cannot_sort_here, missing, rows):
    ages = {"age": np.zeros(3, dtype=np.int32)}
    with MemoryEngine() as memory:
        for merged in (None, ages):
            options = {"missing": missing, "merged": merged}
            expected = counted(memory, as_table(rows), **options)
            assert same(counted(cannot_sort_here, as_table(rows), **options), expected)


def test_rows_without_a_person_are_refused_by_duckdb_alike(cannot_sort_here):
    rows = [("a", "1", 2, "x"), (None, "1", 2, "x")]
    with pytest.raises(MissingValueError, match="got 1 rows"):
        counted(cannot_sort_here, as_table(rows))


@pytest.mark.parametrize("missing", ["own", "worst"])
def test_people_who_share_a_hash_are_told_apart(engine, monkeypatch, missing):
    rows = [("a", "1", 2, "x"), ("b", "2", 2, "x"), ("a", "2", 2, "x"), (None,) * 4]
    expected = counted(engine, as_table(rows), missing=missing)

    def alike(person, salt):
        return ["7 AS person", counter_hashes(person, salt)[1]]

    counter_hashes = counter.hashes
    monkeypatch.setattr(counter, "hashes", alike)
    assert same(counted(engine, as_table(rows), missing=missing), expected)
    assert expected.kinds.total == 2 + (missing == "own")


def test_the_second_hash_is_that_of_another_text():
    first, other = counter.hashes("t.c0", "5a17")
    assert first.startswith("CASE WHEN t.c0 IS NULL THEN -1 ")
    assert other == (
        "CAST(hash('5a17' || CAST(t.c0 AS VARCHAR)) >> 32 AS UINTEGER) AS other"
    )
