# SPDX-License-Identifier: Apache-2.0
"""The pages of the studio, one module per step; `add_pages` registers them all."""

from __future__ import annotations

from diversa.studio.pages.projects import add_projects_page


def add_pages() -> None:
    """Register every page with NiceGUI.

    A page takes `request: Request` and finds there who it is for: `visit(request)`.
    """
    add_projects_page()
