# SPDX-License-Identifier: Apache-2.0
"""Spread: standard deviations, centres and the share inside groups, by hand."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean, pstdev

import numpy as np
import pytest

from diversa.recodings.box_style import BoxStyle
from diversa.recodings.partition import whole_table
from diversa.search.partitions.spread import (
    centres_of,
    points_of,
    spread_within,
    standardize,
)
from partition_tasks import make_task, numbers_of, on_a_line


def halved(task, style):
    """The rows below 5 and the others."""
    part = (np.array(numbers_of(task.finest)) >= 5).astype(np.int32)
    return replace(whole_table(task.finest, style), part=part, parts=2)


def test_numbers_in_standard_deviations():
    numbers, weights = np.array([1.0, 4.0, 9.0]), np.array([3, 1, 2])
    rows = np.repeat(numbers, weights).tolist()
    expected = [(x - fmean(rows)) / pstdev(rows) for x in numbers]
    assert standardize(numbers, weights) == pytest.approx(expected)
    assert standardize(np.array([7.0]), np.array([2])).tolist() == [0]


@pytest.mark.parametrize("power", [1000, 1020, -1000, -1070])
def test_numbers_of_any_size_lie_alike(power):
    numbers, weights = np.array([-9.0, 1.0, 4.0, 9.0]), np.array([1, 3, 1, 2])
    alike = standardize(np.ldexp(numbers, power), weights)
    assert alike.tolist() == standardize(numbers, weights).tolist()


def test_numbers_and_categories_are_told_apart():
    task = make_task([("1", "2", "f", "a"), ("3", "4", "m", "a")], "k-anonymity:1")
    points = points_of(task.finest)
    assert points.numbers.shape == (2, 2)
    assert points.categories[:, 0].tolist() == task.finest.codes[2].tolist()


def test_centres_are_means_of_rows():
    task = on_a_line([0, 0, 3, 8], "k-anonymity:1")
    points = points_of(task.finest)
    centres = centres_of(points, halved(task, BoxStyle()))
    by_number = dict(zip(numbers_of(task.finest), points.numbers[:, 0], strict=True))
    low = (2 * by_number[0] + by_number[3]) / 3
    assert centres.numbers[:, 0] == pytest.approx([low, by_number[8]])


def test_the_share_of_deviations_inside_groups():
    """1, 3 and 9, 11: inside 1 + 1 + 1 + 1, around the mean 6 it is 68."""
    task = on_a_line([1, 3, 9, 11], "k-anonymity:1")
    style = BoxStyle(numbers="mean")
    assert spread_within(halved(task, style)) == {
        "spread-within": pytest.approx(4 / 68)
    }


def test_ranges_have_no_spread():
    task = on_a_line([1, 3, 9, 11], "k-anonymity:1")
    assert spread_within(halved(task, BoxStyle())) == {}
