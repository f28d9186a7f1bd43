# SPDX-License-Identifier: Apache-2.0
"""Partitions: their groups and what they lose, counted by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diversa.recodings.partition import whole_table


def test_groups_are_those_of_the_parts(halves):
    assert halves.groups.sizes.tolist() == [4, 2]
    assert halves.starts.tolist() == [0, 4, 6]


def test_the_loss_is_the_mean_over_rows_and_attributes(halves):
    """Ages span 18 years, and there are three places."""
    italy, germany = (5 / 18 + 1 / 2) / 2, (7 / 18 + 0) / 2
    assert halves.loss == pytest.approx((4 * italy + 2 * germany) / 6)
    assert halves.metrics()["discernibility"] == 4 * 4 + 2 * 2


def test_a_suppressed_row_costs_all_of_it(halves):
    part = np.where(halves.part == 1, -1, halves.part).astype(np.int32)
    left = replace(halves, part=part, parts=1)
    assert left.suppressed == 2
    assert left.loss == pytest.approx((4 * (5 / 18 + 1 / 2) / 2 + 2) / 6)
    assert left.metrics()["discernibility"] == 4 * 4 + 2 * 6


def test_the_whole_table_is_one_part(finest):
    whole = whole_table(finest)
    assert (whole.parts, whole.loss) == (1, 1.0)
