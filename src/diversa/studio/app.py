# SPDX-License-Identifier: Apache-2.0
"""The application: the door, REST, and the pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI, Request, Response

from diversa.studio.jobs.jobs import Start
from diversa.studio.jobs.worker import start_worker
from diversa.studio.rest import add_rest
from diversa.studio.security.door import Door
from diversa.studio.security.quiet_logs import quiet_logs
from diversa.studio.settings import Settings
from diversa.studio.studio import Studio
from diversa.version import __version__

SWEEP_SECONDS = 60.0
"""Seconds between two searches for idle tables."""


def make_app(
    settings: Settings, *, pages: bool = True, start: Start = start_worker
) -> FastAPI:
    """The application of a studio; without pages it serves REST alone."""
    studio = Studio.start(settings, start=start)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        del app
        sweeping = asyncio.create_task(sweep(studio))
        try:
            with quiet_logs():
                yield
        finally:
            sweeping.cancel()
            with suppress(asyncio.CancelledError):
                await sweeping
            studio.close()

    app = FastAPI(
        title="Diversa Studio",
        version=__version__,
        description="Publish tables about people without giving the people away.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.studio = studio
    add_rest(app)
    if pages:
        mount_pages(app)
    app.add_middleware(Door, studio=studio)
    return app


def mount_pages(app: FastAPI) -> None:
    """Mount the pages below REST."""
    from nicegui import core, ui

    from diversa.studio.pages import add_pages
    from diversa.studio.pages.assets import add_assets, add_nonces
    from diversa.studio.pages.sockets import OwnPages, bind_sockets

    add_assets(app)
    add_nonces()
    add_pages()
    bind_sockets()
    core.app.add_exception_handler(Exception, leave_to_door)
    app.add_middleware(OwnPages)
    ui.run_with(
        app, title="Diversa Studio", show_welcome_message=False, reconnect_timeout=10
    )


async def leave_to_door(request: Request, error: Exception) -> Response:
    """Let the door explain an error of a page; NiceGUI would show its own words."""
    del request
    raise error


async def sweep(studio: Studio) -> None:
    """Close idle tables, again and again."""
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        await asyncio.to_thread(studio.tables.close_idle)
