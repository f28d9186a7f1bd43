# SPDX-License-Identifier: Apache-2.0
"""Spread: positions of groups among numbers and categories, and their width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Floats, Ints
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.kernels.clusters import Points
from diversa.counts.light_numpy import dot_product
from diversa.recodings.partition import Partition


def points_of(finest: FrequencySet) -> Points:
    """The tuples as points."""
    pairs = list(zip(finest.hierarchies, finest.codes, strict=True))
    weights = finest.groups.sizes
    numbers = [
        standardize(hierarchy.numbers[codes], weights)
        for hierarchy, codes in pairs
        if hierarchy.numbers is not None and hierarchy.is_number_line
    ]
    others = [codes for hierarchy, codes in pairs if not hierarchy.is_number_line]

    def lines(columns: Sequence[NDArray[Any]], kind: type) -> NDArray[Any]:
        shape = len(columns), len(weights)
        return np.ascontiguousarray(np.array(columns, dtype=kind).reshape(shape).T)

    return Points(lines(numbers, np.float64), lines(others, np.int32))


def standardize(numbers: Floats, weights: Ints) -> Floats:
    """Express numbers in standard deviations from their mean.

    A power of two is taken out first, which rounds nothing, so that squares of large
    numbers do not overflow.
    """
    _, exponent = np.frexp(np.abs(numbers).max(initial=0.0))
    numbers = np.ldexp(numbers, -exponent)
    mean = np.average(numbers, weights=weights)
    deviation = float(np.sqrt(np.average((numbers - mean) ** 2, weights=weights)))
    return (numbers - mean) / (deviation or 1.0)


def centres_of(points: Points, partition: Partition) -> Points:
    """The mean of the numbers of each group, and the categories of its first tuple."""
    chosen, starts = partition.order, partition.starts[:-1]
    weights = partition.finest.groups.sizes[chosen]
    rows = np.add.reduceat(weights, starts)
    sums = np.add.reduceat(points.numbers[chosen] * weights[:, None], starts)
    return Points(sums / rows[:, None], points.categories[chosen[starts]])


def spread_within(partition: Partition) -> dict[str, float]:
    """The share of the squared deviations that lies inside groups (SSE / SST).

    Measured where means or medians are published, which hide nothing else.
    """
    if not partition.style.averages:
        return {}
    points, chosen = points_of(partition.finest), partition.order
    if points.numbers.shape[1] == 0 or len(chosen) == 0:
        return {}
    weights = partition.finest.groups.sizes[chosen]
    numbers = points.numbers[chosen]
    centres = centres_of(points, partition).numbers[partition.part[chosen]]
    inside = dot_product(((numbers - centres) ** 2).T, weights)
    whole = dot_product(
        ((numbers - np.average(numbers, axis=0, weights=weights)) ** 2).T, weights
    )
    return {"spread-within": float(inside.sum() / (whole.sum() or 1.0))}
