# SPDX-License-Identifier: Apache-2.0
"""The log."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from diversa.studio import history
from diversa.studio.history import EntryView
from diversa.studio.rest.visits import Visited, route
from diversa.studio.security.permissions import Action

router = APIRouter(tags=["log"])
"""The routes."""


@router.get("/log", **route(Action.READ_LOG))
def read_log(
    visit: Visited,
    before: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
    most: Annotated[int, Query(ge=1, le=history.MOST)] = 100,
) -> list[EntryView]:
    """The latest lines, the newest first."""
    return history.read_log(visit, before=before, most=most)
