# SPDX-License-Identifier: Apache-2.0
"""Projects: who knows of them, their names, four eyes, and how they go."""

from __future__ import annotations

import pytest

from diversa.errors import InputError
from diversa.studio import plans, projects
from diversa.studio.projects import NoSuchProjectError
from diversa.studio.security.permissions import LOCAL, ForbiddenError, Part, Visitor
from diversa.studio.visit import ProjectVisit, Visit

READER = Visitor("rea", frozenset({Part.READER}))


def test_who_may_only_read_knows_of_no_unpublished_project(studio, demo):
    assert projects.list_projects(Visit(studio, READER)) == []
    with pytest.raises(NoSuchProjectError):
        projects.get_project(ProjectVisit(studio, READER, demo.id))
    for forbidden in (plans.plan_of, plans.suggestion_of):
        with pytest.raises(ForbiddenError):
            forbidden(ProjectVisit(studio, READER, demo.id))
    with pytest.raises(ForbiddenError):
        plans.ask(ProjectVisit(studio, READER, demo.id), id)


def test_a_deleted_project_is_gone(studio, demo):
    projects.delete_project(ProjectVisit(studio, LOCAL, demo.id))
    assert not studio.storage.project(demo.id).exists()
    with pytest.raises(NoSuchProjectError):
        plans.plan_of(ProjectVisit(studio, LOCAL, demo.id))


@pytest.mark.parametrize("name", ["", "  ", "x" * 201, "a\x00b"])
def test_a_project_has_a_name(studio, demo, name):
    with pytest.raises(InputError, match="name: must"):
        projects.rename(ProjectVisit(studio, LOCAL, demo.id), name)


def test_a_project_can_be_renamed(studio, demo):
    assert (
        projects.rename(ProjectVisit(studio, LOCAL, demo.id), " New  name ").name
        == "New name"
    )


def test_four_eyes_need_two_people(studio, demo, monkeypatch):
    with pytest.raises(InputError, match="--server"):
        projects.set_four_eyes(ProjectVisit(studio, LOCAL, demo.id), needed=True)
    monkeypatch.setitem(studio.settings.__dict__, "server", True)
    assert projects.set_four_eyes(
        ProjectVisit(studio, LOCAL, demo.id), needed=True
    ).four_eyes
