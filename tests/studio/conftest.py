# SPDX-License-Identifier: Apache-2.0
"""Studios for tests: in a folder of their own, with a demo, without pages."""

from __future__ import annotations

import pytest
from nicegui import core

from diversa.studio.projects import create_demo
from diversa.studio.security.permissions import LOCAL
from diversa.studio.settings import Settings
from diversa.studio.studio import Studio


@pytest.fixture
def settings(tmp_path):
    return Settings(tmp_path / "studio", secret="the secret", password_cost=(1, 8, 1))


@pytest.fixture
def studio(settings):
    with Studio.start(settings) as started:
        yield started


@pytest.fixture
def demo(studio):
    """The project of the packaged hospital."""
    return create_demo(studio, LOCAL)


@pytest.fixture
def pages_again():
    """NiceGUI is one application per process: let it be mounted once more."""
    core.app.user_middleware.clear()
    core.app.middleware_stack = None
