# SPDX-License-Identifier: Apache-2.0
"""Reconstruction loss: |E| (1 - Σ p²) of each group, 1 for each suppressed row."""

from __future__ import annotations

import pytest

from diversa.metrics.reconstruction_loss import reconstruction_loss
from paper_releases import (
    FIGURE_2,
    TABLE_III,
    TABLE_V,
    anatomized,
    figure_1_at,
)


@pytest.mark.parametrize("groups", [TABLE_III, TABLE_V])
def test_groups_of_three_different_diseases(groups):
    """Each row loses 1 - 1/3, each group 2; formulas 1 to 6, corrected."""
    assert reconstruction_loss(anatomized(groups), "disease") == pytest.approx(6)


def test_the_groups_of_figure_2():
    """Counts (2, 2), (1, 1, 2) and (4): 4 (1 - 1/2), 4 (1 - 6/16) and nothing."""
    loss = reconstruction_loss(figure_1_at(FIGURE_2), "condition")
    assert loss == pytest.approx(2 + 2.5)


def test_a_suppressed_row_loses_all():
    recoded = figure_1_at(FIGURE_2, suppressed=[("130**", "30-39", "*")])
    assert reconstruction_loss(recoded, "condition") == pytest.approx(2 + 2.5 + 4)
