# SPDX-License-Identifier: Apache-2.0
"""The words of PostgreSQL, said to PostgreSQL."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from diversa.data.dictionary import Kind
from diversa.engines.postgres.dialect import POSTGRES
from diversa.engines.pseudonyms import hmac_pads
from diversa.engines.table import Table
from diversa.errors import SourceError


@pytest.fixture
def run(engine):
    return engine.session.run


@pytest.mark.parametrize("text", ["it's", 'say "x"', "a\\b", "l\nm", "😀", "", "--;"])
def test_quoted_texts_and_names_are_what_they_were(run, text):
    assert run(f"SELECT {POSTGRES.literal(text)}") == [(text,)]
    name = POSTGRES.identifier(text or "x")
    assert run(f"SELECT {name} FROM (SELECT 7 AS {name}) AS t") == [(7,)]


def test_the_content_decides_the_hash(run):
    rows = "(VALUES ('x', 1), ('x', 1), ('x', 2), ('y', 1), (NULL, 1)) AS t(a, b)"
    found = run(f"SELECT {POSTGRES.row_hash(['a', 'b'])} FROM {rows}")
    hashes = [text for (text,) in found]
    assert hashes[0] == hashes[1]
    assert len(set(hashes)) == 4


@pytest.mark.parametrize("text", ["Ann", "Zoë 😀", ""])
def test_the_keyed_hash_is_that_of_python(run, text):
    key = b"a key of some length"
    inside, outside = (f"'{pad.hex()}'" for pad in hmac_pads(key))
    keyed = POSTGRES.hmac(POSTGRES.literal(text), inside, outside)
    expected = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
    assert run(f"SELECT {keyed}") == [(expected,)]


def test_binary_fractions():
    assert POSTGRES.is_floating("real")
    assert not POSTGRES.is_floating("numeric")


@pytest.mark.parametrize(
    ("column_type", "kind"),
    [
        ("integer", Kind.NUMBER),
        ("numeric(9,2)", Kind.NUMBER),
        ("double precision", Kind.NUMBER),
        ("date", Kind.DATE),
        ("timestamp(3) without time zone", Kind.DATE),
        ("timestamp with time zone", Kind.DATE),
        ("text of TIMESTAMP_NS", Kind.DATE),
        ("text", Kind.TEXT),
        ("boolean", Kind.TEXT),
        ("uuid", Kind.TEXT),
        ("interval", Kind.TEXT),
    ],
)
def test_kinds(column_type, kind):
    assert POSTGRES.kind_of(column_type) is kind


@pytest.mark.parametrize("kind", ["bigint", "numeric(9,2)", "date", "text", "boolean"])
def test_values_that_python_holds_are_looked_up_as_they_are(kind):
    assert POSTGRES.key_of(Table("t", ("a",), 1, "x", (kind,)), "a") == ("t.c0", kind)


@pytest.mark.parametrize("kind", ["timestamp with time zone", "uuid", "interval"])
def test_other_values_are_looked_up_by_their_text(kind):
    table = Table("t", ("a",), 1, "x", (kind,))
    assert POSTGRES.key_of(table, "a") == ("CAST(t.c0 AS text)", "text")


@pytest.mark.parametrize("kind", ["json", "jsonb", "integer[]", "text of INTEGER[]"])
def test_values_with_parts_are_refused(kind):
    with pytest.raises(SourceError, match="'a': must hold plain values"):
        POSTGRES.key_of(Table("t", ("a",), 1, "x", (kind,)), "a")
