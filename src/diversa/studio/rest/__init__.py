# SPDX-License-Identifier: Apache-2.0
"""REST: one router per noun; every route names the action that it is.

Routes only translate: what they do is in `projects`, `releases`, `surveys` and
`security`. Answers are JSON; errors are `{"error": "..."}` with the words of the
command line.
"""

from __future__ import annotations

from fastapi import APIRouter, FastAPI

from diversa.studio.rest import (
    evaluations,
    log_in,
    own,
    plans,
    projects,
    releases,
    surveys,
    users,
)
from diversa.studio.rest.failures import add_failures

ROUTERS: tuple[APIRouter, ...] = (
    own.router,
    users.router,
    projects.router,
    plans.router,
    evaluations.router,
    releases.router,
    surveys.router,
    log_in.router,
    surveys.respondents,
)
"""Every route, in the order in which they are matched."""


def add_rest(app: FastAPI) -> None:
    """Add every route, and what is answered where one fails."""
    for router in ROUTERS:
        # `include_router` would build each anew for each application.
        app.router.routes.extend(router.routes)
    add_failures(app)
