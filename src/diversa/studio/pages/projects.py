# SPDX-License-Identifier: Apache-2.0
"""The page of projects."""

from __future__ import annotations

from fastapi import Request
from nicegui import ui

from diversa.studio.pages.visit import visit
from diversa.studio.projects import list_projects


def add_projects_page() -> None:
    """Register the page."""
    ui.page("/", title="Projects · Diversa Studio")(projects_page)


def projects_page(request: Request) -> None:
    """A list of projects."""
    here = visit(request)
    ui.label("Projects")
    for project in list_projects(here.studio, here.visitor):
        ui.label(project.name)
