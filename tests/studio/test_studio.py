# SPDX-License-Identifier: Apache-2.0
"""A studio that is started again knows what it knew."""

from __future__ import annotations

from diversa.studio.new_projects import create_demo
from diversa.studio.projects import list_projects
from diversa.studio.security.permissions import LOCAL
from diversa.studio.studio import Studio
from diversa.studio.visit import Visit


def test_projects_outlive_the_studio(settings):
    with Studio.start(settings) as studio:
        made = create_demo(Visit(studio, LOCAL))
    with Studio.start(settings) as studio:
        assert list_projects(Visit(studio, LOCAL)) == [made]
