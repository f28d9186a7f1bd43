# SPDX-License-Identifier: Apache-2.0
"""Groups and histograms: several sensitive attributes, missing values, blocks."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from diversa.errors import ModelError
from examples import examples
from three_attributes import NAMES, TABLES, groups_of, histogram_dicts

RELAXED = examples(60)


@RELAXED
@given(TABLES, st.integers(0, 2))
def test_the_histogram_of_one_of_several_attributes(tables, place):
    histogram = groups_of(tables).histogram(NAMES[place])
    counts = [Counter(3 if r[place] is None else r[place] for r in t) for t in tables]
    assert histogram_dicts(histogram) == [dict(one) for one in counts]
    assert histogram.distinct.tolist() == [len(one) for one in counts]
    assert histogram.sizes.tolist() == [len(rows) for rows in tables]
    assert not histogram.unknown.any()


@RELAXED
@given(TABLES, st.integers(0, 2))
def test_missing_values_that_may_be_any_value_are_apart(tables, place):
    histogram = groups_of(tables, missing="worst").histogram(NAMES[place])
    counts = [Counter(r[place] for r in t) for t in tables]
    assert histogram.unknown.tolist() == [one.pop(None, 0) for one in counts]
    assert histogram_dicts(histogram) == [dict(one) for one in counts]
    assert histogram.sizes.tolist() == [len(rows) for rows in tables]
    assert histogram.rows_with_value.tolist() == [sum(one.values()) for one in counts]


@RELAXED
@given(TABLES, st.integers(0, 2))
def test_blocks_share_the_other_sensitive_values(tables, place):
    blocks, parent = groups_of(tables).blocks(NAMES[place])
    expected = []
    for number, rows in enumerate(tables):
        split = defaultdict(Counter)
        for row in rows:
            others = row[:place] + row[place + 1 :]
            split[others][3 if row[place] is None else row[place]] += 1
        expected += [(number, sorted(one.items())) for one in split.values()]
    histogram = histogram_dicts(blocks.histogram(NAMES[place]))
    listed = [sorted(one.items()) for one in histogram]
    assert sorted(zip(parent.tolist(), listed, strict=True)) == sorted(expected)
    assert parent.tolist() == sorted(parent)


def test_blocks_of_one_attribute_are_the_groups():
    groups = Groups.from_counts([{"a": 2, "b": 1}, {"c": 4}], on="s")
    blocks, parent = groups.blocks("s")
    assert parent.tolist() == [0, 1]
    assert blocks.sizes.tolist() == [3, 4]


def test_blocks_of_no_group():
    blocks, parent = Groups.from_counts([], on="s").blocks("s")
    assert len(blocks) == len(parent) == 0


def test_from_counts():
    groups = Groups.from_counts([{"b": 2, "a": 1, "c": 0}, {"a": 4}], on="s")
    assert groups.sizes.tolist() == [3, 4]
    assert groups.rows == 7
    assert histogram_dicts(groups.histogram()) == [{0: 1, 1: 2}, {0: 4}]


def test_groups_of_nothing_but_missing_values():
    groups = Groups.from_counts([{None: 3}, {None: 1, "a": 2}], on="s", missing="worst")
    histogram = groups.histogram("s")
    assert histogram.unknown.tolist() == [3, 1]
    assert histogram_dicts(histogram) == [{}, {0: 2}]
    assert histogram.max(histogram.counts).tolist() == [0, 2]


def test_an_unknown_attribute_is_refused():
    groups = Groups.from_counts([{"a": 1}], on="condition")
    with pytest.raises(ModelError, match="did you mean 'condition'"):
        groups.histogram("conditon")


def test_several_attributes_must_be_named():
    with pytest.raises(ModelError, match="got None; there are: s, t, u"):
        groups_of([[(0, 0, 0)]]).histogram()


def test_the_whole_table_may_be_larger_than_its_groups():
    groups = Groups.from_counts([{"a": 1}], on="s", table={"a": 2, "b": 3})
    assert groups.sensitive[0].dictionary.counts.tolist() == [2, 3]
    assert groups.rows == 1
