# SPDX-License-Identifier: Apache-2.0
"""Sides of boxes: the values that a published label may stand for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics import sides
from diversa.metrics.sides import Sides
from diversa.metrics.value_spans import MOST_BITS

# As text, 10 stands before 2 and 3.
AGES = Dictionary.build("age", ["10", "2", "3", "7"], [1, 1, 1, 1])
BY_AGE = replace(
    Hierarchy.from_labels(AGES, [["old", "young", "young", "old"]]),
    numbers=np.array([10.0, 2.0, 3.0, 7.0]),
)
PLACES = Dictionary.build("place", list("abcd"), [1] * 4)
BY_PLACE = Hierarchy.from_labels(PLACES, [["ab", "ab", "cd", "cd"]])


def covered(side):
    """The values of the label of each box, as sets."""
    values = np.array(side.hierarchy.labels[0])
    return [set(values[side.codes(label)].tolist()) for label in side.label]


def test_labels_of_a_level():
    side = Sides.of_level(BY_PLACE, 1, np.array([1, 0, 1]))
    assert covered(side) == [{"c", "d"}, {"a", "b"}, {"c", "d"}]
    assert side.sizes.tolist() == [2, 2]
    assert side.domain == 4
    assert side.widths is None
    assert side.owner.tolist() == [0, 1]  # a label is one span


def test_numbers_are_covered_by_ranges():
    """A box of 2 and 7 covers 3, too."""
    codes, part = np.array([1, 3, 0]), np.array([0, 0, 1])
    side = Sides.of_parts(BY_AGE, codes, part, 2)
    assert covered(side) == [{"2", "3", "7"}, {"10"}]
    assert side.widths[side.label].tolist() == [5 / 8, 0]


def test_categories_are_covered_by_sets():
    """Equal sets share a label."""
    codes, part = np.array([0, 2, 3, 2, 0, 0]), np.array([0, 0, 1, 2, 2, 2])
    side = Sides.of_parts(BY_PLACE, codes, part, 3)
    assert covered(side) == [{"a", "c"}, {"d"}, {"a", "c"}]
    assert len(side.sizes) == 2


def test_sets_of_more_values_than_bits():
    values = [f"v{code:03d}" for code in range(MOST_BITS + 2)]
    dictionary = Dictionary.build("v", values, [1] * len(values))
    hierarchy = Hierarchy.from_labels(dictionary, [])
    codes, part = np.arange(len(values)), np.arange(len(values)) % 2
    side = Sides.of_parts(hierarchy, codes, part, 2)
    assert covered(side) == [set(values[0::2]), set(values[1::2])]


@pytest.mark.parametrize("most", [0, MOST_BITS], ids=["listed", "as bits"])
def test_sets_of_parts_in_any_order(most, monkeypatch):
    monkeypatch.setattr(sides, "MOST_BITS", most)
    codes, part = np.array([3, 0, 3, 1, 0, 0]), np.array([2, 1, 0, 1, 0, 1])
    side = Sides.of_parts(BY_PLACE, codes, part, 3)
    assert covered(side) == [{"a", "d"}, {"a", "b"}, {"d"}]
    assert side.codes(side.label[0]).tolist() == [0, 3]  # ascending


def test_spans_of_an_order():
    order = np.argsort(BY_AGE.numbers)
    side = Sides.of_spans(BY_AGE, order, np.array([1, 0]), np.array([3, 0]))
    assert covered(side) == [{"3", "7", "10"}, {"2"}]


@pytest.mark.parametrize("hierarchy", [BY_AGE, BY_PLACE])
def test_the_share_that_a_query_asks_for(hierarchy):
    side = Sides.of_level(hierarchy, 1, np.array([0, 1]))
    wanted = np.array([[True, False, False, True], [True, True, True, False]])
    shares = side.query_shares(wanted)
    values = hierarchy.labels[0]
    for box, members in enumerate(covered(side)):
        for query, asked in enumerate(wanted):
            both = members & {v for v, ask in zip(values, asked, strict=True) if ask}
            assert shares[side.label[box], query] == len(both) / len(members)


def test_how_labels_spread_over_buckets():
    side = Sides.of_level(BY_PLACE, 1, np.array([0, 1]))
    spread = side.shares(np.array([0, 1, 1, 1]), 2)
    assert spread.tolist() == [[0.5, 0.5], [0, 1]]


def test_coded_values_are_opened():
    """Where level 0 hides values already, a label covers all that it may be."""
    coded = Hierarchy.from_labels(PLACES, [["*"] * 4], finest=["ab", "ab", "c", "d"])
    side = Sides.of_parts(coded, np.array([0, 2]), np.array([0, 1]), 2).without_coding
    assert covered(side) == [{"ab"}, {"d"}]
    assert side.sizes[side.label].tolist() == [2, 1]
    assert side.domain == 4


def test_labels_of_a_whole_column_are_one_span_each():
    """Memory must not grow with the square of the values."""
    values = [f"v{code:04d}" for code in range(5000)]
    dictionary = Dictionary.build("v", values, [1] * len(values))
    hierarchy = Hierarchy.from_labels(dictionary, [])
    parts = np.arange(4000)
    ends = np.zeros(4000, dtype=np.int64), np.full(4000, 4999)
    side = Sides.of_pieces(hierarchy, np.arange(5000), parts, ends, 4000)
    assert len(side.first) == 1
    assert side.sizes[side.label].tolist() == [5000] * 4000


DOMAIN = 70


@given(
    st.lists(st.sets(st.integers(0, DOMAIN - 1), min_size=1), min_size=1, max_size=8),
    st.permutations(range(DOMAIN)),
    st.sets(st.integers(0, DOMAIN - 1), min_size=1),
)
def test_sides_are_the_sets_that_they_were_made_of(sets, order, used):
    """Every question is answered as by plain sets, whatever the order of values."""
    hierarchy = Hierarchy.from_labels(
        Dictionary.build("v", [f"v{c:02d}" for c in range(DOMAIN)], [1] * DOMAIN), []
    )
    order = np.array(order)
    place = {code: at for at, code in enumerate(order.tolist())}
    part = np.array([number for number, codes in enumerate(sets) for _ in codes])
    at = np.array([place[code] for codes in sets for code in codes])
    side = Sides.of_pieces(hierarchy, order, part, (at, at), len(sets))
    assert [set(side.codes(label).tolist()) for label in side.label] == sets
    assert side.sizes[side.label].tolist() == [len(codes) for codes in sets]
    code = next(iter(used))
    assert side.covering(code)[side.label].tolist() == [code in s for s in sets]
    bucket = np.arange(DOMAIN) % 3
    spread = side.shares(bucket, 3)[side.label]
    for line, codes in zip(spread, sets, strict=True):
        counted = np.bincount([code % 3 for code in codes], minlength=3)
        assert line.tolist() == (counted / len(codes)).tolist()
    few = np.array(sorted(used))
    fewer = Hierarchy.from_labels(
        Dictionary.build("v", [f"v{c:02d}" for c in few], [1] * len(few)), []
    )
    left = side.of_boxes(len(sets)).among(fewer, few)
    assert [set(few[left.codes(label)]) for label in left.label] == [
        codes & used for codes in sets
    ]


@given(st.lists(st.sets(st.integers(0, 6), min_size=1), min_size=1, max_size=12))
def test_equal_small_sets_share_a_label(sets):
    hierarchy = Hierarchy.from_labels(
        Dictionary.build("v", list("abcdefg"), [1] * 7), []
    )
    part = np.array([number for number, codes in enumerate(sets) for _ in codes])
    codes = np.array([code for each in sets for code in each])
    side = Sides.of_parts(hierarchy, codes, part, len(sets))
    assert len(side.sizes) == len({frozenset(each) for each in sets})
