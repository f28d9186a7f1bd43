# SPDX-License-Identifier: Apache-2.0
"""Every page has its address and its steps."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from diversa.studio.app import make_app
from diversa.studio.new_projects import create_demo
from diversa.studio.pages.step_visit import STEPS
from diversa.studio.security.permissions import LOCAL
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
