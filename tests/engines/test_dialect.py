# SPDX-License-Identifier: Apache-2.0
"""The words of the standard, for engines that say no other."""

from __future__ import annotations

import pytest

from diversa.engines.dialect import Dialect


class Standard(Dialect):
    def keyed_hash(self, text, key):
        raise NotImplementedError

    def hmac(self, text, inside, outside):
        raise NotImplementedError

    def row_hash(self, columns):
        return f"hash({', '.join(columns)})"


def test_what_the_standard_says_of_quotes():
    assert Standard().identifier('a"b') == '"a""b"'
    assert (Standard().literal("it's"), Standard().literal(None)) == ("'it''s'", "NULL")


@pytest.mark.parametrize(
    ("keys", "count"),
    [
        (["k0"], "approx_count_distinct(k0)"),
        (["k0", "k1"], "approx_count_distinct(hash(k0, k1))"),
    ],
)
def test_tuples_are_counted_approximately(keys, count):
    assert Standard().approximate_count(keys) == count
