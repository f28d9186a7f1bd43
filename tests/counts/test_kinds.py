# SPDX-License-Identifier: Apache-2.0
"""Kinds of people; engines that count them are in `tests/engines`."""

from __future__ import annotations

from people_tables import count


def test_people_with_the_same_cells_are_of_one_kind():
    rows = [(0, 0, 0, 0), (1, 1, 1, 1)]
    _, kinds = count([rows, [*rows, rows[0]], rows[:1]])
    assert len(kinds) == 2
    assert kinds.total == 3
