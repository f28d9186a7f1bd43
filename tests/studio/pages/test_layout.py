# SPDX-License-Identifier: Apache-2.0
"""Every page has its address and its steps, and is refused to who may not see it."""

from __future__ import annotations

import pytest
from fastapi import HTTPException, Request
from starlette.testclient import TestClient

from diversa.studio.app import make_app
from diversa.studio.new_projects import create_demo
from diversa.studio.pages.layout import STEPS, action_of, open_step
from diversa.studio.security.permissions import LOCAL, Action, Part, Visitor
from diversa.studio.visit import Visit


@pytest.fixture
def served(settings, pages_again):
    del pages_again
    app = make_app(settings)
    made = create_demo(Visit(app.state.studio, LOCAL))
    with TestClient(app, base_url="http://127.0.0.1:8765") as client:
        client.get("/?secret=the secret")
        yield client, made.id


def test_every_step_has_an_address(served):
    client, project = served
    for address, (name, _) in STEPS.items():
        page = client.get(f"/projects/{project}/{address}")
        assert page.status_code == 200
        assert f"<title>{name} · Diversa Studio</title>" in page.text
        for other in STEPS:
            assert f"/projects/{project}/{other}" in page.text
        assert "A made-up hospital" in page.text
        # A page is there before its table is counted.
        assert "Influenza" not in page.text
    missing = client.get("/projects/nowhere/data")
    assert missing.status_code == 404


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
    assert step.project.name == "A made-up hospital"
    assert not step.may(Action.DECIDE_RELEASE)


def test_only_the_last_step_is_for_everybody():
    assert [end for end in STEPS if action_of(end) is Action.SEE_RELEASES] == [
        "publish"
    ]
