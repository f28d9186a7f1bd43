# SPDX-License-Identifier: Apache-2.0
"""Cuts at public split points, in plain Python and compiled.

The rule itself is compared with its plainest form in
`tests/search/partitions/test_public_tree.py`.
"""

from __future__ import annotations

import numpy as np

from diversa.counts.kernels.public_cuts import Forest, public_cuts

FOREST = Forest(
    np.array([0, 3]),
    np.array([1, -1, -1, 2, -1, 1, -1, -1], dtype=np.int32),
    np.array([1, -1, -1, 5, -1, 6, -1, -1], dtype=np.int32),
    np.array([2, -1, -1, 4, -1, 7, -1, -1], dtype=np.int32),
    np.array([1, 9, 9, 0, 9, 2, 9, 9], dtype=np.int32),
)
"""Two trees: two cells, and three cells of which the last is cut off first."""

POINTS = np.array([[0, 0], [1, 0], [0, 1], [1, 2], [0, 2]], dtype=np.int32)


def test_the_first_split_is_that_of_the_best_rank():
    rows = np.array([2, 2, 2, 2, 2])
    for cut in (public_cuts.plain, public_cuts.dispatcher):
        part, nodes = cut(POINTS, rows, FOREST, 4)
        assert nodes.tolist() == [[0, 5], [0, 4]]
        assert part.tolist() == [0, 0, 0, 1, 1]
        part, nodes = cut(POINTS, rows, FOREST, 2)
        assert sorted(nodes.tolist()) == [[1, 4], [1, 6], [1, 7], [2, 4], [2, 5]]


def test_a_column_whose_cut_was_refused_is_not_cut_below():
    """The last cell of the second column has too few rows, so it stays whole."""
    rows = np.array([5, 5, 5, 1, 0])
    part, nodes = public_cuts(POINTS, rows, FOREST, 3)
    assert nodes.tolist() == [[1, 3], [2, 3]]
    assert part.tolist() == [0, 1, 0, 1, 0]
