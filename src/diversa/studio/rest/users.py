# SPDX-License-Identifier: Apache-2.0
"""Users of a server, and the log of what they did."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from diversa.studio import history
from diversa.studio.history import EntryView
from diversa.studio.rest.visits import Number, Visited, route
from diversa.studio.security import users
from diversa.studio.security.permissions import Action, Part
from diversa.studio.security.users import UserView

router = APIRouter(prefix="/api", tags=["users"])

Password = Annotated[str, Field(min_length=1, max_length=1000)]


class NewUser(BaseModel):
    """A user that is asked for."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    password: Password
    parts: Annotated[list[Part], Field(min_length=1, max_length=len(Part))]


class UserChange(BaseModel):
    """A change of a user; what is left out stays."""

    parts: Annotated[list[Part], Field(max_length=len(Part))] | None = None
    is_active: bool | None = None
    password: Password | None = None


@router.get("/users", **route(Action.MANAGE_USERS))
def list_users(visit: Visited) -> list[UserView]:
    """Every user."""
    return users.list_users(visit)


@router.post("/users", status_code=201, **route(Action.MANAGE_USERS))
def make_user(visit: Visited, body: NewUser) -> UserView:
    """Make a user."""
    return users.make_user(visit, **dict(body))


@router.patch("/users/{user}", **route(Action.MANAGE_USERS))
def change_user(visit: Visited, user: Number, body: UserChange) -> UserView:
    """Change a user; their log-ins end."""
    return users.change_user(visit, user, **dict(body))


@router.get("/log", **route(Action.READ_LOG))
def read_log(
    visit: Visited,
    before: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
    most: Annotated[int, Query(ge=1, le=history.MOST)] = 100,
) -> list[EntryView]:
    """The latest lines, the newest first."""
    return history.read_log(visit, before=before, most=most)
