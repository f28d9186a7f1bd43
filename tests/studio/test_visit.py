# SPDX-License-Identifier: Apache-2.0
"""A visit: who is at work in which studio, and on which project."""

from __future__ import annotations

import asyncio

import pytest
from fastapi import Request

from diversa.studio.projects import get_project
from diversa.studio.security.permissions import (
    LOCAL,
    Action,
    ForbiddenError,
    Part,
    Visitor,
)
from diversa.studio.visit import ProjectVisit, Visit, visit_of


def test_the_visitor_comes_with_the_request(studio):
    state = {"studio": studio, "visitor": LOCAL}
    here = visit_of(Request({"type": "http", "state": state}))
    assert (here.studio, here.visitor) == (studio, LOCAL)


def test_a_visit_leads_to_projects(studio, demo):
    visit = Visit(studio, LOCAL)
    assert visit.to(demo.id) == ProjectVisit(studio, LOCAL, demo.id)
    assert asyncio.run(visit.to(demo.id).run(get_project)).name == demo.name


def test_a_visit_allows_what_its_visitor_may_do(studio):
    visit = Visit(studio, Visitor("rea", frozenset({Part.READER})))
    visit.must(Action.SEE_RELEASES)
    assert not visit.may(Action.PUBLISH)
    with pytest.raises(ForbiddenError):
        visit.must(Action.PUBLISH)
