# SPDX-License-Identifier: Apache-2.0
"""Labels beside raw values, read in one way at a time."""

from __future__ import annotations

from decimal import Decimal

import pytest

from columns import column
from diversa.labels.label import Span
from diversa.labels.label_reader import LabelReader, as_pairs, within, without_missing

VALUES = ("11", "12", "25", "2024-05-31", "Cuba", None)
LABELS = ("*", "**", "1*", "[12-20]", "{Cuba, missing}", "Cuba", None, "2024")


def pairs(found):
    """Pairs of a value and a label, as they are written."""
    raw = column(*VALUES)
    names = [*raw.values, None]
    return {(names[value], LABELS[label]) for value, label in zip(*found, strict=True)}


@pytest.fixture
def reading():
    return LabelReader(LABELS, column(*VALUES))


def test_stars_stand_for_everything(reading):
    expected = {(value, label) for value in VALUES for label in ("*", "**")}
    assert pairs(reading.anything()) == expected


def test_a_missing_label_and_a_set_that_says_so(reading):
    assert pairs(reading.missing()) == {(None, None), (None, "{Cuba, missing}")}
    without = LabelReader(LABELS, column("a"))
    assert [len(side) for side in without.missing()] == [0, 0]


def test_sets_stand_for_their_members(reading):
    assert pairs(reading.sets()) == {("Cuba", "{Cuba, missing}")}


def test_labels_that_are_the_value(reading):
    assert pairs(reading.exact(LABELS)) == {("Cuba", "Cuba")}


def test_masks_stand_for_what_fits(reading):
    assert pairs(reading.masks()) == {("11", "1*"), ("12", "1*")}


def test_ranges_of_numbers_and_of_days(reading):
    numbers, days, in_numbers, in_days = map(pairs, reading.spans(range(len(LABELS))))
    assert numbers == days == set()
    assert in_numbers == {("12", "[12-20]")}
    assert in_days == {("2024-05-31", "2024")}


@pytest.mark.parametrize("low_in", [True, False])
@pytest.mark.parametrize("high_in", [True, False])
@pytest.mark.parametrize(("low", "high"), [(2, 4), (None, 3), (3, None), (9, 1)])
def test_values_inside_a_range(low, high, low_in, high_in):
    values = {code: Decimal(number) for code, number in enumerate([4, 2, 3, 2, 1, 5])}
    span = Span(
        None if low is None else Decimal(low),
        None if high is None else Decimal(high),
        low_in,
        high_in,
    )

    def is_inside(number):
        above = low is None or number > low or (low_in and number == low)
        below = high is None or number < high or (high_in and number == high)
        return above and below

    codes, labels = within([(7, span)], values, of_days=False)
    expected = {code for code, number in values.items() if is_inside(number)}
    assert set(codes.tolist()) == expected
    assert len(codes) == len(expected)
    assert set(labels.tolist()) <= {7}
    assert len(within([(7, span)], values, of_days=True)[0]) == 0


def test_a_range_with_missing_values():
    assert without_missing("{[5-9], missing}") == "[5-9]"
    assert without_missing("{a, b}") == "{a, b}"
    assert [side.tolist() for side in as_pairs([(1, 2), (3, 4)])] == [[1, 3], [2, 4]]
