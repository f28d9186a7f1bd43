# SPDX-License-Identifier: Apache-2.0
"""Round-robin: who goes to which group, against dealing cards one by one."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.models import parse
from diversa.search.partitions.round_robin import (
    deal,
    first_of_each,
    least_different,
    stable_order,
)


@pytest.mark.parametrize("seed", range(5))
def test_rows_are_dealt_like_cards(seed):
    random = np.random.default_rng(seed)
    part, key = random.integers(0, 3, 20), random.integers(0, 6, 20)
    groups = random.integers(1, 4, 3)
    dealt = [-1] * 20
    for number in range(3):
        rows = sorted(np.flatnonzero(part == number), key=lambda row: key[row])
        for turn, row in enumerate(rows):
            dealt[row] = int(groups[:number].sum()) + turn % int(groups[number])
    assert deal(part, key, groups).tolist() == dealt


@pytest.mark.parametrize("most", [9, 70_000])
def test_the_order_keeps_equal_keys_as_they_are(most):
    keys = np.random.default_rng(1).integers(0, 4, 50) * (most // 3)
    assert stable_order(keys).tolist() == sorted(range(50), key=lambda row: keys[row])


def test_the_first_rows_of_each_bucket():
    bucket = np.array([2, 0, 2, 2, 0])
    assert first_of_each(bucket, np.array([1, 5, 2])).tolist() == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_models_say_how_many_different_rows_a_group_needs():
    models = [parse("k-anonymity:2"), parse("distinct-l-diversity:3,on=s")]
    assert least_different(models) == 3
    assert least_different([]) == 1
