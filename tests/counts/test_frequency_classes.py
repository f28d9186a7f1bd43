# SPDX-License-Identifier: Apache-2.0
"""Classes of about the same number of rows."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.frequency_classes import MOST_CLASSES, frequency_classes
from diversa.data.dictionary import Dictionary
from examples import examples


def classes(values, rows, *, lower=False, **kind):
    dictionary = Dictionary.build("x", values, rows, **kind)
    found = frequency_classes(dictionary, dictionary.counts, lower=lower)
    return dictionary, found.tolist()


@examples(100)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=60), st.booleans())
def test_a_value_is_in_the_class_that_its_rows_reach_or_begin_in(rows, lower):
    """Its rows are an interval of shares; limits are multiples of 1/16."""
    _, found = classes(range(len(rows)), rows, kind="number", lower=lower)
    if len(rows) <= MOST_CLASSES:
        assert found == list(range(len(rows)))
        return
    limits = [Fraction(limit, MOST_CLASSES) for limit in range(1, MOST_CLASSES)]
    shares, before = [], 0
    for own in rows:
        begin, end = Fraction(before, sum(rows)), Fraction(before + own, sum(rows))
        shares.append(sum(one <= begin if lower else one < end for one in limits))
        before += own
    number = {share: place for place, share in enumerate(sorted(set(shares)))}
    assert found == [number[share] for share in shares]


@examples(100)
@given(
    st.dictionaries(st.integers(0, 300), st.integers(1, 9), min_size=1, max_size=60),
    st.booleans(),
)
def test_texts_and_numbers_have_the_same_classes(counts, lower):
    """Files are read as texts, frames as numbers."""
    number, found = classes(counts, counts.values(), kind="number", lower=lower)
    texts, read = classes([*map(str, counts)], counts.values(), lower=lower)
    by_text = dict(zip(texts.texts, read, strict=True))
    assert [by_text[text] for text in number.texts] == found


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
