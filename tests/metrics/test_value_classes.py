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
    quantile_classes,
    raw_classes,
    raw_sensitive_classes,
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


def test_raw_classes_follow_values_whatever_is_published():
    rows = np.array([30, 12, 20])
    assert raw_classes(BY_PLACE, rows).labels == ("a", "b", "c")
    many = Dictionary.build(
        "x", [f"{n:02}" for n in range(MOST + 5)], [20] * (MOST + 5)
    )
    two = Hierarchy.from_labels(many, [["*"] * (MOST + 5)])
    classes = raw_classes(two, many.counts)  # a level `*` would tell nothing apart
    assert (len(classes), classes.labels[-1]) == (MOST + 1, REST)


def test_numbers_are_put_into_quantiles():
    ages = Dictionary.build("age", list(range(100)), [1] * 100, kind="number")
    hierarchy = Hierarchy.from_labels(ages, [["*"] * 100], numbers=ages.numbers)
    classes = raw_classes(hierarchy, ages.counts)
    assert classes.ordered
    assert np.bincount(classes.bucket).tolist() == [10] * 10
    assert classes.bucket.tolist() == sorted(classes.bucket)
    assert classes.labels[0] == "1/10"  # an end would be a single value
    shown = level_classes(hierarchy, ages.counts, None)
    assert shown.labels == classes.labels


def test_no_quantile_has_few_rows():
    rng = np.random.default_rng(3)
    for _ in range(50):
        rows = rng.integers(1, 60, size=rng.integers(1, 12))
        classes = quantile_classes("x", rng.normal(size=len(rows)), rows)
        counts = np.bincount(classes.bucket, weights=rows)
        assert counts.min() >= LEAST or len(classes) == 1
        assert len(counts) == len(classes)


def test_sensitive_numbers_are_put_into_quantiles_too():
    pays = Dictionary.build("pay", list(range(40)), [1] * 40, kind="number")
    assert raw_sensitive_classes(Sensitive(pays), pays.counts).labels == (
        "1/4", "2/4", "3/4", "4/4",
    )  # fmt: skip
    texts = Dictionary.build("ill", ["a", "b"], [20, 20])
    assert raw_sensitive_classes(Sensitive(texts), texts.counts).labels == ("1", "2")
