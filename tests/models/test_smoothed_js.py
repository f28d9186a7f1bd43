# SPDX-License-Identifier: Apache-2.0
"""The smoothed Jensen-Shannon distance, against a sum over all values."""

from __future__ import annotations

import math

import numpy as np
import pytest

from diversa.counts.groups import Groups
from diversa.models.comparison import Comparison
from diversa.models.ground_distance import LineDistance
from diversa.models.smoothed_js import SmoothedJS, blocks

TABLE = {1: 4, 2: 3, 3: 2, 4: 1}


def by_hand(group, bandwidth):
    """Spread every share by the kernel, then compare value by value."""
    values = list(TABLE)

    def kernel(u, v):
        return max(0, 1 - (abs(u - v) / 3 / bandwidth) ** 2)

    def spread(counts):
        rows = sum(counts.values())
        return [
            sum(
                counts.get(v, 0)
                / rows
                * kernel(u, v)
                / sum(kernel(w, v) for w in values)
                for v in values
            )
            for u in values
        ]

    pairs = list(zip(spread(group), spread(TABLE), strict=True))
    return sum(
        x * math.log(x / ((p + q) / 2)) / 2 for p, q in pairs for x in (p, q) if x > 0
    )


@pytest.mark.parametrize("bandwidth", [0.2, 0.5, 1.0])
def test_it_is_the_sum_over_all_values(bandwidth):
    counts = [{1: 1, 2: 1}, {4: 3}, {1: 4, 2: 3, 3: 2, 4: 1}]
    histogram = Groups.from_counts(counts, on="s", table=TABLE).histogram()
    distance = SmoothedJS(LineDistance(np.arange(4)), bandwidth, np.ones(4, bool))
    numbers = distance.work(Comparison.with_table(histogram)).floats
    assert numbers == pytest.approx([by_hand(group, bandwidth) for group in counts])
    assert numbers[2] == 0


def test_blocks_cover_every_line():
    for length, width in [(0, 5), (7, 0), (10, 2**19), (3, 2**30)]:
        lines = [
            line for block in blocks(length, width) for line in range(length)[block]
        ]
        assert lines == list(range(length))
