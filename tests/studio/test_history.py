# SPDX-License-Identifier: Apache-2.0
"""The log: the newest first, piece by piece."""

from __future__ import annotations

import pytest

from diversa.studio.history import read_log
from diversa.studio.projects import delete_project, rename
from diversa.studio.security.permissions import LOCAL, ForbiddenError, Part, Visitor
from diversa.studio.visit import ProjectVisit, Visit


def test_it_says_who_did_what(studio, demo):
    rename(ProjectVisit(studio, LOCAL, demo.id), "Another")
    delete_project(ProjectVisit(studio, LOCAL, demo.id))
    lines = read_log(Visit(studio, LOCAL))
    assert [line.what for line in lines] == [
        "deleted a project",
        "renamed a project",
        "made a project",
    ]
    assert {(line.by, line.project) for line in lines} == {("local", demo.id)}
    assert read_log(Visit(studio, LOCAL), before=lines[0].id, most=1) == [lines[1]]


def test_it_is_for_administrators(studio):
    others = frozenset(Part) - {Part.ADMINISTRATOR}
    with pytest.raises(ForbiddenError):
        read_log(Visit(studio, Visitor("ann", others)))
