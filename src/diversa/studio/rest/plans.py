# SPDX-License-Identifier: Apache-2.0
"""Columns with their roles and hierarchies, and the plan so far."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Body
from fastapi import Path as InPath
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field

from diversa.hierarchies.declaration import declaration_of, hierarchy_kind
from diversa.plan.keywords import PlanKeywords
from diversa.studio import plans
from diversa.studio.plans import plan_from_text, refuse_files
from diversa.studio.rest.visits import Number, Visited, route
from diversa.studio.security.permissions import Action
from diversa.studio.steps.data import role_of
from diversa.suggestions.role_guess import OTHER

router = APIRouter(prefix="/api", tags=["plan"])

Columns = Annotated[list[Annotated[str, Field(max_length=400)]], Field(max_length=1000)]

Column = Annotated[str, InPath(min_length=1, max_length=400)]
Declaration = Annotated[dict[str, Any], Body()]

TOML = {"content": {"application/toml": {"schema": {"type": "string"}}}}
"""A plan file, as OpenAPI says it."""


class ColumnRole(BaseModel):
    """A column of the table."""

    name: str
    role: str
    """identifiers, quasi_identifiers, sensitive, kept or none."""
    suggested: str
    reason: str


class GivenRoles(BaseModel):
    """The roles of columns; those without one are withheld."""

    identifiers: Columns = []
    quasi_identifiers: Columns = []
    sensitive: Columns = []
    kept: Columns = []
    person: Annotated[str, Field(max_length=400)] | None = None
    """The column that says who a row is about, where a person has several."""
    weight: Annotated[str, Field(max_length=400)] | None = None
    """The column of sampling weights, by which risks are estimated."""
    count: Annotated[str, Field(max_length=400)] | None = None
    """The column that says how many people a line stands for."""


class PlanChange(BaseModel):
    """Words of a plan, as Python has them; what is left out stays."""

    model_config = ConfigDict(extra="forbid")
    models: Annotated[list[str], Field(max_length=100)] | None = None
    suppression: Annotated[float, Field(ge=0, le=1)] | None = None
    suppressed: str | None = None
    missing: str | None = None
    person_rows: str | int | None = None
    known_visits: str | None = None
    missing_person: str | None = None
    rows_are_people: bool | None = None
    not_the_subject: Columns | None = None
    method: str | None = None
    algorithm: str | None = None
    objective: str | None = None
    weights: dict[str, float] | None = None
    least: dict[str, int] | None = None
    greatest: dict[str, int] | None = None
    seed: int | None = None
    label: str | None = None
    title: str | None = None
    author: str | None = None
    language: str | None = None
    spreadsheet_safe: bool | None = None

    def words(self) -> PlanKeywords:
        """The words that were said."""
        words: Any = self.model_dump(exclude_none=True)
        return words


@router.get("/projects/{project}/columns", **route(Action.READ_DATA))
def list_columns(visit: Visited, project: Number) -> list[ColumnRole]:
    """The columns, each with its role, the suggested one, and why."""
    suggestion = plans.suggestion_of(visit.to(project))
    plan = plans.plan_of(visit.to(project))
    roles = {name: role_of(plan, name) for name in suggestion.guesses}
    return [
        ColumnRole(
            name=name,
            role="none" if roles[name] == OTHER else roles[name],
            suggested=guess.role,
            reason=guess.reason,
        )
        for name, guess in suggestion.guesses.items()
    ]


@router.get("/projects/{project}/roles", **route(Action.READ_PLAN))
def see_roles(visit: Visited, project: Number) -> GivenRoles:
    """The roles of the plan so far."""
    roles = plans.plan_of(visit.to(project)).roles
    return GivenRoles.model_validate(roles, from_attributes=True)


@router.put("/projects/{project}/roles", **route(Action.CHANGE_PLAN))
def set_roles(visit: Visited, project: Number, body: GivenRoles) -> GivenRoles:
    """Give columns their roles."""
    words: Any = dict(body)
    plans.change_plan(visit.to(project), keep=words.pop("kept"), **words)
    return see_roles(visit, project)


@router.get(
    "/projects/{project}/plan",
    response_class=PlainTextResponse,
    **{**route(Action.READ_PLAN), "responses": {200: TOML}},
)
def see_plan(visit: Visited, project: Number) -> PlainTextResponse:
    """The plan so far as a plan file: `diversa anonymize --plan` takes it."""
    text = plans.plan_toml(visit.to(project))
    headers = {"Content-Disposition": 'attachment; filename="plan.toml"'}
    return PlainTextResponse(text, media_type="application/toml", headers=headers)


@router.put("/projects/{project}/plan", status_code=204, **route(Action.CHANGE_PLAN))
def set_plan(
    visit: Visited,
    project: Number,
    body: Annotated[str, Body(media_type="application/toml", max_length=1_000_000)],
) -> None:
    """Put a plan file in the place of the plan so far."""
    plan = plan_from_text(body)
    plans.save_plan(visit.to(project), plan)


@router.patch("/projects/{project}/plan", status_code=204, **route(Action.CHANGE_PLAN))
def change_plan(visit: Visited, project: Number, body: PlanChange) -> None:
    """Change some words of the plan."""
    plans.change_plan(visit.to(project), **body.words())


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
