# SPDX-License-Identifier: Apache-2.0
"""Users of an older state keep their passwords, and nobody stays locked out."""

from __future__ import annotations

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from argon2 import PasswordHasher
from sqlalchemy import create_engine, inspect, text

from diversa.studio.security.log_ins import log_in
from diversa.studio.settings import Settings
from diversa.studio.state.migrations.upgrade import migration_steps
from diversa.studio.state.records import StateRow
from diversa.studio.studio import Studio

LOCKED = (
    "INSERT INTO users (id, name, parts, password, is_active, failures, locked_until,"
    " made_at) VALUES (:id, 'ann', 'administrator', :password, 1, 4,"
    " '2999-01-01 00:00:00', '2026-01-01 00:00:00')"
)


def old_state(file):
    """A state of the first version, with a user who is locked out."""
    engine = create_engine(f"sqlite:///{file}")
    password = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("old one")
    scripts = migration_steps()
    with engine.begin() as connection:
        steps = {"fn": lambda now, _: scripts._upgrade_revs("0001", now)}
        context = MigrationContext.configure(connection, opts=steps)
        with Operations.context(context):
            context.run_migrations()
        connection.execute(text(LOCKED), {"id": "0" * 32, "password": password})
    engine.dispose()


def test_a_user_of_before_logs_in_with_the_password_of_before(tmp_path):
    old_state(tmp_path / "studio.sqlite")
    with Studio.start(Settings(tmp_path, password_cost=(1, 8, 1))) as studio:
        assert log_in(studio, "ann", "old one")


def test_the_tables_are_those_of_the_records(studio):
    found = inspect(studio.database.engine)
    for table in StateRow.metadata.sorted_tables:
        columns = {column["name"] for column in found.get_columns(table.name)}
        assert columns == {column.name for column in table.columns}, table.name
