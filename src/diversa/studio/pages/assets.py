# SPDX-License-Identifier: Apache-2.0
"""Files that every page loads: its colours, and what shows explanations.

They are files of the studio's own address and not part of a page: browsers are told
to run nothing else, see `security/headers.py`.
"""

from __future__ import annotations

from functools import partial
from importlib.resources import files

from fastapi import FastAPI, Request, Response
from nicegui import ui

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
