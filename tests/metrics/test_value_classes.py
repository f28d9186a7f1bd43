# SPDX-License-Identifier: Apache-2.0
"""Value classes: which labels stand for themselves, and which are put together."""

from __future__ import annotations

import numpy as np

from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Intervals
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics.value_classes import (
    LEAST,
    MOST,
    REST,
    level_classes,
    sensitive_classes,
    text_of,
)

PLACES = Dictionary.build("place", ["a", "b", "c"], [30, 12, 2])
BY_PLACE = Hierarchy.from_labels(PLACES, [["ab", "ab", "c"]])


def test_classes_of_few_rows_are_the_rest():
    classes = level_classes(BY_PLACE, np.array([30, LEAST, LEAST - 1]), 0)
    assert classes.labels == ("a", "b", REST)
    assert classes.bucket.tolist() == [0, 1, 2]
    assert len(classes) == 3


def test_the_published_level_is_shown():
    classes = level_classes(BY_PLACE, np.array([30, 12, 20]), 1)
    assert classes.labels == ("ab", "c")
    assert classes.bucket.tolist() == [0, 0, 1]


def test_where_all_classes_are_small_there_is_one():
    classes = level_classes(BY_PLACE, np.array([3, 2, 1]), None)
    assert classes.labels == (REST,)
    assert classes.bucket.tolist() == [0, 0, 0]


def test_numbers_stand_in_their_order():
    ages = [str(age) for age in range(MOST + 1)]  # as text 10 comes before 2
    dictionary = Dictionary.build("age", ages, [20] * len(ages))
    hierarchy = Intervals((10,)).build(dictionary)
    rows = np.full(len(ages), 20)
    classes = level_classes(hierarchy, rows, None)
    # More than MOST values: the finest level with few labels is that of the tens.
    of_age = dict(zip(hierarchy.labels[0], classes.bucket.tolist(), strict=True))
    assert [of_age[age] for age in hierarchy.labels[0]] == [
        int(age) // 10 for age in hierarchy.labels[0]
    ]
    assert classes.ordered


def test_sensitive_values_are_numbered_by_frequency():
    illnesses = Dictionary.build("ill", ["acne", "flu", "gout"], [10, 30, 20])
    classes = sensitive_classes(Sensitive(illnesses), np.array([10, 30, 20]))
    assert classes.labels == ("1", "2", "3")
    assert classes.bucket.tolist() == [2, 0, 1]
    assert not classes.ordered


def test_missing_is_said_in_words():
    assert text_of(None) == "missing"
    assert text_of("x") == "x"
