# SPDX-License-Identifier: Apache-2.0
"""The kernels of naive Bayes against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.group_posterior import row_groups
from diversa.counts.kernels.correlations import (
    TupleRows,
    add_beliefs,
    norms_of_tuples,
    surest_values,
    weigh,
)

VALUES = 4
CLASSES = np.array([[0, 2], [1, 3], [0, 4]], dtype=np.int32)
"""Three tuples of two attributes, with two and three classes."""


@pytest.fixture(params=[0, 40])
def rows(request):
    """Three groups; the second has no rows. There may be many tuples without rows."""
    groups = row_groups(
        np.array([3, 0, 2]), np.array([0, 2, 2, 4]), np.array([2, 1, 1, 1])
    )
    values = np.array([0, 3, 1, 2], dtype=np.int32)
    tuples = np.array([0, 1, 2, 1, 1], dtype=np.int32)
    classes = np.concatenate([CLASSES, np.repeat(CLASSES[:1], request.param, axis=0)])
    return TupleRows(groups, values, tuples, classes)


def models(number=2):
    return np.random.default_rng(0).normal(size=(number, 5, VALUES))


def lines(rows):
    """The rows with the values of their groups, one after the other."""
    for group in range(3):
        first, last = rows.groups.values[group : group + 2]
        for row in range(*rows.groups.rows[group : group + 2]):
            yield row, rows.values[first:last]


def test_weights_are_products_over_classes(rows):
    logarithms, model = models(), np.array([0, 1, 0, 1, 1], dtype=np.int8)
    expected = []
    for row, values in lines(rows):
        sums = logarithms[model[row]][CLASSES[rows.tuples[row]]].sum(axis=0)[values]
        expected += np.exp(sums - sums.max()).tolist()
    assert weigh(rows, logarithms, model, np.empty(0)) == pytest.approx(expected)


def test_norms_make_the_weights_of_all_values_add_up_to_one(rows):
    logarithms = models(1)
    norms = norms_of_tuples(rows.classes, logarithms[0])
    sums = logarithms[0][rows.classes].sum(axis=1)
    assert norms == pytest.approx(np.log(np.exp(sums).sum(axis=1)))
    one = np.zeros(5, dtype=np.int8)
    expected = []
    for row, values in lines(rows):
        own = rows.tuples[row]
        expected += np.exp(sums[own] - norms[own])[values].tolist()
    assert weigh(rows, logarithms, one, norms) == pytest.approx(expected)


def test_beliefs_are_added_to_the_classes_of_their_rows(rows):
    beliefs = np.arange(1.0, rows.groups.weights[-1] + 1)
    sums, expected = np.zeros((5, VALUES)), np.zeros((5, VALUES))
    place = 0
    for row, values in lines(rows):
        for value in values:
            expected[CLASSES[rows.tuples[row]], value] += beliefs[place]
            place += 1
    add_beliefs(rows, beliefs, sums)
    assert sums.tolist() == expected.tolist()


def test_the_surest_value_is_the_best_of_all(rows):
    logarithms, model = models(), np.array([0, 1, 0, 1, 0], dtype=np.int8)
    found = surest_values(CLASSES, logarithms, rows.tuples, model)
    sums = logarithms[:, CLASSES].sum(axis=2)
    expected = [sums[model[row], rows.tuples[row]].argmax() for row in range(5)]
    assert found.tolist() == expected
