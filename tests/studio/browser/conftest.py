# SPDX-License-Identifier: Apache-2.0
"""A studio in a process of its own, and a browser that watches what it asks for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from hostile_studio import fill_studio

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
]
PATIENCE = 60_000
"""Milliseconds after which something that does not appear is missing."""


@dataclass(frozen=True)
class Running:
    """A studio that runs."""

    address: str
    folder: Path
    output: str

    @property
    def host(self):
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}"


def free_port():
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def studio_in(folder, *options):
    """A studio in a process of its own, until it is no longer needed."""
    log = folder / "output.txt"
    words = [*options, "--folder", folder / "work", "--port", free_port()]
    command = [sys.executable, "-m", "diversa.cli.main", "studio", "--no-browser"]
    environment = {
        key: value
        for key, value in os.environ.items()
        # NiceGUI would take the process for one of its own tests.
        if not key.startswith(("PYTEST", "NICEGUI"))
    }
    with log.open("w") as output:
        process = subprocess.Popen(
            [*command, *map(str, words)], stdout=output, stderr=output, env=environment
        )
    try:
        address = wait_for_address(log, process)
        yield Running(address, folder / "work", log.read_text())
    finally:
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture(scope="session")
def running(tmp_path_factory):
    """A studio for one person, with the demo."""
    with studio_in(tmp_path_factory.mktemp("studio"), "--demo") as studio:
        yield studio


@pytest.fixture(scope="session")
def team(tmp_path_factory):
    """A studio for a team, with the demo and four eyes."""
    options = ("--demo", "--server", "--four-eyes")
    with studio_in(tmp_path_factory.mktemp("team"), *options) as studio:
        yield studio


@pytest.fixture(scope="session")
def hostile(tmp_path_factory):
    """A studio for a team in which every name is hostile, and what is in it."""
    folder = tmp_path_factory.mktemp("hostile")
    filled = fill_studio(folder / "work")
    with studio_in(folder, "--server") as studio:
        yield studio, filled


def wait_for_address(log, process):
    for _ in range(600):
        text = log.read_text()
        if "Studio: " in text and text.endswith("\n"):
            time.sleep(0.5)
            return text.split("Studio: ")[1].split()[0]
        assert process.poll() is None, text
        time.sleep(0.1)
    raise AssertionError(log.read_text())


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "chromium must be installed"
    with playwright.sync_playwright() as running:
        launched = running.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def page(browser, running):
    """A page of the studio; whatever it asks for elsewhere is noted."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    opened = context.new_page()
    opened.foreign, opened.errors = [], []

    def note(request):
        local = request.url.startswith((running.host, "data:", "blob:"))
        if not local:
            opened.foreign.append(request.url)

    def socket(websocket):
        if urlsplit(websocket.url).netloc != urlsplit(running.host).netloc:
            opened.foreign.append(websocket.url)

    opened.on("request", note)
    opened.on("websocket", socket)
    opened.on("pageerror", lambda error: opened.errors.append(str(error)))
    opened.goto(running.address)
    opened.get_by_role("heading", name="Projects").wait_for()
    yield opened
    assert opened.foreign == []
    assert opened.errors == []
    context.close()
