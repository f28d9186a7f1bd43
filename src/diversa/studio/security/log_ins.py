# SPDX-License-Identifier: Apache-2.0
"""Log-ins by password: they expire, and wrong passwords let an address wait."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from diversa.studio.security.passwords import hash_secret, new_secret
from diversa.studio.security.permissions import Part, UnknownVisitorError, Visitor
from diversa.studio.state.database import note
from diversa.studio.state.records import LogIn, Token, User, now
from diversa.studio.studio import Studio

Secret = type[LogIn] | type[Token]
"""The records of what lets a user in."""

WRONG = "log-in: name or password is wrong"
"""The message in every case, so that nobody learns which names exist."""


def log_in(studio: Studio, name: str, password: str, *, address: str = "") -> str:
    """Log a user in and give the secret for the cookie.

    Wrong passwords are counted by the address that sends them.

    Raises:
        UnknownVisitorError: Name or password is wrong, or the user is not active.
        TooManyTriesError: The address has tried too often, see `Tries`.
        BusyError: Too many others log in at this moment.
    """
    with studio.database.session() as session:
        user = session.scalar(select(User).where(User.name == name))
    right = is_right(studio, user, name, password, address=address)
    with studio.database.session() as session:
        if user is not None and right and user.is_active:
            return begin(studio, session, user)
        if user is not None:
            note(session, user.name, "failed to log in")
    raise UnknownVisitorError(WRONG)


def is_right(
    studio: Studio, user: User | None, name: str, password: str, *, address: str
) -> bool:
    """Check a password once, also for an unknown user, and count a wrong one."""
    unlocked_at = user.unlocked_at if user else None
    studio.tries.check(address, name, unlocked_at=unlocked_at)
    with studio.passwords.turn():
        studio.tries.begin(address, name, unlocked_at=unlocked_at)
        right = studio.passwords.matches(user.password if user else None, password)
    if right:
        studio.tries.forgive(address, name)
    return right


def begin(studio: Studio, session: Session, user: User) -> str:
    """Begin a log-in; log-ins that have ended are forgotten."""
    secret = new_secret()
    ends_at = now() + dt.timedelta(seconds=studio.settings.login_seconds)
    session.execute(delete(LogIn).where(LogIn.ends_at < now()))
    session.add(LogIn(hash=hash_secret(secret), user_id=user.id, ends_at=ends_at))
    note(session, user.name, "logged in")
    return secret


def log_out(studio: Studio, secret: str) -> None:
    """End a log-in."""
    with studio.database.session() as session:
        session.execute(delete(LogIn).where(LogIn.hash == hash_secret(secret)))


def visitor_of_log_in(studio: Studio, secret: str) -> Visitor | None:
    """The visitor who is logged in by the secret of a cookie."""
    return visitor_by(studio, LogIn, hash_secret(secret))


def visitor_by(studio: Studio, kind: Secret, kept: str) -> Visitor | None:
    """The visitor who comes by a log-in or a token with this hash, while it lasts."""
    user = active_user(studio, kind, kept)
    if user is None:
        return None
    parts = user.parts

    def is_still_in() -> bool:
        present = active_user(studio, kind, kept)
        return present is not None and present.parts == parts

    return Visitor(user.name, read_parts(parts), user.id, is_still_in)


def active_user(studio: Studio, kind: Secret, kept: str) -> User | None:
    """The active user of a log-in or a token that has not ended."""
    query = (
        select(User)
        .join(kind, kind.user_id == User.id)
        .where(kind.hash == kept, kind.ends_at > now(), User.is_active)
    )
    with studio.database.session() as session:
        return session.scalar(query)


def read_parts(text: str) -> frozenset[Part]:
    """The parts of a user, from the text that is kept."""
    return frozenset(Part(part) for part in text.split(",") if part)


def parts_text(parts: frozenset[Part]) -> str:
    """The parts of a user, as the text that is kept."""
    return ",".join(sorted(parts))
