# SPDX-License-Identifier: Apache-2.0
"""KL divergence of Figure 1: every tuple occurs once, so p is 1/12 of each."""

from __future__ import annotations

from dataclasses import replace
from math import log2

import pytest

from diversa.metrics.kl_divergence import kl_divergence
from paper_releases import FIGURE_2, FIGURE_3, figure_1_at


@pytest.mark.parametrize(
    ("node", "bits"), [((0, 0, 0), 0), (FIGURE_2, 3), (FIGURE_3, 3), ((3, 3, 1), 4)]
)
def test_bits_of_the_nodes(node, bits):
    assert kl_divergence(figure_1_at(node)) == pytest.approx(bits)


def test_suppressed_rows_may_be_any_tuple():
    """Each of 4 rows is alone in a box of 192 tuples: log2(p/p*) is log2(192)."""
    recoded = figure_1_at(FIGURE_2, suppressed=[("130**", "<30", "*")])
    assert kl_divergence(recoded) == pytest.approx((8 * 3 + 4 * log2(192)) / 12)


def test_a_release_without_rows_says_nothing():
    recoded = figure_1_at((3, 3, 1), suppressed=[("*", "*", "*")])
    assert recoded.rows_out == 0
    assert kl_divergence(recoded) == pytest.approx(log2(192))


def test_it_needs_to_know_where_rows_went():
    recoded = replace(figure_1_at(FIGURE_2), entries=None)
    assert kl_divergence(recoded) is None
