# SPDX-License-Identifier: Apache-2.0
"""Log-ins by password: they expire, and wrong passwords lock a user out for a while."""

from __future__ import annotations

import datetime as dt
from functools import partial

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from diversa.studio.security.passwords import (
    hash_password,
    hash_secret,
    is_password,
    new_secret,
)
from diversa.studio.security.permissions import Part, UnknownVisitorError, Visitor
from diversa.studio.state.database import note
from diversa.studio.state.records import LogIn, User, now
from diversa.studio.studio import Studio

WRONG = "log-in: name or password is wrong, or there were too many tries; wait a while"
"""Said in every case, so that nobody learns which names there are."""


def log_in(studio: Studio, name: str, password: str) -> str:
    """Log a user in and give the secret for the cookie.

    Raises:
        UnknownVisitorError: Name or password is wrong, or the user is locked out.
    """
    with studio.database.session() as session:
        user = session.scalar(select(User).where(User.name == name))
        kept = user.password if user else unused_hash(studio)
        # Hashed in every case: the time of an answer tells nothing.
        right = is_password(studio.settings, kept, password)
        if user is not None and right and may_log_in(user):
            user.failures, user.locked_until = 0, None
            return begin(studio, session, user)
        if user is not None:
            count_failure(studio, session, user)
    raise UnknownVisitorError(WRONG)


def unused_hash(studio: Studio) -> str:
    """A hash that no password has."""
    return hash_password(studio.settings, new_secret())


def may_log_in(user: User) -> bool:
    """Tell whether a user is active and not locked out."""
    is_locked = user.locked_until is not None and user.locked_until > now()
    return user.is_active and not is_locked


def count_failure(studio: Studio, session: Session, user: User) -> None:
    """Count a wrong password; too many of them lock the user out."""
    user.failures += 1
    if user.failures >= studio.settings.failures:
        user.failures = 0
        seconds = studio.settings.lockout_seconds
        user.locked_until = now() + dt.timedelta(seconds=seconds)
        note(session, user.name, "was locked out")
    else:
        note(session, user.name, "failed to log in")


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
    """Who is logged in by the secret of a cookie."""
    kept = hash_secret(secret)
    with studio.database.session() as session:
        user = logged_in(session, kept)
        if user is None:
            return None
        parts = user.parts
    return Visitor(
        user.name,
        read_parts(parts),
        user.id,
        partial(is_still_in, studio, kept, parts),
    )


def logged_in(session: Session, kept: str) -> User | None:
    """The active user of a log-in that has not ended."""
    query = (
        select(User)
        .join(LogIn, LogIn.user_id == User.id)
        .where(LogIn.hash == kept, LogIn.ends_at > now(), User.is_active)
    )
    return session.scalar(query)


def is_still_in(studio: Studio, kept: str, parts: str) -> bool:
    """Tell whether a log-in lasts, and the user has the parts of its beginning."""
    with studio.database.session() as session:
        user = logged_in(session, kept)
        return user is not None and user.parts == parts


def read_parts(text: str) -> frozenset[Part]:
    """The parts of a user, as they are kept."""
    return frozenset(Part(part) for part in text.split(",") if part)


def written_parts(parts: frozenset[Part]) -> str:
    """The parts of a user, to be kept."""
    return ",".join(sorted(parts))
