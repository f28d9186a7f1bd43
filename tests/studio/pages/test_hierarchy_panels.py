# SPDX-License-Identifier: Apache-2.0
"""Categories are merged, and files of levels read and written."""

from __future__ import annotations

import asyncio

import pytest
from nicegui.elements.upload_files import SmallFileUpload

from diversa.errors import HierarchyError
from diversa.studio.pages.hierarchy_panels import content_of, file_panel, merge_panel
from diversa.studio.plans import ask
from diversa.studio.steps.hierarchies import show_hierarchy
from diversa.studio.steps.hierarchy_changes import MOST_BYTES


def test_a_file_that_is_too_large_is_not_read():
    class Large(SmallFileUpload):
        def size(self):
            return MOST_BYTES + 1

        async def read(self):
            raise AssertionError

    with pytest.raises(HierarchyError, match="at most 5,000,000 bytes"):
        asyncio.run(content_of(Large("levels.csv", "", b"")))
    small = SmallFileUpload("levels.csv", "", b"a;b")
    assert asyncio.run(content_of(small)) == b"a;b"


async def keep(kind):
    """Keep nothing."""
    del kind


def test_the_panels_offer_what_can_be_changed(step, draw):
    view = ask(step, lambda table: show_hierarchy(table, "sex"))

    def panels():
        merge_panel(step, view, keep)
        file_panel(step, "sex", keep)

    text = draw(panels)
    assert "Merge categories" in text
    assert "Download as a file" in text
