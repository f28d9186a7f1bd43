# SPDX-License-Identifier: Apache-2.0
"""Saved boxes on a table: the same partition is the same recoding."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.hierarchies.intervals import Intervals
from diversa.hierarchies.rows import Rows
from diversa.recodings.box_style import TIGHT
from diversa.recodings.earlier_boxes import EarlierBoxes, TuplesInBoxes
from diversa.recodings.file_attribute import SavedAttribute
from diversa.recodings.file_boxes import SavedBoxes
from diversa.recodings.local_recoding import LocalRecoding


@pytest.fixture
def attributes(words):
    rules = (Intervals((10, 20)), Rows((("Bonn", "Germany"), ("Pisa", "Italy"))))
    return tuple(
        SavedAttribute.of(dictionary, hierarchy, rule)
        for dictionary, hierarchy, rule in zip(
            words["dictionaries"], words["hierarchies"], rules, strict=True
        )
    )


@pytest.fixture
def applied(halves, words, attributes):
    saved = SavedBoxes.of(halves, words["dictionaries"], attributes)
    box = saved.place(halves.finest, words["dictionaries"], attributes)
    placed = TuplesInBoxes.of(halves.finest, box)
    return EarlierBoxes(
        partition=placed, saved=saved, attributes=attributes, style=TIGHT, **words
    )


def test_the_same_tuples_get_the_same_labels(applied, halves, words):
    local = LocalRecoding(partition=halves, **words).grouping
    again = applied.grouping

    def published(grouping):
        return {
            (*codes, *(labels[group] for labels in grouping.labels))
            for codes, group in zip(
                grouping.codes.tolist(), grouping.group.tolist(), strict=True
            )
        }

    assert [*map(str, sorted(published(local), key=str))] == [
        *map(str, sorted(published(again), key=str))
    ]


def test_what_is_left_is_measured_alike(applied, halves, words, counted):
    assert applied.metrics() == pytest.approx(halves.metrics())
    local = LocalRecoding(partition=halves, **words).recode(counted)
    again = applied.recode(counted)
    assert sorted(again.box_rows.tolist()) == sorted(local.box_rows.tolist())


def test_the_narrowest_box_is_the_first(applied):
    """Bonn is one place, Italy two."""
    first = applied.saved.boxes[0]
    labels = [
        sides[side].label
        for sides, side in zip(applied.saved.sides, first, strict=True)
    ]
    assert labels == ["[31-38]", "Bonn"]


def test_boxes_that_fail_are_left_out(applied):
    placed = applied.partition
    left = placed.without(placed.groups.sizes < 4)
    assert (left.suppressed, left.groups.sizes.tolist()) == (2, [4])
    assert left.with_the_rest().groups.sizes.tolist() == [4, 2]
    assert np.array_equal(placed.without(np.zeros(2, dtype=bool)).part, placed.part)
