# SPDX-License-Identifier: Apache-2.0
"""The tables of the state: users, projects, releases, jobs, the log.

They hold no value of anybody's data, and no plan, which may name values: those are
files in the folder of the studio. Secrets (passwords, log-ins, tokens, links of
surveys) are kept as hashes.
"""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import fields
from typing import Any, ClassVar, TypeVar, cast

from sqlalchemy import DateTime, Double, ForeignKey, String, TypeDecorator
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


def now() -> dt.datetime:
    """This moment, in UTC."""
    return dt.datetime.now(dt.UTC)


def new_number() -> str:
    """A number that cannot be guessed, for addresses."""
    return uuid.uuid4().hex


class Moment(TypeDecorator[dt.datetime]):
    """A moment in UTC; SQLite forgets zones, so they are given back here."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(
        self, value: dt.datetime | None, dialect: Dialect
    ) -> dt.datetime | None:
        del dialect
        return None if value is None else value.astimezone(dt.UTC)

    def process_result_value(
        self, value: dt.datetime | None, dialect: Dialect
    ) -> dt.datetime | None:
        del dialect
        if value is None:
            return None
        is_plain = value.tzinfo is None
        return value.replace(tzinfo=dt.UTC) if is_plain else value.astimezone(dt.UTC)


class StateRow(DeclarativeBase):
    """A row of the state."""

    type_annotation_map: ClassVar = {dt.datetime: Moment, str: String(400)}


View = TypeVar("View")


def view_of(kind: type[View], row: StateRow, **others: object) -> View:
    """A row as it is shown: a dataclass with its fields, and `others` beside them."""
    own = {field.name for field in fields(cast("Any", kind))} - others.keys()
    return kind(**{name: getattr(row, name) for name in own}, **others)


class User(StateRow):
    """A user who may log in."""

    __tablename__ = "users"
    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_number)
    name: Mapped[str] = mapped_column(String(100), unique=True)
    parts: Mapped[str]
    """The parts, with commas between them."""
    password: Mapped[str]
    """The argon2 hash."""
    is_active: Mapped[bool] = mapped_column(default=True)
    unlocked_at: Mapped[dt.datetime | None] = mapped_column(default=None)
    """Wrong passwords before that moment do not delay a log-in."""
    made_at: Mapped[dt.datetime] = mapped_column(default=now)


class LogIn(StateRow):
    """A log-in of a user by password, on one browser."""

    __tablename__ = "log_ins"
    hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    """Of the secret that the cookie holds."""
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    made_at: Mapped[dt.datetime] = mapped_column(default=now)
    ends_at: Mapped[dt.datetime]


class Token(StateRow):
    """A token by which a pipeline acts for a user."""

    __tablename__ = "tokens"
    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_number)
    hash: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str] = mapped_column(String(100))
    user_id: Mapped[str | None] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), default=None
    )
    """Its user; None for the person of a local studio."""
    made_at: Mapped[dt.datetime] = mapped_column(default=now)
    ends_at: Mapped[dt.datetime]
    used_at: Mapped[dt.datetime | None] = mapped_column(default=None)


class Project(StateRow):
    """A table, the plan for it, and the releases made of it."""

    __tablename__ = "projects"
    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_number)
    name: Mapped[str] = mapped_column(String(200))
    source: Mapped[str] = mapped_column(String(20))
    """The origin of its rows: upload, path, database, survey or demo."""
    made_at: Mapped[dt.datetime] = mapped_column(default=now)
    made_by: Mapped[str] = mapped_column(String(100))
    four_eyes: Mapped[bool] = mapped_column(default=False)
    """True if a release needs the approval of somebody who did not make it."""
    version: Mapped[int] = mapped_column(default=1)
    """Grows with every change of the plan."""
    next_release: Mapped[int] = mapped_column(default=1)


class ReleaseRow(StateRow):
    """A release of a project; its files are in the folder of the project."""

    __tablename__ = "releases"
    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_number)
    project_id: Mapped[str] = mapped_column(
        ForeignKey("projects.id", ondelete="CASCADE"), index=True
    )
    number: Mapped[int]
    """1 for the first release of the project."""
    state: Mapped[str] = mapped_column(String(20))
    """pending, approved, refused or withdrawn."""
    made_at: Mapped[dt.datetime] = mapped_column(default=now)
    made_by: Mapped[str] = mapped_column(String(100))
    manifest: Mapped[str] = mapped_column(String(64))
    """SHA-256 of its manifest."""


class DecisionRow(StateRow):
    """A decision on a release: approved, refused or withdrawn."""

    __tablename__ = "decisions"
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    release_id: Mapped[str] = mapped_column(
        ForeignKey("releases.id", ondelete="CASCADE"), index=True
    )
    verdict: Mapped[str] = mapped_column(String(20))
    by: Mapped[str] = mapped_column(String(100))
    at: Mapped[dt.datetime] = mapped_column(default=now)
    note: Mapped[str] = mapped_column(String(2000), default="")


class Job(StateRow):
    """Long work for a project, in a process of its own."""

    __tablename__ = "jobs"
    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_number)
    project_id: Mapped[str] = mapped_column(
        ForeignKey("projects.id", ondelete="CASCADE"), index=True
    )
    kind: Mapped[str] = mapped_column(String(20))
    """publish or republish."""
    state: Mapped[str] = mapped_column(String(20))
    """waiting, running, done, failed, cancelled or interrupted."""
    phase: Mapped[str] = mapped_column(String(20), default="")
    """Its phase: read, count, search, recode, write, audit or measure."""
    share: Mapped[float] = mapped_column(Double, default=0.0)
    """Fraction done, from 0 to 1."""
    failure: Mapped[str] = mapped_column(String(4000), default="")
    """The reason of a failure, without values of the table."""
    made_at: Mapped[dt.datetime] = mapped_column(default=now)
    made_by: Mapped[str] = mapped_column(String(100))
    began_at: Mapped[dt.datetime | None] = mapped_column(default=None)
    ended_at: Mapped[dt.datetime | None] = mapped_column(default=None)
    release_id: Mapped[str | None] = mapped_column(String(32), default=None)
    """The release that it made."""


class Survey(StateRow):
    """A form by which the rows of a project are collected."""

    __tablename__ = "surveys"
    project_id: Mapped[str] = mapped_column(
        ForeignKey("projects.id", ondelete="CASCADE"), primary_key=True
    )
    title: Mapped[str] = mapped_column(String(200))
    link: Mapped[str] = mapped_column(String(64), unique=True)
    """Hash of the secret in the respondents' link."""
    is_open: Mapped[bool] = mapped_column(default=True)
    most_answers: Mapped[int]
    """The most answers that are taken in all."""
    most_per_address: Mapped[int]
    """The most answers that one address may send in a day."""
    made_at: Mapped[dt.datetime] = mapped_column(default=now)


class Entry(StateRow):
    """A line of the log: who did what, when; it is only ever added."""

    __tablename__ = "log"
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    at: Mapped[dt.datetime] = mapped_column(default=now)
    by: Mapped[str] = mapped_column(String(100))
    what: Mapped[str] = mapped_column(String(100))
    project_id: Mapped[str | None] = mapped_column(String(32), default=None)
    about: Mapped[str] = mapped_column(String(400), default="")
    """Numbers and names of ours, never a value of a table."""
