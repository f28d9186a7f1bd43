# SPDX-License-Identifier: Apache-2.0
"""The words of PostgreSQL, said to PostgreSQL."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from diversa.engines.postgres.dialect import POSTGRES
from diversa.engines.pseudonyms import hmac_pads


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
