# SPDX-License-Identifier: Apache-2.0
"""Every page for every part: shown, or 403; nobody is sent to log in.

The table is written by hand: a = administrator, c = curator, v = reviewer, r = reader.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from nicegui import Client
from starlette.testclient import TestClient

from diversa.studio.app import make_app
from diversa.studio.new_projects import create_demo
from diversa.studio.security.permissions import LOCAL, Part, Visitor
from diversa.studio.security.tokens import make_token
from diversa.studio.security.users import add_user
from diversa.studio.visit import Visit

LETTERS = dict(zip("acvr", Part, strict=True))
ONE = "/projects/{project}"

MATRIX = {
    "/": "acvr",
    "/account": "acvr",
    "/users": "a",
    "/log": "a",
    "/surveys/new": "c",
    f"{ONE}/survey": "c",
    f"{ONE}/data": "c",
    f"{ONE}/hierarchies": "c",
    f"{ONE}/measure": "c",
    f"{ONE}/explore": "c",
    f"{ONE}/person": "c",
    f"{ONE}/publish": "acvr",
}


@pytest.fixture
def team(settings, pages_again, put_release):
    """The pages of a server, a project with a release, and a token for each part."""
    del pages_again
    app = make_app(replace(settings, server=True))
    studio = app.state.studio
    project = create_demo(Visit(studio, LOCAL)).id
    put_release(studio, project)
    headers = {}
    for part in Part:
        parts = frozenset({part})
        user = add_user(studio, "test", part.value, "a long password", parts)
        visitor = Visitor(part.value, parts, user.id)
        _, secret = make_token(Visit(studio, visitor), name="test")
        headers[part] = {"authorization": f"Bearer {secret}"}
    with TestClient(app, base_url="http://127.0.0.1:8765") as client:
        yield client, project, headers


def test_every_page_for_every_part(team):
    client, project, headers = team
    # Other routes of NiceGUI hold no page of ours.
    own = {path for path in Client.page_routes.values() if "nicegui" not in path}
    assert own == set(MATRIX)
    wrong = []
    for path, letters in MATRIX.items():
        address = path.format(project=project)
        for letter, part in LETTERS.items():
            status = client.get(address, headers=headers[part]).status_code
            if status != (200 if letter in letters else 403):
                wrong.append((path, part.value, status))
        nobody = client.get(address, follow_redirects=False)
        if nobody.headers.get("location") != "/log-in":
            wrong.append((path, "nobody", nobody.status_code))
    assert wrong == []
