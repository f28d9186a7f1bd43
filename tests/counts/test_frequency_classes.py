# SPDX-License-Identifier: Apache-2.0
"""Classes of about the same number of rows."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.frequency_classes import MOST_CLASSES, frequency_classes
from diversa.data.dictionary import Dictionary
from examples import examples


def classes(values, rows, **kind):
    dictionary = Dictionary.build("x", values, rows, **kind)
    return dictionary, frequency_classes(dictionary, dictionary.counts).tolist()


@examples(100)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=60))
def test_each_class_ends_where_its_share_is_reached(rows):
    """A value is in the class in which its first row is, by hand."""
    _, found = classes(range(len(rows)), rows, kind="number")
    if len(rows) <= MOST_CLASSES:
        assert found == list(range(len(rows)))
        return
    shares = [sum(rows[:i]) * MOST_CLASSES // sum(rows) for i in range(len(rows))]
    number = {share: place for place, share in enumerate(sorted(set(shares)))}
    assert found == [number[share] for share in shares]


def test_texts_that_are_numbers_are_in_their_order():
    texts = [str(number) for number in range(100)]
    dictionary, found = classes(texts, [1] * 100)
    by_number = [found[dictionary.texts.index(text)] for text in texts]
    assert by_number == sorted(by_number)
    assert max(by_number) == MOST_CLASSES - 1


def test_dates_are_in_their_order():
    days = [f"2024-{month:02}-{day:02}" for month in (1, 2) for day in range(1, 21)]
    _, found = classes(days, [1] * 40)
    assert found == sorted(found)
    assert max(found) == MOST_CLASSES - 1


def test_every_text_is_a_class():
    _, found = classes([f"v{number:02}" for number in range(30)], [1] * 30)
    assert found == list(range(30))


def test_a_missing_value_is_a_class_of_its_own():
    _, found = classes([*range(40), None], [1] * 41, kind="number")
    assert found[-1] == MOST_CLASSES
    assert np.bincount(found)[-1] == 1
