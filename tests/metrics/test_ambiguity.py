# SPDX-License-Identifier: Apache-2.0
"""Ambiguity of Figure 1, whose domains have 4 zip codes, 12 ages, 4 nationalities."""

from __future__ import annotations

import pytest

from diversa.metrics.ambiguity import ambiguity
from paper_releases import FIGURE_2, figure_1_at

EVERY_TUPLE = 4 * 12 * 4


@pytest.mark.parametrize(
    ("node", "tuples"),
    [
        pytest.param((0, 0, 0), 1, id="as it is"),
        pytest.param(FIGURE_2, 2 * 4 * 4, id="two zip codes, four ages, anybody"),
        pytest.param((3, 3, 1), EVERY_TUPLE, id="all stars"),
    ],
)
def test_every_row_stands_for_the_tuples_of_its_box(node, tuples):
    assert ambiguity(figure_1_at(node)) == 12 * tuples


def test_a_suppressed_row_stands_for_every_tuple():
    recoded = figure_1_at(FIGURE_2, suppressed=[("130**", "<30", "*")])
    assert ambiguity(recoded) == 8 * 32 + 4 * EVERY_TUPLE
