# SPDX-License-Identifier: Apache-2.0
"""Numbers of lines are in the order of the lines."""

from __future__ import annotations

import numpy as np

from diversa.counts.line_numbers import line_numbers


def test_lines_are_numbered_in_their_order_however_many_values_there_are(monkeypatch):
    codes = np.random.default_rng(0).integers(0, [3, 1, 4], (60, 3)).astype(np.int32)
    few = line_numbers(codes, [3, 1, 4])
    monkeypatch.setattr("diversa.counts.line_numbers.MOST_NUMBERS", 12)
    many = line_numbers(codes, [3, 1, 4])
    lines = codes.tolist()
    for number in (few, many):
        assert np.argsort(number, kind="stable").tolist() == (
            sorted(range(len(lines)), key=lines.__getitem__)
        )
        assert len(set(number.tolist())) == len(set(map(tuple, lines)))
