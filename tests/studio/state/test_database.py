# SPDX-License-Identifier: Apache-2.0
"""The state: everything or nothing, private, and an address that is explain_error."""

from __future__ import annotations

import stat

import pytest
from sqlalchemy import select

from diversa.errors import InputError
from diversa.studio.state.database import Database, note
from diversa.studio.state.records import Entry


def test_a_session_that_fails_leaves_nothing(studio):
    def fails():
        with studio.database.session() as session:
            note(session, "ann", "tried")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    with studio.database.session() as session:
        assert session.scalars(select(Entry)).all() == []


def test_the_file_is_for_its_owner(studio):
    note_something(studio.database)
    files = list(studio.settings.folder.glob("studio.sqlite*"))
    assert files
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def note_something(database):
    with database.session() as session:
        note(session, "ann", "tried", about="x" * 1000)


@pytest.mark.parametrize(
    "address", ["nonsense", "unknown://host/db", "postgresql+psycopg://127.0.0.1:1/db"]
)
def test_an_address_that_leads_nowhere_is_refused(address):
    with pytest.raises(InputError, match="database: must be"):
        Database(address)
