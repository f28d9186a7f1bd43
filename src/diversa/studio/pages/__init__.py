# SPDX-License-Identifier: Apache-2.0
"""The pages of the studio, one module per step; `add_pages` registers them all."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from diversa.studio.pages.account import account_page
from diversa.studio.pages.data import data_page
from diversa.studio.pages.explore import explore_page
from diversa.studio.pages.hierarchies import hierarchies_page
from diversa.studio.pages.log import log_page
from diversa.studio.pages.measure import measure_page
from diversa.studio.pages.person import person_page
from diversa.studio.pages.projects import projects_page
from diversa.studio.pages.publish import publish_page
from diversa.studio.pages.survey import new_survey_page, survey_page
from diversa.studio.pages.users import users_page

PAGES: dict[str, tuple[str, Callable[..., None]]] = {
    "/": ("Projects", projects_page),
    "/projects/{project}/data": ("Data", data_page),
    "/projects/{project}/hierarchies": ("Detail", hierarchies_page),
    "/projects/{project}/measure": ("Privacy", measure_page),
    "/projects/{project}/explore": ("Explore", explore_page),
    "/projects/{project}/person": ("Person", person_page),
    "/projects/{project}/publish": ("Publish", publish_page),
    "/surveys/new": ("New survey", new_survey_page),
    "/projects/{project}/survey": ("Survey", survey_page),
    "/users": ("Users", users_page),
    "/account": ("You", account_page),
    "/log": ("Log", log_page),
}
"""The pages by address, each with its title and the function that draws it.

A page takes `request: Request` and finds its visit there, see `visit_of`.
"""


def add_pages() -> None:
    """Register every page with NiceGUI; all fields and buttons look alike."""
    ui.button.default_props("no-caps")
    for field in (ui.input, ui.number, ui.select):
        field.default_props("outlined dense")
    for address, (title, draw) in PAGES.items():
        ui.page(address, title=f"{title} · Diversa Studio")(draw)
