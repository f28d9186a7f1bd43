# SPDX-License-Identifier: Apache-2.0
"""Groups of a part are joined until each has enough rows."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.kernels.joins import join_groups


def joins(sizes_of_parts, least):
    sizes = np.array([size for part in sizes_of_parts for size in part], dtype=np.int64)
    starts = np.cumsum([0, *map(len, sizes_of_parts)])
    return join_groups(starts, sizes, least).tolist()


@pytest.mark.parametrize(
    ("parts", "least", "expected"),
    [
        ([[3, 3, 3, 3]], 1, [0, 1, 2, 3]),
        ([[3, 3, 3, 3]], 6, [0, 1, 0, 1]),
        ([[3, 3, 3]], 6, [0, 0, 0]),
        ([[4, 3, 3, 3]], 7, [0, 0, 0, 0]),  # of two joins one would have six rows
        ([[3], [3, 3]], 4, [0, 1, 1]),
        ([[], [2, 2]], 2, [0, 1]),
        ([[3, 3], [3, 3, 3, 3]], 6, [0, 0, 1, 2, 1, 2]),
    ],
)
def test_every_join_has_enough_rows(parts, least, expected):
    assert joins(parts, least) == expected


def test_joins_are_as_many_as_can_be():
    random = np.random.default_rng(0)
    for _ in range(50):
        sizes = random.integers(2, 4, random.integers(1, 40))
        found = np.bincount(joins([sizes.tolist()], 9), sizes)
        assert found.sum() == sizes.sum()
        assert len(found) == 1 or found.min() >= 9
        more = len(found) + 1
        if more <= len(sizes) and sizes.sum() >= 9 * more:
            place = np.arange(len(sizes)) % more
            assert np.bincount(place, sizes).min() < 9
