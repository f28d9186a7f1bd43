# SPDX-License-Identifier: Apache-2.0
"""Ways down: nodes in between, on a table whose groups are all alike."""

from __future__ import annotations

import itertools

import pytest

from diversa.search.lattice.ways_down import WaysDown
from tables import SmallTable


def distinct_tuples():
    """A table of 64 tuples, no two alike, in three attributes of four levels."""
    ladder = {
        str(value): (f"of {value // 2}", f"of {value // 4}", "*") for value in range(8)
    }
    rows = [
        (str(place % 8), str(place // 8), str(place % 7), "x") for place in range(64)
    ]
    return SmallTable(("a", "b", "c", "s"), tuple(rows), dict.fromkeys("abc", ladder))


@pytest.mark.parametrize("most", [1, 4, 20, 1000])
def test_a_node_in_between_lies_between_and_is_not_expected_larger(most):
    finest = distinct_tuples().counted()
    ways_down = WaysDown(finest)
    sizes = [8, 4, 2, 1]  # uniform: as many groups as the product of the levels' codes
    for upper in itertools.product(range(4), repeat=2):
        for lower in itertools.product(*(range(level + 1) for level in upper)):
            node = ways_down.finest_of((*lower, 3), (*upper, 3), most)
            pairs = zip((*lower, 3), node, (*upper, 3), strict=True)
            assert all(low <= level <= high for low, level, high in pairs)
            expected = sizes[node[0]] * sizes[node[1]]
            assert expected <= most + 1e-9 or node == (*upper, 3)
