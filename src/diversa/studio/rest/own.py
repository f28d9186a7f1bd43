# SPDX-License-Identifier: Apache-2.0
"""Your own account: name, password, tokens."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from diversa.studio.rest.visits import Number, Visited, route
from diversa.studio.security import tokens, users
from diversa.studio.security.door import cookie_name, csrf_token
from diversa.studio.security.permissions import Action, Part
from diversa.studio.security.tokens import TokenView

router = APIRouter(prefix="/api", tags=["own"])


class Own(BaseModel):
    """The user who asks."""

    name: str
    parts: list[Part]
    csrf: str
    """Sent with every change by pages, in the header X-CSRF-Token."""


class NewPassword(BaseModel):
    """A user's own password."""

    present: Annotated[str, Field(max_length=1000)]
    password: Annotated[str, Field(max_length=1000)]


class NewToken(BaseModel):
    """A token that is asked for."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    days: Annotated[int, Field(ge=1, le=tokens.MOST_DAYS)] = 90


class MadeToken(BaseModel):
    """A token that was made; it is not shown again."""

    token: TokenView
    secret: str


@router.get("/own", **route(Action.SEE_OWN))
def see_own(visit: Visited, request: Request) -> Own:
    """Your name, your parts, and the token of your pages."""
    cookie = request.cookies.get(cookie_name(visit.studio.settings), "")
    parts = sorted(visit.visitor.parts)
    return Own(name=visit.visitor.name, parts=parts, csrf=csrf_token(cookie))


@router.put("/own/password", status_code=204, **route(Action.SEE_OWN))
def change_password(visit: Visited, body: NewPassword) -> None:
    """Change your own password; all your log-ins end."""
    users.change_password(visit, present=body.present, password=body.password)


@router.get("/tokens", **route(Action.SEE_OWN))
def list_tokens(visit: Visited) -> list[TokenView]:
    """Your own tokens."""
    return tokens.list_tokens(visit)


@router.post("/tokens", status_code=201, **route(Action.SEE_OWN))
def make_token(visit: Visited, body: NewToken) -> MadeToken:
    """Make a token for a pipeline."""
    view, secret = tokens.make_token(visit, name=body.name, days=body.days)
    return MadeToken(token=view, secret=secret)


@router.delete("/tokens/{token}", status_code=204, **route(Action.SEE_OWN))
def revoke_token(visit: Visited, token: Number) -> None:
    """End a token."""
    tokens.revoke_token(visit, token)
