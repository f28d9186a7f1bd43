# SPDX-License-Identifier: Apache-2.0
"""Start a studio: the server, the demo, the browser."""

from __future__ import annotations

import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from diversa.studio.app import make_app
from diversa.studio.projects import create_demo, list_projects
from diversa.studio.security.permissions import LOCAL
from diversa.studio.settings import Settings
from diversa.studio.studio import Studio


def serve(
    settings: Settings, *, demo: bool, browser: bool, say: Callable[[str], None]
) -> None:
    """Run a studio until it is stopped.

    Args:
        settings: What it is started with.
        demo: Whether there must be the packaged hospital.
        browser: Whether a browser is opened.
        say: Told the address.
    """
    app = make_app(settings)
    if demo:
        add_demo(app.state.studio)
    address = opening_address(settings)
    say(f"Diversa Studio: {address}")
    if browser:
        threading.Timer(1.0, webbrowser.open, (address,)).start()
    uvicorn.run(
        app,
        host=settings.host,
        port=settings.port,
        log_level="warning",
        access_log=False,
        server_header=False,
    )


def opening_address(settings: Settings) -> str:
    """The address that opens a local studio."""
    return f"http://{settings.host}:{settings.port}/?secret={settings.secret}"


def add_demo(studio: Studio) -> None:
    """Make the project of the packaged hospital, unless there is one."""
    if not any(one.source == "demo" for one in list_projects(studio, LOCAL)):
        create_demo(studio, LOCAL)
