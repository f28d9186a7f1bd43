# SPDX-License-Identifier: Apache-2.0
"""Tokens, by which a pipeline acts for a user: shown once, kept as a hash."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session

from diversa.errors import InputError
from diversa.studio.security.log_ins import visitor_by
from diversa.studio.security.passwords import hash_secret, new_secret
from diversa.studio.security.permissions import LOCAL, Action, MissingError, Visitor
from diversa.studio.state.database import note
from diversa.studio.state.records import Token, now, view_of
from diversa.studio.studio import Studio
from diversa.studio.visit import Visit

PREFIX = "diversa_"
"""The beginning of tokens, by which scanners for secrets find them."""

MOST_DAYS = 366
"""The longest life of a token."""

NOTED_EVERY = dt.timedelta(minutes=1)
"""The precision of a token's last use."""


class NoSuchTokenError(MissingError):
    """There is no such token of the visitor."""


@dataclass(frozen=True)
class TokenView:
    """A token as it is shown, without its secret."""

    id: str
    name: str
    """Its purpose."""
    made_at: dt.datetime
    ends_at: dt.datetime
    used_at: dt.datetime | None


def list_tokens(visit: Visit) -> list[TokenView]:
    """The visitor's own tokens, the newest first."""
    visit.must(Action.SEE_OWN)
    query = select(Token).where(Token.user_id == visit.visitor.user)
    with visit.studio.database.session() as session:
        tokens = session.scalars(query.order_by(Token.made_at.desc()))
        return [view_of(TokenView, token) for token in tokens]


def make_token(visit: Visit, *, name: str, days: int = 90) -> tuple[TokenView, str]:
    """Make a token; it is given once and cannot be seen again."""
    visit.must(Action.SEE_OWN)
    if not 0 < len(name) <= 100 or not name.isprintable():
        raise InputError("name: must be 1 to 100 characters; say what it is for")
    if not 1 <= days <= MOST_DAYS:
        raise InputError(f"days: must be from 1 to {MOST_DAYS}, got {days}")
    secret = PREFIX + new_secret()
    token = Token(
        hash=hash_secret(secret),
        name=name,
        user_id=visit.visitor.user,
        ends_at=now() + dt.timedelta(days=days),
    )
    with visit.studio.database.session() as session:
        session.add(token)
        note(session, visit.visitor.name, "made a token", about=name)
        session.flush()
        return view_of(TokenView, token), secret


def revoke_token(visit: Visit, token: str) -> None:
    """End one of the visitor's own tokens."""
    visit.must(Action.SEE_OWN)
    with visit.studio.database.session() as session:
        record = session.get(Token, token)
        if record is None or record.user_id != visit.visitor.user:
            raise NoSuchTokenError("token: there is none of yours with this number")
        session.delete(record)
        note(session, visit.visitor.name, "revoked a token", about=record.name)


def visitor_of_token(studio: Studio, secret: str) -> Visitor | None:
    """The visitor who acts by a token."""
    kept = hash_secret(secret)
    with studio.database.session() as session:
        token = living(session, kept)
        if token is None:
            return None
        if token.used_at is None or now() - token.used_at > NOTED_EVERY:
            token.used_at = now()
    if token.user_id is not None:
        return visitor_by(studio, Token, kept)
    is_still_in = partial(still_lives, studio, kept)
    return None if studio.settings.server else replace(LOCAL, is_still_in=is_still_in)


def living(session: Session, kept: str) -> Token | None:
    """The token with a hash, unless it has ended."""
    query = select(Token).where(Token.hash == kept, Token.ends_at > now())
    return session.scalar(query)


def still_lives(studio: Studio, kept: str) -> bool:
    """True if a token has not ended."""
    with studio.database.session() as session:
        return living(session, kept) is not None
