# SPDX-License-Identifier: Apache-2.0
"""What a route needs: who asks, of which studio, and that they may."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Path, Request

from diversa.studio.rest.failures import RESPONSES
from diversa.studio.security.permissions import Action, Visitor
from diversa.studio.studio import Studio

ACTION = "x-action"
"""Where the description of a route says which action it is."""

Number = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
"""The number of a project, a release, a job, a user or a token in an address."""


@dataclass(frozen=True)
class Visit:
    """A request of somebody who was let in."""

    studio: Studio
    """The studio."""
    visitor: Visitor
    """Who asks."""


def visit_of(request: Request) -> Visit:
    """Who asks; the door has found it out."""
    return Visit(request.state.studio, request.state.visitor)


Visited = Annotated[Visit, Depends(visit_of)]
"""The argument of a route that says who asks."""


def route(action: Action) -> dict[str, Any]:
    """What a route says of itself: the action that it is, checked before all else."""

    def check(visit: Visited) -> None:
        visit.visitor.must(action)

    checking: Callable[..., None] = check
    return {
        "dependencies": [Depends(checking)],
        "openapi_extra": {ACTION: action.name},
        "responses": RESPONSES,
    }
