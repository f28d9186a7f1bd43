# SPDX-License-Identifier: Apache-2.0
"""Projects: made, listed, renamed, deleted; how their file is read."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any

from anyio import from_thread
from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.errors import InputError
from diversa.setting import settings_of
from diversa.studio import new_projects, plans, projects
from diversa.studio.plans import Preview
from diversa.studio.projects import ProjectView
from diversa.studio.rest.visits import Number, Visited, route
from diversa.studio.security.permissions import Action

router = APIRouter(prefix="/api", tags=["projects"])

Name = Annotated[str, Field(min_length=1, max_length=200)]
BINARY = {
    "requestBody": {
        "required": True,
        "content": {
            "application/octet-stream": {
                "schema": {"type": "string", "format": "binary"}
            }
        },
    }
}
"""The body of an upload, as OpenAPI says it."""


class NewProject(BaseModel):
    """A project that is asked for: of one of the three sources."""

    name: Name = "A made-up hospital"
    demo: bool = False
    path: Annotated[str, Field(max_length=4000)] | None = None
    database: Annotated[str, Field(max_length=4000)] | None = None


class Renaming(BaseModel):
    """Another name."""

    name: Name


class FourEyes(BaseModel):
    """True if releases need an approval."""

    needed: bool


class Reading(BaseModel):
    """The form of a text file; settings that are left out are recognized."""

    delimiter: Annotated[str, Field(max_length=1)] | None = None
    quote: Annotated[str, Field(max_length=1)] = '"'
    encoding: Annotated[str, Field(max_length=50)] | None = None
    header: bool | None = None
    missing: Annotated[list[str], Field(max_length=100)] = [""]
    decimal: str = "auto"
    dates: str = "auto"

    def options(self) -> ReadOptions:
        """The same, as everything else of Diversa takes it."""
        words: dict[str, Any] = self.model_dump(exclude_unset=True)
        if "missing" in words:
            words["missing"] = tuple(self.missing)
        return ReadOptions(**words)


@router.get("/projects", **route(Action.LIST_PROJECTS))
def list_projects(visit: Visited) -> list[ProjectView]:
    """The projects that one may know of."""
    return projects.list_projects(visit)


@router.post("/projects", status_code=201, **route(Action.MAKE_PROJECT))
def make_project(visit: Visited, body: NewProject) -> ProjectView:
    """Make a project of the demo, of a path or of a table of a database."""
    sources = [body.demo or None, body.path, body.database]
    if sum(source is not None for source in sources) != 1:
        raise InputError("source: must be one of demo, path and database, or an upload")
    if body.path is not None:
        return new_projects.create_from_path(visit, name=body.name, path=body.path)
    if body.database is not None:
        return new_projects.create_from_database(
            visit, name=body.name, address=body.database
        )
    return new_projects.create_demo(visit)


upload_route = route(Action.MAKE_PROJECT)
upload_route["openapi_extra"] = {**upload_route["openapi_extra"], **BINARY}


@router.post("/projects/upload", status_code=201, **upload_route)
async def upload(
    visit: Visited,
    request: Request,
    name: Annotated[str, Query(min_length=1, max_length=200)],
    file_name: Annotated[str, Query(min_length=1, max_length=400)],
) -> ProjectView:
    """Make a project of a file, which is the body of the request."""

    def create() -> ProjectView:
        return new_projects.create_from_upload(
            visit,
            name=name,
            file_name=file_name,
            chunks=request_chunks(request.stream()),
        )

    return await run_in_threadpool(create)


def request_chunks(stream: AsyncIterator[bytes]) -> Iterator[bytes]:
    """The chunks of a request, pulled by the thread that writes them."""

    async def following() -> bytes | None:
        return await anext(stream, None)

    while (chunk := from_thread.run(following)) is not None:
        if chunk:
            yield chunk


@router.get("/projects/{project}", **route(Action.LIST_PROJECTS))
def see_project(visit: Visited, project: Number) -> ProjectView:
    """A project."""
    return projects.get_project(visit.to(project))


@router.patch("/projects/{project}", **route(Action.MAKE_PROJECT))
def rename_project(visit: Visited, project: Number, body: Renaming) -> ProjectView:
    """Rename a project."""
    return projects.rename(visit.to(project), body.name)


@router.delete("/projects/{project}", status_code=204, **route(Action.DELETE_PROJECT))
def delete_project(visit: Visited, project: Number) -> None:
    """Delete a project with everything that belongs to it."""
    projects.delete_project(visit.to(project))


@router.put("/projects/{project}/four-eyes", **route(Action.SET_FOUR_EYES))
def set_four_eyes(visit: Visited, project: Number, body: FourEyes) -> ProjectView:
    """Say whether releases need an approval."""
    return projects.set_four_eyes(visit.to(project), needed=body.needed)


@router.get("/projects/{project}/preview", **route(Action.READ_DATA))
def see_preview(visit: Visited, project: Number) -> Preview:
    """The first rows, as they are read now."""
    return plans.preview(visit.to(project))


@router.post("/projects/{project}/preview", **route(Action.READ_DATA))
def try_reading(visit: Visited, project: Number, body: Reading) -> Preview:
    """The first rows, read in another way."""
    return plans.preview(visit.to(project), body.options())


@router.put("/projects/{project}/reading", **route(Action.CHANGE_PLAN))
def set_reading(visit: Visited, project: Number, body: Reading) -> dict[str, Any]:
    """Read the file in another way; roles are suggested anew."""
    plan = plans.set_reading(visit.to(project), body.options())
    return {name: getattr(plan.roles, name) for name in settings_of(Roles)}
