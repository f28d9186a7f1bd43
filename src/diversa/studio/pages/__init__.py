# SPDX-License-Identifier: Apache-2.0
"""The pages of the studio, one module per step; `add_pages` registers them all."""

from __future__ import annotations

from diversa.studio.pages.account import add_account_page
from diversa.studio.pages.data import add_data_page
from diversa.studio.pages.explore import add_explore_page
from diversa.studio.pages.hierarchies import add_hierarchies_page
from diversa.studio.pages.log import add_log_page
from diversa.studio.pages.measure import add_measure_page
from diversa.studio.pages.person import add_person_page
from diversa.studio.pages.projects import add_projects_page
from diversa.studio.pages.publish import add_publish_page
from diversa.studio.pages.survey import add_survey_pages
from diversa.studio.pages.users import add_users_page


def add_pages() -> None:
    """Register every page with NiceGUI.

    A page takes `request: Request` and finds there who it is for: `visit_of(request)`.
    """
    add_projects_page()
    add_data_page()
    add_hierarchies_page()
    add_measure_page()
    add_explore_page()
    add_person_page()
    add_publish_page()
    add_survey_pages()
    add_users_page()
    add_account_page()
    add_log_page()
