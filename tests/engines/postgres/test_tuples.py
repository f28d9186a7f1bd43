# SPDX-License-Identifier: Apache-2.0
"""Tuples as the fields of long contents."""

from __future__ import annotations

import pytest

from diversa.engines.postgres.tuples import brought

LOADS = (bytes.decode, int)


def piece(*tuples):
    return len(tuples), *(
        "\x01".join(texts).encode() for texts in zip(*tuples, strict=True)
    )


def test_fields_of_several_pieces_are_one_column():
    pieces = [piece(("b", "7", "2"), ("a", "7", "1")), piece(("b", "8", "5"))]
    (texts, numbers), rows = brought(pieces, LOADS, "?")
    assert texts.values == ["a", "b"]
    assert texts.codes.tolist() == [1, 0, 1]
    assert numbers.values == [7, 8]
    assert rows.tolist() == [2, 1, 5]


def test_one_text_stands_for_missing_values():
    pieces = [
        piece(("", "7", "2"), ("?", "7", "1")),
        piece(("??", "?", "4"), ("?", "?", "1"), ("y", "7", "3")),
    ]
    (texts, numbers), rows = brought(pieces, LOADS, "?")
    assert texts.values == ["", "??", "y", None]
    assert texts.codes.tolist() == [0, 3, 1, 3, 2]
    assert numbers.values == [7, None]
    assert numbers.codes.tolist() == [0, 0, 1, 1, 0]
    assert rows.tolist() == [2, 1, 4, 1, 3]


def test_a_text_with_the_separator_cannot_come():
    assert brought([piece(("a\x01b", "7", "2"))], LOADS, "?") is None
    pieces = [piece(("a", "7", "2")), piece(("\x01", "8", "1"))]
    assert brought(pieces, LOADS, "?") is None


def test_no_value_can_be_taken_for_a_missing_one(engine, database, postgres):
    database.execute("CREATE TABLE clinic.t (n int, a text, b boolean)")
    texts = [None, "", "-", "=", "NULL", "\\N", "0" * 24, None]
    for place, text in enumerate(texts):
        sure = [True, False, None][place % 3]
        row = "INSERT INTO clinic.t VALUES (%s, %s, %s)"
        database.execute(row, [place % 2, text, sure])
    table = engine.open(f"{postgres}?table=clinic.t")
    engine.gather(table, ["n", "a", "b"])
    assert engine._brought
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
    assert engine._brought
    assert [float(value) for value in engine.values(table, "n").values] == [1, 2]
    assert engine.values(table, "n").counts.tolist() == [2, 1]
