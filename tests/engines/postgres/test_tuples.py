# SPDX-License-Identifier: Apache-2.0
"""Tuples as the fields of long contents."""

from __future__ import annotations

from collections import Counter

import pytest

from diversa.engines.postgres import tuples as module
from diversa.engines.postgres.tuples import parse_tuples

LOADS = (bytes.decode, int)


def piece(number, *tuples):
    columns = zip(*tuples, strict=True)
    return number, len(tuples), *("\x01".join(texts).encode() for texts in columns)


def test_fields_of_several_pieces_are_one_column():
    pieces = [piece(2, ("b", "7"), ("a", "7")), piece(5, ("b", "8"))]
    (texts, numbers), rows = parse_tuples(pieces, LOADS, "?")
    assert texts.values == ["a", "b"]
    assert texts.codes.tolist() == [1, 0, 1]
    assert numbers.values == [7, 8]
    assert rows.tolist() == [2, 2, 5]


def test_tuples_with_the_same_number_of_rows_may_be_divided():
    pieces = [piece(9, ("b", "7")), piece(11, ("a", "7")), piece(12, ("b", "8"))]
    assert parse_tuples(pieces, LOADS, "?", 3)[1].tolist() == [3, 3, 4]


def test_one_text_stands_for_missing_values():
    pieces = [
        piece(1, ("", "7"), ("?", "7")),
        piece(4, ("??", "?"), ("?", "?"), ("y", "7")),
    ]
    (texts, numbers), rows = parse_tuples(pieces, LOADS, "?")
    assert texts.values == ["", "??", "y", None]
    assert texts.codes.tolist() == [0, 3, 1, 3, 2]
    assert numbers.values == [7, None]
    assert numbers.codes.tolist() == [0, 0, 1, 1, 0]
    assert rows.tolist() == [1, 1, 4, 4, 4]


def test_a_text_with_the_separator_cannot_come():
    assert parse_tuples([piece(2, ("a\x01b", "7"))], LOADS, "?") is None
    pieces = [piece(2, ("a", "7")), piece(1, ("\x01", "8"))]
    assert parse_tuples(pieces, LOADS, "?") is None


@pytest.mark.parametrize("most", [1, 40, 1 << 26])
def test_however_tuples_are_divided_each_comes_once(
    engine, database, postgres, monkeypatch, most
):
    database.execute(
        "CREATE TABLE clinic.t AS SELECT n % 7 AS n, (n * n % 5)::text AS a"
        " FROM generate_series(1, 100) AS n"
    )
    monkeypatch.setattr(module, "MOST_FIELDS", most)
    table = engine.open(f"{postgres}?table=clinic.t")
    engine.gather(table, ["n", "a"])
    assert engine._local_tuples
    cells = engine.count(table, [engine.values(table, name) for name in ("n", "a")])
    tallies = Counter((n % 7, n * n % 5) for n in range(1, 101))
    numbers, texts = (
        cells.dictionary(name).values[cells.column(name)].tolist() for name in "na"
    )
    shown = zip(numbers, map(int, texts), strict=True)
    assert dict(zip(shown, cells.counts.tolist(), strict=True)) == tallies


def test_what_is_too_long_for_the_database_stays_there(
    engine, database, postgres, monkeypatch
):
    database.execute("CREATE TABLE clinic.t AS SELECT 1 AS n, 'x'::text AS a")
    table = engine.open(f"{postgres}?table=clinic.t")
    # A function of the database that fails as one does that makes too long a text.
    long = "SELECT repeat(c0, 1 << 30) AS c0, c1, piece FROM ({}) AS long"
    query = module.pieces_query
    monkeypatch.setattr(
        module, "pieces_query", lambda text, *more: query(long.format(text), *more)
    )
    engine.gather(table, ["a", "n"])
    assert engine._gathered
    assert not engine._local_tuples
    assert engine.values(table, "a").values.tolist() == ["x"]


def test_no_value_can_be_taken_for_a_missing_one(engine, database, postgres):
    database.execute("CREATE TABLE clinic.t (n int, a text, b boolean)")
    texts = [None, "", "-", "=", "NULL", "\\N", "0" * 24, None]
    for place, text in enumerate(texts):
        sure = [True, False, None][place % 3]
        row = "INSERT INTO clinic.t VALUES (%s, %s, %s)"
        database.execute(row, [place % 2, text, sure])
    table = engine.open(f"{postgres}?table=clinic.t")
    engine.gather(table, ["n", "a", "b"])
    assert engine._local_tuples
    values = engine.values(table, "a")
    assert values.values.tolist() == sorted(text for text in texts if text is not None)
    assert values.counts.tolist() == [1] * 6 + [2]
    sure = engine.values(table, "b")
    assert sure.values.tolist() == [False, True]
    assert sure.counts.tolist() == [3, 3, 2]


@pytest.mark.parametrize("text", ["a\x01b", "\x01"])
def test_a_table_with_such_a_text_is_counted(engine, database, postgres, text):
    database.execute("CREATE TABLE clinic.t AS SELECT 1 AS n, %s::text AS a", [text])
    table = engine.open(f"{postgres}?table=clinic.t")
    engine.gather(table, ["n", "a"])
    assert engine.values(table, "a").values.tolist() == [text]
    assert engine._gathered


def test_numbers_of_different_digits_are_one_value(engine, database, postgres):
    database.execute("CREATE TABLE clinic.t (n numeric, a text)")
    database.execute("INSERT INTO clinic.t VALUES (1.0, 'x'), (1.00, 'y'), (2, 'y')")
    table = engine.open(f"{postgres}?table=clinic.t")
    engine.gather(table, ["n", "a"])
    assert engine._local_tuples
    assert [float(value) for value in engine.values(table, "n").values] == [1, 2]
    assert engine.values(table, "n").counts.tolist() == [2, 1]
