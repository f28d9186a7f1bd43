# SPDX-License-Identifier: Apache-2.0
"""The cost is explained on the page, with a button for each change."""

from __future__ import annotations

from diversa.studio.pages.cost_panel import CostPanel
from diversa.studio.plans import change_plan


def test_the_cost_is_explained_and_changes_are_offered(step, draw):
    plan = change_plan(step, models=["k-anonymity:40"], suppression=0)

    async def nothing(words):
        """Take nothing."""

    async def panels():
        shown = CostPanel(step, plan, nothing)
        shown.draw()
        await shown.run()

    text = draw(panels)
    assert "Why not better?" in text
    assert "Take it: without 'zip'" in text
    assert "fails in" in text
    assert "% lost" in text
