# SPDX-License-Identifier: Apache-2.0
"""Sums of naive Bayes: how well the values of a group fit its rows.

Every row has a tuple of classes, one for each attribute. A model has a number for each
class and value; how well a value fits a row is the sum over the classes of its tuple.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Codes, Floats
from diversa.counts.kernels.kernel import kernel
from diversa.counts.kernels.posteriors import RowGroups


class TupleRows(NamedTuple):
    """The rows of groups, by their tuples of classes."""

    groups: RowGroups
    """The groups."""
    values: Codes
    """The value of each count of the groups."""
    tuples: Codes
    """The tuple of each row, group after group."""
    classes: Codes
    """The classes of each tuple, a line each; attributes share no class."""


DENSE = 4
"""Sums of all tuples and values are made first if they are at most this many for each
weight: then rows of the same tuple share them."""


@kernel
def sum_tuples(classes: Codes, logarithms: Floats, most: int) -> Floats:
    """For each model, tuple and value the sum over classes; none if they are too many.

    `most` is the number of weights for which they are made.
    """
    models, _, values = logarithms.shape
    number = len(classes) if models * len(classes) * values <= DENSE * most else 0
    sums = np.zeros((models, number, values), dtype=np.float64)
    for line in range(models):
        for own in range(number):
            for attribute in range(classes.shape[1]):
                sums[line, own] += logarithms[line, classes[own, attribute]]
    return sums


@kernel
def sum_classes(classes: Codes, model: Floats, value: int) -> float:
    """The sum over the classes of one tuple."""
    total = 0.0
    for one in classes:
        total += model[one, value]
    return total


@kernel
def weigh(
    rows: TupleRows, logarithms: Floats, model: NDArray[np.int8], norms: Floats
) -> Floats:
    """The weight of each row and value of its group: e to the sum over its classes.

    `logarithms` has a model, class and value as axes; `model` is the one of each row.
    Each row is divided by its largest weight, or by e to the norm of its tuple.
    """
    groups, classes = rows.groups, rows.classes
    weights = np.empty(groups.weights[-1], dtype=np.float64)
    sums = sum_tuples(classes, logarithms, len(weights))
    place = 0
    for group in range(len(groups.rows) - 1):
        first, last = groups.values[group], groups.values[group + 1]
        for row in range(groups.rows[group], groups.rows[group + 1]):
            own, line = rows.tuples[row], model[row]
            largest = -np.inf
            for entry in range(first, last):
                value = rows.values[entry]
                if sums.shape[1] > 0:
                    total = sums[line, own, value]
                else:
                    total = sum_classes(classes[own], logarithms[line], value)
                weights[place + entry - first] = total
                largest = max(largest, total)
            if len(norms) > 0:
                largest = norms[own]
            for entry in range(place, place + last - first):
                weights[entry] = math.exp(weights[entry] - largest)
            place += last - first
    return weights


@kernel
def add_beliefs(rows: TupleRows, beliefs: Floats, sums: Floats) -> None:
    """Add the belief of each row and value to the sums of its classes."""
    classes, values = rows.classes, sums.shape[1]
    if len(classes) * values > DENSE * len(beliefs):
        add_rows(rows, beliefs, classes, sums)
        return
    of_tuples = np.zeros((len(classes), values), dtype=np.float64)
    every = np.arange(len(classes)).astype(classes.dtype).reshape(-1, 1)
    add_rows(rows, beliefs, every, of_tuples)
    for own in range(len(classes)):
        for attribute in range(classes.shape[1]):
            sums[classes[own, attribute]] += of_tuples[own]


@kernel
def add_rows(rows: TupleRows, beliefs: Floats, lines: Codes, sums: Floats) -> None:
    """Add the belief of each row and value to the sums of some lines of its tuple."""
    groups, place = rows.groups, 0
    for group in range(len(groups.rows) - 1):
        first, last = groups.values[group], groups.values[group + 1]
        for row in range(groups.rows[group], groups.rows[group + 1]):
            own = rows.tuples[row]
            for column in range(lines.shape[1]):
                line = lines[own, column]
                for entry in range(first, last):
                    sums[line, rows.values[entry]] += beliefs[place + entry - first]
            place += last - first


@kernel
def norms_of_tuples(classes: Codes, logarithms: Floats) -> Floats:
    """For each tuple the logarithm of the sum of the weights of all values."""
    norms = np.empty(len(classes), dtype=np.float64)
    totals = np.empty(logarithms.shape[1], dtype=np.float64)
    for own in range(len(classes)):
        totals[:] = 0.0
        for attribute in range(classes.shape[1]):
            line = classes[own, attribute]
            for value in range(len(totals)):
                totals[value] += logarithms[line, value]
        largest, total = totals.max(), 0.0
        for value in range(len(totals)):
            total += math.exp(totals[value] - largest)
        norms[own] = largest + math.log(total)
    return norms


@kernel
def surest_values(
    classes: Codes, logarithms: Floats, tuples: Codes, model: NDArray[np.int8]
) -> Codes:
    """The value that fits each row best, whatever its group; the first of equals."""
    surest = np.empty(len(tuples), dtype=np.int32)
    totals = np.empty(logarithms.shape[2], dtype=np.float64)
    for row in range(len(tuples)):
        totals[:] = 0.0
        for attribute in range(classes.shape[1]):
            line = classes[tuples[row], attribute]
            for value in range(len(totals)):
                totals[value] += logarithms[model[row], line, value]
        surest[row] = np.argmax(totals)
    return surest
