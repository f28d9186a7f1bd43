# SPDX-License-Identifier: Apache-2.0
"""Categories are merged, and files of levels read and written."""

from __future__ import annotations

from diversa.studio.pages.hierarchy_panels import file_panel, merge_panel
from diversa.studio.plans import ask
from diversa.studio.steps.hierarchies import show_hierarchy


async def keep(kind):
    """Keep nothing."""
    del kind


def test_the_panels_offer_what_can_be_changed(step, draw):
    view = ask(step.here, lambda table: show_hierarchy(table, "sex"))

    def panels():
        merge_panel(step, view, keep)
        file_panel(step, "sex", keep)

    text = draw(panels)
    assert "Merge categories" in text
    assert "Download as a file" in text
