# SPDX-License-Identifier: Apache-2.0
"""The database of the state: a file of SQLite, or PostgreSQL by its address."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, OperationalError
from sqlalchemy.orm import Session

from diversa.errors import InputError
from diversa.studio.state.migrations.upgrade import upgrade
from diversa.studio.state.records import Entry

PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=NORMAL",
    "foreign_keys=ON",
    "busy_timeout=10000",
)
"""Settings of SQLite: readers do not wait for a writer, references are checked."""


class Database:
    """The database of the state; a session is kept as a whole or not at all."""

    def __init__(self, address: str) -> None:
        self.engine = connect(address)

    @contextmanager
    def session(self) -> Iterator[Session]:
        """A session: committed at the end, undone after an error."""
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    def migrate(self) -> None:
        """Bring the tables to the form that this version of the studio needs."""
        upgrade(self.engine)

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def connect(address: str) -> Engine:
    """Connect to the database at an address."""
    try:
        url = make_url(address)
        if url.get_backend_name() == "sqlite" and url.database:
            make_private(Path(url.database))
        engine = create_engine(url, pool_pre_ping=True)
    except (ArgumentError, ModuleNotFoundError):
        raise InputError(
            "database: must be the address of a PostgreSQL database, such as"
            " postgresql://user@host/studio, with the extra postgres installed"
        ) from None
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", prepare_sqlite)
    try:
        with engine.connect():
            return engine
    except OperationalError:
        raise InputError(
            "database: must be one that can be reached, got no connection; check host,"
            " name and password"
        ) from None


def make_private(file: Path) -> None:
    """Make the file of a database that only its owner can read."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    file.chmod(0o600)


def prepare_sqlite(connection: Any, record: object) -> None:  # noqa: ANN401 - a driver's
    """Set up a connection to SQLite."""
    del record
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def note(
    session: Session, by: str, what: str, project: str | None = None, about: str = ""
) -> None:
    """Add a line to the log, in the session of what is done."""
    session.add(Entry(by=by, what=what, project_id=project, about=about[:400]))
