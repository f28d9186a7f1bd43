# SPDX-License-Identifier: Apache-2.0
"""The words of Spark, said to Spark."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from diversa.data.dictionary import Kind
from diversa.engines.pseudonyms import hmac_pads
from diversa.engines.spark.dialect import BLOCK, SPARK
from diversa.engines.table import Table
from diversa.errors import SourceError

TEXTS = ["it's", 'say "x"', "a\\b", "\\n", "l\nm", "😀", "", "--;", "a`b"]


@pytest.fixture
def run(engine):
    return engine.session.run


@pytest.mark.spark
def test_quoted_texts_and_names_are_what_they_were(run):
    literals = ", ".join(map(SPARK.literal, [*TEXTS, None]))
    assert run(f"SELECT {literals}") == [(*TEXTS, None)]
    names = [SPARK.identifier(text or "x") for text in TEXTS]
    made = ", ".join(f"{place} AS {name}" for place, name in enumerate(names))
    found = run(f"SELECT {', '.join(names)} FROM (SELECT {made}) AS t")
    assert found == [tuple(range(len(TEXTS)))]


@pytest.mark.spark
def test_the_content_decides_the_hash(run):
    rows = (
        "(VALUES ('x', 1), ('x', 1), ('x', 2), ('y', 1), (NULL, 1), ('1', NULL))"
        " AS t(a, b)"
    )
    found = run(f"SELECT {SPARK.row_hash(['a', 'b'])} FROM {rows}")
    hashes = [number for (number,) in found]
    assert hashes[0] == hashes[1]
    assert len(set(hashes)) == 5


@pytest.mark.spark
def test_a_missing_value_is_no_other_wherever_it_stands(run):
    rows = "(VALUES ('x', NULL), (NULL, 'x')) AS t(a, b)"
    (first, second) = run(f"SELECT {SPARK.row_hash(['a', 'b'])} FROM {rows}")
    assert first != second


@pytest.mark.spark
def test_the_keyed_hash_is_that_of_python(run):
    key, texts = b"a key of some length", ["Ann", "Zoë 😀", ""]
    inside, outside = (f"'{pad.hex()}'" for pad in hmac_pads(key))
    keyed = [SPARK.hmac(SPARK.literal(text), inside, outside) for text in texts]
    expected = [hmac.new(key, t.encode(), hashlib.sha256).hexdigest() for t in texts]
    assert run(f"SELECT {', '.join(keyed)}") == [tuple(expected)]


@pytest.mark.spark
def test_lines_are_repeated_as_often_as_they_count(run):
    tallies = [0, 1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK]
    lines = ", ".join(f"({tally})" for tally in tallies)
    found = run(
        f"SELECT t.tally, count(*) FROM (VALUES {lines}) AS t(tally)"
        f" {SPARK.times('t.tally')} GROUP BY 1"
    )
    assert sorted(found) == [(tally, tally) for tally in tallies if tally]


def test_binary_fractions():
    assert SPARK.is_floating("float")
    assert not SPARK.is_floating("decimal(9,2)")


@pytest.mark.parametrize(
    ("column_type", "kind"),
    [
        ("int", Kind.NUMBER),
        ("decimal(9,2)", Kind.NUMBER),
        ("double", Kind.NUMBER),
        ("date", Kind.DATE),
        ("timestamp_ntz", Kind.DATE),
        ("timestamp", Kind.DATE),
        ("text of TIMESTAMP_NS", Kind.DATE),
        ("string", Kind.TEXT),
        ("boolean", Kind.TEXT),
        ("binary", Kind.TEXT),
        ("interval day to second", Kind.TEXT),
    ],
)
def test_kinds(column_type, kind):
    assert SPARK.kind_of(column_type) is kind


@pytest.mark.parametrize("kind", ["bigint", "decimal(9,2)", "date", "string"])
def test_values_that_python_holds_are_looked_up_as_they_are(kind):
    assert SPARK.key_of(Table("t", ("a",), 1, "x", (kind,)), "a") == ("t.c0", kind)


@pytest.mark.parametrize("kind", ["timestamp", "binary", "interval year to month"])
def test_other_values_are_looked_up_by_their_text(kind):
    key, held = SPARK.key_of(Table("t", ("a",), 1, "x", (kind,)), "a")
    assert held == "string"
    assert key != "t.c0"


@pytest.mark.parametrize(
    "kind", ["array<int>", "struct<a:int>", "map<string,int>", "text of INTEGER[]"]
)
def test_values_with_parts_are_refused(kind):
    with pytest.raises(SourceError, match="'a': must hold plain values"):
        SPARK.key_of(Table("t", ("a",), 1, "x", (kind,)), "a")


@pytest.mark.parametrize(
    "kind",
    ["VARCHAR", "BIGINT", "DECIMAL(9,2)", "TIMESTAMP_NS", "INTEGER[]", "UUID", "BLOB"],
)
def test_what_duckdb_has_read_is_written_as_the_same(kind):
    assert SPARK.duckdb_type(SPARK.type_of(kind)) == kind


def test_numbers_without_a_sign_need_more_room():
    assert SPARK.duckdb_type(SPARK.type_of("UBIGINT")) == "DECIMAL(20,0)"
    assert SPARK.duckdb_type(SPARK.type_of("UINTEGER")) == "BIGINT"
