# SPDX-License-Identifier: Apache-2.0
"""The hierarchies of the quasi-identifiers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Body
from fastapi import Path as InPath

from diversa.hierarchies.declaration import declaration_of, hierarchy_kind
from diversa.studio import plans
from diversa.studio.plan_texts import refuse_files
from diversa.studio.rest.visits import Number, Visited, route
from diversa.studio.security.permissions import Action

router = APIRouter(tags=["hierarchies"])
"""The routes."""

Column = Annotated[str, InPath(min_length=1, max_length=400)]
Declaration = Annotated[dict[str, Any], Body()]
LEVELS = {"content": {"text/csv": {"schema": {"type": "string"}}}}
"""A levels file, as OpenAPI says it."""


@router.get("/projects/{project}/hierarchies", **route(Action.READ_PLAN))
def list_hierarchies(visit: Visited, project: Number) -> dict[str, dict[str, Any]]:
    """The hierarchy that the plan declares for each column."""
    plan = plans.plan_of(visit.to(project))
    return {name: declaration_of(kind) for name, kind in plan.hierarchies.items()}


@router.put("/projects/{project}/hierarchies/{column}", **route(Action.CHANGE_PLAN))
def set_hierarchy(
    visit: Visited, project: Number, column: Column, body: Declaration
) -> dict[str, Any]:
    """Declare a hierarchy as a plan file does: a kind and its settings."""
    refuse_files(body)
    kind = hierarchy_kind(
        body, base=Path("/nonexistent"), table=f"hierarchies.{column}"
    )
    plans.change_plan(visit.to(project), hierarchies={column: kind})
    return declaration_of(kind)
