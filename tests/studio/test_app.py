# SPDX-License-Identifier: Apache-2.0
"""The application serves its pages, and ends what it began."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from diversa.studio.app import make_app
from diversa.studio.new_projects import create_demo
from diversa.studio.security.permissions import LOCAL
from diversa.studio.visit import Visit


@pytest.mark.usefixtures("pages_again")
def test_the_first_page_lists_the_projects(settings):
    app = make_app(settings)
    create_demo(Visit(app.state.studio, LOCAL))
    with TestClient(app, base_url="http://127.0.0.1:8765") as client:
        page = client.get("/?secret=the secret")
    assert page.status_code == 200
    assert "A made-up hospital" in page.text


def test_the_description_of_rest_is_served(settings):
    app = make_app(settings, pages=False)
    with TestClient(app, base_url="http://127.0.0.1:8765") as client:
        client.get("/?secret=the secret")
        description = client.get("/api/openapi.json").json()
    assert description["info"]["title"] == "Diversa Studio"
