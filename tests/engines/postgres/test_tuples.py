# SPDX-License-Identifier: Apache-2.0
"""Tuples as the fields of long contents."""

from __future__ import annotations

import pytest

from diversa.engines.postgres.tuples import brought

LOADS = (bytes.decode, int)


def piece(*tuples):
    fields = [field for line in tuples for field in line]
    return len(tuples), "\x01".join(fields).encode()


def test_fields_of_several_pieces_are_one_column():
    pieces = [piece(("b", "7", "2"), ("a", "7", "1")), piece(("b", "8", "5"))]
    (texts, numbers), rows = brought(pieces, LOADS)
    assert texts.values == ["a", "b"]
    assert texts.codes.tolist() == [1, 0, 1]
    assert numbers.values == [7, 8]
    assert rows.tolist() == [2, 1, 5]


def test_marks_are_no_part_of_values():
    pieces = [
        piece(("=x", "7", "2"), ("-", "7", "1")),
        piece(("==x", "-", "-4"), ("-", "=7", "-1"), ("y", "7", "3")),
    ]
    (texts, numbers), rows = brought(pieces, LOADS)
    assert texts.values == ["-", "=x", "y", None]
    assert texts.codes.tolist() == [1, 0, 2, 1, 3]
    assert numbers.values == [7, None]
    assert numbers.codes.tolist() == [0, 0, 0, 1, 0]
    assert rows.tolist() == [2, 1, 3, 4, 1]


def test_a_text_with_the_separator_cannot_come():
    assert brought([piece(("a\x01b", "7", "2"))], LOADS) is None


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
