# SPDX-License-Identifier: Apache-2.0
"""A local studio with the demo, as a program talks to it."""

from __future__ import annotations

import pytest

from app_client import app_client
from diversa.studio.app import make_app
from diversa.studio.new_projects import create_demo
from diversa.studio.security.permissions import LOCAL
from diversa.studio.security.tokens import make_token
from diversa.studio.settings import Settings
from diversa.studio.visit import Visit
from studio_workers import start_thread


@pytest.fixture(scope="module")
def local_app(tmp_path_factory):
    folder = tmp_path_factory.mktemp("local") / "studio"
    settings = Settings(folder, password_cost=(1, 8, 1))
    return make_app(settings, pages=False, start=start_thread)


@pytest.fixture(scope="module")
def api(local_app):
    """A program with a token of a local studio."""
    secret = make_token(Visit(local_app.state.studio, LOCAL), name="test")[1]
    headers = {"authorization": f"Bearer {secret}"}
    with app_client(
        local_app, base_url="http://127.0.0.1:8765/api", headers=headers
    ) as client:
        yield client


@pytest.fixture(scope="module")
def hospital_project(local_app):
    return create_demo(Visit(local_app.state.studio, LOCAL)).id
