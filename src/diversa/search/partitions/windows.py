# SPDX-License-Identifier: Apache-2.0
"""Over-full windows: the fewest rows to remove so that the others can be dealt."""

from __future__ import annotations

import numpy as np

from diversa.array_types import Ints


def fill_windows(counts: Ints, beyond: Ints, most: int) -> Ints:
    """Most rows of each point that can stay if a window may hold `most` rows.

    From left to right every row stays that fits; giving way to a later row would gain
    nothing. The window of each point ends before the point `beyond`.
    """
    kept, begin, inside = np.zeros(len(counts), dtype=np.int64), 0, 0
    for place, rows in enumerate(counts.tolist()):
        while beyond[begin] <= place:
            inside -= int(kept[begin])
            begin += 1
        kept[place] = min(rows, most - inside)
        inside += int(kept[place])
    return kept


def most_kept(counts: Ints, beyond: Ints, least: int) -> Ints:
    """Most rows of each point so that no window holds more than 1 in `least` of them.

    The more a window may hold, the smaller is the share of it that can be filled. The
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
