# SPDX-License-Identifier: Apache-2.0
"""Programs and styles of every page.

Browsers are told to run files of the studio's own address, and of what stands in a
page only the programs with its nonce: see `security/headers.py`.
"""

from __future__ import annotations

import re
from functools import partial
from importlib.resources import files

from fastapi import FastAPI, Request, Response
from jinja2 import Environment
from jinja2.ext import Extension
from nicegui import ui
from nicegui.client import templates

ASSETS = {"style.css": "text/css", "tips.js": "text/javascript"}
"""The files, and what they are. The colours are those of a report."""

HEAD = (
    '<link rel="stylesheet" href="/assets/style.css">'
    '<script defer src="/assets/tips.js"></script>'
)
"""The tags by which a page loads them."""


def add_assets(app: FastAPI) -> None:
    """Serve the files."""
    for name in ASSETS:
        app.add_route(f"/assets/{name}", partial(asset, name), include_in_schema=False)


def asset(name: str, request: Request) -> Response:
    """One of the files."""
    del request
    content = files("diversa.studio.pages").joinpath(name).read_bytes()
    return Response(content, media_type=ASSETS[name])


def load_assets() -> None:
    """Let a page load the files."""
    ui.add_head_html(HEAD)


SCRIPT = re.compile(r"<script(?=[\s>])")
"""The beginning of a program."""


class Nonces(Extension):
    """Gives every program of a template the nonce of its request."""

    def preprocess(
        self, source: str, name: str | None, filename: str | None = None
    ) -> str:
        """The text of a template, with the places for the nonce."""
        del name, filename
        return SCRIPT.sub('<script nonce="{{ request.state.nonce }}"', source)


def add_nonces(environment: Environment = templates.env) -> None:
    """Let the pages of NiceGUI carry nonces."""
    environment.add_extension(Nonces)
    if environment.cache is not None:
        environment.cache.clear()
