# SPDX-License-Identifier: Apache-2.0
"""A step is refused to those who may not see it."""

from __future__ import annotations

import pytest
from fastapi import HTTPException, Request

from diversa.studio.pages.step_visit import (
    STEPS,
    action_of,
    open_page,
    open_step,
    visible_steps,
)
from diversa.studio.security.permissions import LOCAL, Action, Part, Visitor
from diversa.studio.start import create_demo_survey
from diversa.studio.visit import Visit


def as_visitor(studio, *parts):
    visitor = Visitor("somebody", frozenset(parts))
    return Request({"type": "http", "state": {"studio": studio, "visitor": visitor}})


def test_who_may_not_see_a_step_is_refused(studio, demo):
    with pytest.raises(HTTPException) as caught:
        open_step(as_visitor(studio, Part.READER), demo.id, Action.READ_DATA)
    assert caught.value.status_code == 403
    with pytest.raises(HTTPException) as caught:
        open_step(as_visitor(studio, Part.CURATOR), "nowhere", Action.READ_DATA)
    assert caught.value.status_code == 404
    # Nothing is approved: a reader does not even know of the project.
    with pytest.raises(HTTPException) as caught:
        open_step(as_visitor(studio, Part.READER), demo.id, Action.SEE_RELEASES)
    assert caught.value.status_code == 404
    step = open_step(as_visitor(studio, Part.CURATOR), demo.id, Action.READ_DATA)
    assert step.view.name == "A made-up hospital"
    assert not step.may(Action.DECIDE_RELEASE)


def test_only_the_last_step_is_for_everybody():
    assert [end for end in STEPS if action_of(end) is Action.SEE_RELEASES] == [
        "publish"
    ]


def test_a_page_beside_projects_is_refused_too(studio):
    with pytest.raises(HTTPException) as caught:
        open_page(as_visitor(studio, Part.CURATOR), Action.MANAGE_USERS)
    assert caught.value.status_code == 403
    here = open_page(as_visitor(studio, Part.ADMINISTRATOR), Action.MANAGE_USERS)
    assert here.studio is studio


def test_only_steps_that_one_may_take_are_offered(studio):
    survey = create_demo_survey(Visit(studio, LOCAL))

    def offered(part, action):
        return [*visible_steps(open_step(as_visitor(studio, part), survey.id, action))]

    assert offered(Part.CURATOR, Action.RUN_SURVEY) == ["survey", *STEPS]
    assert offered(Part.REVIEWER, Action.SEE_RELEASES) == ["publish"]
