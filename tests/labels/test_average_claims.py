# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from decimal import Decimal

import numpy as np

from diversa.data.dictionary import Dictionary
from diversa.data.label_meaning import LabelMeaning
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.labels.average_claims import (
    MOST_VALUES,
    average_states,
    claims_of_average,
    claims_of_mean,
    reaches,
    sums_of,
)
from diversa.labels.claim import GENERAL, SINGLE, Claim
from diversa.labels.label_claims import LabelColumn

MEDIAN = LabelMeaning("rows", "median")
MEAN = LabelMeaning("rows", "mean")


def numbers(values):
    dictionary = Dictionary.build("x", list(values), [1] * len(values))
    return Hierarchy.from_labels(dictionary, [], top=True)


def test_one_label_is_read_anew_for_each_size():
    column = LabelColumn("x", ("0.5", "2"), MEAN, domain=numbers(range(4)))
    claims, place = average_states(column, np.array([0, 0, 1]), np.array([2, 4, 2]))
    read = [claims.of_label(int(state)) for state in place]
    assert [[claim.cell for claim in one] for one in read] == [["0", "1"], ["0"], []]


def test_a_median_is_the_value_of_a_row_and_a_single_row_is_itself():
    column = LabelColumn("x", ("4", "{a, b}"), MEDIAN)
    assert claims_of_average(column, "4", 3).claims == (Claim("4"),)
    assert claims_of_average(column, "4", 1) == SINGLE
    assert [one.cell for one in claims_of_average(column, "{a, b}", 3).claims] == [
        "a",
        "b",
    ]


def test_a_mean_of_unknown_or_many_values_claims_nothing():
    assert claims_of_average(LabelColumn("x", ("4",), MEAN), "4", 3) == GENERAL
    many = numbers(range(MOST_VALUES + 1))
    assert claims_of_mean(many, Decimal(1), 2) == GENERAL
    assert claims_of_mean(numbers([0, 10**6]), Decimal(1), 2) == GENERAL


def test_sums_are_bits():
    assert [bin(one) for one in sums_of([0, 3], 2)] == ["0b1", "0b1001", "0b1001001"]
    assert reaches(0b1001, 2, 1)
    assert not reaches(0b1001, 2, 0)
    assert not reaches(0b1001, -5, 2)
