# SPDX-License-Identifier: Apache-2.0
"""Balanced weights: rows add up to 1, columns to their counts."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from diversa.counts.kernels.balance import TOLERANCE, balance, estimate, scale
from group_worlds import total_weight

COUNTS = np.array([3, 2, 1])


def balance_lines(lines, counts=COUNTS, tolerance=TOLERANCE):
    """The balanced weights, and the logarithm of what they were divided by."""
    rows, values = lines.shape
    factors, scales, found = np.ones(values), np.empty(rows), np.empty(lines.shape)
    there = balance(lines, counts, tolerance, factors, scales, np.empty(values))
    return there, found, there and scale(lines, counts, factors, scales, found)


def test_rows_and_columns_are_balanced():
    lines = np.random.default_rng(0).uniform(0.1, 3, (6, 3))
    there, found, logarithm = balance_lines(lines)
    assert there
    assert found.sum(axis=1) == pytest.approx(np.ones(6))
    assert found.sum(axis=0) == pytest.approx(COUNTS, abs=1e-4)
    for i, k, s, t in product(range(6), range(6), range(3), range(3)):
        odds = lines[i, s] * lines[k, t] / (lines[i, t] * lines[k, s])
        assert found[i, s] * found[k, t] / (found[i, t] * found[k, s]) == (
            pytest.approx(odds)
        )
    worlds = total_weight(lines.tolist(), COUNTS.tolist())
    balanced = total_weight(found.tolist(), COUNTS.tolist())
    assert math.log(worlds) == pytest.approx(math.log(balanced) + logarithm)


def test_a_value_that_fits_no_row_has_no_balance():
    lines = np.array([[1.0, 1, 0]] * 6)
    assert not balance_lines(lines)[0]
    assert not balance_lines(np.zeros((6, 3)))[0]


def test_the_estimate_is_exact_for_rows_alike():
    lines = [[count / 6 for count in COUNTS.tolist()]] * 6
    worlds = total_weight(lines, COUNTS.tolist())
    assert estimate(COUNTS) == pytest.approx(math.log(worlds))
