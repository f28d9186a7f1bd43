# SPDX-License-Identifier: Apache-2.0
"""The visit of a request, and the action that its visitor must be allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Depends, Path

from diversa.studio.rest.failures import RESPONSES
from diversa.studio.security.permissions import Action
from diversa.studio.visit import Visit, visit_of

ACTION = "x-action"
"""The key of a route's description that names its action."""

Number = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
"""The number of a project, a release, a job, a user or a token in an address."""


Visited = Annotated[Visit, Depends(visit_of)]
"""The argument of a route that holds the visit."""


def route(action: Action) -> dict[str, Any]:
    """The settings of a route: its action is checked before all else."""

    def check(visit: Visited) -> None:
        visit.must(action)

    checking: Callable[..., None] = check
    return {
        "dependencies": [Depends(checking)],
        "openapi_extra": {ACTION: action.name},
        "responses": RESPONSES,
    }
