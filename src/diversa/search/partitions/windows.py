# SPDX-License-Identifier: Apache-2.0
"""Over-full windows: how few rows must go so that the others can be dealt."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def fill_windows(
    counts: NDArray[np.int64], beyond: NDArray[np.int64], most: int
) -> NDArray[np.int64]:
    """The most rows of each point that can stay with so many in any window.

    From left to right every row stays that fits: whoever gives way to a later one
    fits no fewer windows.

    Args:
        counts: Rows of each point, in order.
        beyond: For each point, the first one beyond the window that begins at it.
        most: Rows that a window may hold.
    """
    kept, begin, inside = np.zeros(len(counts), dtype=np.int64), 0, 0
    for place, rows in enumerate(counts.tolist()):
        while beyond[begin] <= place:
            inside -= int(kept[begin])
            begin += 1
        kept[place] = min(rows, most - inside)
        inside += int(kept[place])
    return kept


def most_kept(
    counts: NDArray[np.int64], beyond: NDArray[np.int64], least: int
) -> NDArray[np.int64]:
    """The most rows of each point so that no window holds more than 1 in `least`.

    The more a window may hold, the smaller the share of it that can be filled: the
    largest number that is filled `least` times keeps the most.

    >>> ends = np.array([2, 2, 3])  # 40 and 50 are in one window, 90 is alone
    >>> most_kept(np.array([3, 2, 1]), ends, 2).tolist()
    [1, 0, 1]
    """
    low, high = 0, int(counts.sum()) // least
    while low < high:
        middle = (low + high + 1) // 2
        if int(fill_windows(counts, beyond, middle).sum()) >= least * middle:
            low = middle
        else:
            high = middle - 1
    return fill_windows(counts, beyond, low)
