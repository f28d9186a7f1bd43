# SPDX-License-Identifier: Apache-2.0
"""Answers about a column from its values, as engines give them by default."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from diversa.counts.cells import Cells
from diversa.counts.kinds import Kinds
from diversa.data.dictionary import Dictionary
from diversa.engines.counting import Counting, PeopleCount, hashes_of
from diversa.errors import InputError

VALUES = Dictionary.build("who", ["a", "b", None], [2, 1, 4])


def test_hashes_are_of_the_key_and_the_text():
    key = b"k" * 64
    each = [hashlib.sha256(key + text).hexdigest() for text in (b"a", b"b")]
    assert hashes_of(VALUES, key) == sorted(each)


class ValuesOnly(Counting):
    """An engine that only collects values."""

    def values(self, *_, **__):
        return VALUES


def test_an_engine_answers_from_values_what_it_cannot_ask_for():
    engine = ValuesOnly()
    assert engine.repeats(None, ["who"])["who"] == (3, 2, 4)
    assert engine.sample(None, "who", 2).values.texts == ("a",)
    assert (
        engine.smallest_hashes(None, "who", b"k" * 64, 1)
        == (hashes_of(VALUES, b"k" * 64)[:1])
    )


def test_an_engine_that_cannot_count_people_says_so():
    with pytest.raises(InputError, match="ValuesOnly cannot count people"):
        ValuesOnly().people(None, [], "who")
    with pytest.raises(InputError, match="ValuesOnly cannot repeat rows"):
        ValuesOnly().expand(None, VALUES, np.array([1]))


def test_rows_without_a_person_are_counted():
    kinds = Kinds.of(np.array([0]), np.array([0]))
    cells = Cells((), np.zeros((1, 0), np.int32), np.array([5]))
    assert PeopleCount(cells, kinds, np.array([4])).missing_rows == 4
