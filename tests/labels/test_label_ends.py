# SPDX-License-Identifier: Apache-2.0
"""Ends of ranges that a column shows."""

from __future__ import annotations

from decimal import Decimal

from diversa.labels.label_ends import ShownEnds, is_finer


def test_a_cell_must_be_less_than_its_range():
    one, five, nine = Decimal(1), Decimal(5), Decimal(9)
    assert is_finer(five, one, nine)
    assert is_finer(nine, one, nine)  # values from 1 to below 9
    assert not is_finer(Decimal(10), one, nine)
    assert is_finer(five, nine, one)
    assert not is_finer(Decimal(0), nine, one)
    assert not is_finer(nine, None, nine)
    assert is_finer(five, one, None)


def test_whole_ends_leave_no_room_between_neighbours():
    one, two, three = map(Decimal, (1, 2, 3))
    ends = ShownEnds((one, two), (two, three))
    assert not ends.leaves_room(one, two)
    assert ends.leaves_room(one, three)
    assert ShownEnds((Decimal("0.5"),), ()).leaves_room(one, two)
