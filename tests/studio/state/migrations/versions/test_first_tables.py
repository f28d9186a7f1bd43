# SPDX-License-Identifier: Apache-2.0
"""The log is only added to: SQLite and PostgreSQL themselves see to it."""

from __future__ import annotations

import psycopg
import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from diversa.studio.history import read_log
from diversa.studio.new_projects import create_demo
from diversa.studio.projects import delete_project, list_projects
from diversa.studio.security.log_ins import log_in, visitor_of_log_in
from diversa.studio.security.permissions import LOCAL
from diversa.studio.security.users import make_first_user
from diversa.studio.settings import Settings
from diversa.studio.state.records import Entry
from diversa.studio.studio import Studio
from diversa.studio.visit import ProjectVisit, Visit


@pytest.fixture
def in_postgres(postgres, tmp_path):
    """A studio whose state is in a new database."""
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS studio_state")
        connection.execute("CREATE DATABASE studio_state")
        facts = connection.info
        host, user, port = facts.host, facts.user, facts.port
    address = f"postgresql://{user}@/studio_state?host={host}&port={port}"
    settings = Settings(tmp_path / "s", database=address, password_cost=(1, 8, 1))
    with Studio.start(settings) as studio:
        yield studio


def refuses(studio, statement):
    with (
        pytest.raises(DBAPIError, match="only added to"),
        studio.database.session() as s,
    ):
        s.execute(text(statement))


def check_log(studio):
    project = create_demo(Visit(studio, LOCAL))
    delete_project(ProjectVisit(studio, LOCAL, project.id))
    refuses(studio, "UPDATE log SET what = 'nothing'")
    refuses(studio, "DELETE FROM log")
    with studio.database.session() as session:
        lines = session.scalars(select(Entry.what)).all()
    assert lines == ["made a project", "deleted a project"]


def test_the_log_is_kept_in_sqlite(studio):
    check_log(studio)


def test_the_log_is_kept_in_postgres(in_postgres):
    check_log(in_postgres)
    refuses(in_postgres, "TRUNCATE log")
    password = make_first_user(in_postgres)
    visitor = visitor_of_log_in(in_postgres, log_in(in_postgres, "admin", password))
    visit = Visit(in_postgres, visitor)
    assert read_log(visit)[0].what == "logged in"
    assert list_projects(visit) == []
    assert not (in_postgres.settings.folder / "studio.sqlite").exists()
