# SPDX-License-Identifier: Apache-2.0
"""The promises of a plan are read before anything is published."""

from __future__ import annotations

from diversa.studio.pages.promises import PromisePanels
from diversa.studio.plans import change_plan


async def nothing():
    """Publish nothing."""


def test_promises_and_open_points_are_shown_with_the_forecast(step, draw):
    text = draw(PromisePanels(step, nothing).draw)
    assert "k-anonymity" in text
    assert "What is not promised" in text
    assert "What would be published" in text
    assert "Safe in spreadsheets" in text  # above the button


def test_a_plan_with_faults_cannot_be_published(step, draw):
    change_plan(step, models=[])
    text = draw(PromisePanels(step, nothing).draw)
    assert "This does not work yet" in text
    assert "Safe in spreadsheets" not in text
