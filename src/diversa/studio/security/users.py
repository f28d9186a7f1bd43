# SPDX-License-Identifier: Apache-2.0
"""Users of a server: made and changed by an administrator."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from diversa.errors import InputError, nearest
from diversa.studio.security.log_ins import is_right, parts_text, read_parts
from diversa.studio.security.passwords import Passwords, new_secret
from diversa.studio.security.permissions import Action, MissingError, Part
from diversa.studio.state.database import Database, note
from diversa.studio.state.records import LogIn, Token, User, now, view_of
from diversa.studio.studio import Studio
from diversa.studio.visit import Visit

FIRST = "admin"
"""The name of the first user of a server."""


class NoSuchUserError(MissingError):
    """There is no such user."""


@dataclass(frozen=True)
class UserView:
    """A user as an administrator sees it."""

    id: str
    name: str
    """The name by which the user logs in."""
    parts: tuple[Part, ...]
    is_active: bool
    """True if the user may log in."""


def list_users(visit: Visit) -> list[UserView]:
    """Every user, by name."""
    visit.must(Action.MANAGE_USERS)
    with visit.studio.database.session() as session:
        return [
            user_view(user)
            for user in session.scalars(select(User).order_by(User.name))
        ]


def make_user(
    visit: Visit,
    *,
    name: str,
    password: str,
    parts: Iterable[Part | str],
) -> UserView:
    """Make a user."""
    visit.must(Action.MANAGE_USERS)
    return add_user(
        visit.studio, visit.visitor.name, name, password, valid_parts(parts)
    )


def add_user(
    studio: Studio, by: str, name: str, password: str, parts: frozenset[Part]
) -> UserView:
    """Remember a user whose name is not taken."""
    user = User(
        name=valid_name(name),
        parts=parts_text(parts),
        password=studio.passwords.hash(password, name=name),
    )
    try:
        with studio.database.session() as session:
            session.add(user)
            session.flush()
            note(session, by, "made a user", about=f"{user.name}: {user.parts}")
            return user_view(user)
    except IntegrityError:
        raise InputError("name: must be a new one, got that of another user") from None


def change_user(
    visit: Visit,
    user: str,
    *,
    parts: Iterable[Part | str] | None = None,
    is_active: bool | None = None,
    password: str | None = None,
) -> UserView:
    """Change what a user is, whether they may log in, or their password.

    Whatever changes, their log-ins end, and with a new password their tokens too.
    """
    visit.must(Action.MANAGE_USERS)
    with visit.studio.database.session() as session:
        record = session.get(User, user)
        if record is None:
            raise NoSuchUserError("user: there is none with this number")
        if parts is not None:
            record.parts = parts_text(valid_parts(parts))
        if is_active is not None:
            record.is_active = is_active
        if password is not None:
            kept = visit.studio.passwords.hash(password, name=record.name)
            give_password(session, record, kept)
        session.flush()
        keep_an_administrator(session.scalars(select(User)).all())
        session.execute(delete(LogIn).where(LogIn.user_id == user))
        about = f"{record.name}: {record.parts}" if parts is not None else record.name
        note(session, visit.visitor.name, "changed a user", about=about)
        return user_view(record)


def change_password(visit: Visit, *, present: str, password: str) -> None:
    """Let users change their own password; their log-ins and tokens end."""
    visit.must(Action.SEE_OWN)
    with visit.studio.database.session() as session:
        user = session.get(User, visit.visitor.user) if visit.visitor.user else None
    # Who found a page open must not try passwords there.
    where = f"account of {visit.visitor.user}"
    if user is None or not is_right(
        visit.studio, user, user.name, present, address=where
    ):
        raise InputError("password: the present one must be given, got another")
    kept = visit.studio.passwords.hash(password, name=user.name)
    with visit.studio.database.session() as session:
        give_password(session, session.get_one(User, user.id), kept)
        note(session, visit.visitor.name, "changed the own password")


def give_password(session: Session, user: User, kept: str) -> None:
    """Give a user another password: every log-in and token by the old one ends."""
    user.password, user.unlocked_at = kept, now()
    session.execute(delete(LogIn).where(LogIn.user_id == user.id))
    session.execute(delete(Token).where(Token.user_id == user.id))


# For whoever runs the server, on the command line


def unlock(database: Database, name: str) -> None:
    """Let a user log in at once, however many wrong passwords there were."""
    with database.session() as session:
        user_by_name(session, name).unlocked_at = now()
        note(session, "command line", "unlocked a user", about=name)


def reset(database: Database, passwords: Passwords, name: str) -> str:
    """Give a user a new password, which is returned; log-ins and tokens end."""
    password = new_secret()
    with database.session() as session:
        user = user_by_name(session, name)
        give_password(session, user, passwords.hash(password, name=name))
        note(session, "command line", "gave a user a new password", about=name)
    return password


def user_by_name(session: Session, name: str) -> User:
    """The user with a name.

    Raises:
        NoSuchUserError: There is none.
    """
    users = {user.name: user for user in session.scalars(select(User))}
    if name not in users:
        advice = nearest(name, sorted(users)) if users else "there are none yet"
        raise NoSuchUserError(
            f"user: must be one of the studio, got '{name}'; {advice}"
        )
    return users[name]


def make_first_user(studio: Studio) -> str | None:
    """Make an administrator if there is no user yet, and give the password."""
    with studio.database.session() as session:
        if session.scalar(select(func.count()).select_from(User)):
            return None
    password = new_secret()
    add_user(studio, "studio", FIRST, password, frozenset({Part.ADMINISTRATOR}))
    return password


def keep_an_administrator(users: Iterable[User]) -> None:
    """Refuse a change after which nobody could change anything."""
    if not any(
        user.is_active and Part.ADMINISTRATOR in read_parts(user.parts)
        for user in users
    ):
        raise InputError("parts: somebody active must stay administrator, got nobody")


def valid_name(name: str) -> str:
    """A name by which one can log in."""
    plain = name.replace("-", "").replace("_", "").replace(".", "")
    if not 0 < len(name) <= 100 or not plain.isalnum():
        raise InputError("name: must be 1 to 100 letters and digits, such as ann.lee")
    return name


def valid_parts(parts: Iterable[Part | str]) -> frozenset[Part]:
    """Parts that exist, one at least."""
    try:
        read = frozenset(Part(part) for part in parts)
    except ValueError:
        read = frozenset()
    if not read:
        raise InputError(f"parts: must be some of {', '.join(Part)}, got others")
    return read


def user_view(user: User) -> UserView:
    """A user as an administrator sees it."""
    return view_of(UserView, user, parts=tuple(sorted(read_parts(user.parts))))
