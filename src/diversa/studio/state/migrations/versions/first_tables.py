# SPDX-License-Identifier: Apache-2.0
"""The first tables, and a log that is only added to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
"""The name of this step."""

down_revision = None
"""The step before it."""

SQLITE = tuple(
    f"CREATE TRIGGER log_no_{verb.lower()} BEFORE {verb} ON log BEGIN"
    " SELECT RAISE(ABORT, 'the log is only added to'); END"
    for verb in ("UPDATE", "DELETE")
)
"""Keep what the log says, in SQLite."""

POSTGRES = (
    "CREATE FUNCTION log_is_kept() RETURNS trigger LANGUAGE plpgsql AS"
    " $$ BEGIN RAISE EXCEPTION 'the log is only added to'; END $$",
    "CREATE TRIGGER log_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON log"
    " FOR EACH STATEMENT EXECUTE FUNCTION log_is_kept()",
)
"""Keep what the log says, in PostgreSQL."""


def upgrade() -> None:
    """Make every table."""
    make_log()
    make_projects()
    make_users()
    make_jobs()
    make_log_ins()
    make_releases()
    make_surveys()
    make_tokens()
    make_decisions()
    keep_log()


def keep_log() -> None:
    """Let the database refuse changes of the log."""
    dialect = op.get_bind().dialect.name
    for statement in SQLITE if dialect == "sqlite" else POSTGRES:
        op.execute(statement)


def make_log() -> None:
    """Make the table."""
    op.create_table(
        "log",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(length=100), nullable=False),
        sa.Column("what", sa.String(length=100), nullable=False),
        sa.Column("project_id", sa.String(length=32), nullable=True),
        sa.Column("about", sa.String(length=400), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def make_projects() -> None:
    """Make the table."""
    op.create_table(
        "projects",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("source", sa.String(length=20), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_by", sa.String(length=100), nullable=False),
        sa.Column("four_eyes", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("next_release", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def make_users() -> None:
    """Make the table."""
    op.create_table(
        "users",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("parts", sa.String(length=400), nullable=False),
        sa.Column("password", sa.String(length=400), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("locked_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )


def make_jobs() -> None:
    """Make the table."""
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("project_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("phase", sa.String(length=20), nullable=False),
        sa.Column("share", sa.Double(), nullable=False),
        sa.Column("failure", sa.String(length=4000), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_by", sa.String(length=100), nullable=False),
        sa.Column("began_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("release_id", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_jobs_project_id", "jobs", ["project_id"], unique=False)


def make_log_ins() -> None:
    """Make the table."""
    op.create_table(
        "log_ins",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.String(length=32), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash"),
    )


def make_releases() -> None:
    """Make the table."""
    op.create_table(
        "releases",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("project_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_by", sa.String(length=100), nullable=False),
        sa.Column("manifest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_releases_project_id", "releases", ["project_id"], unique=False)


def make_surveys() -> None:
    """Make the table."""
    op.create_table(
        "surveys",
        sa.Column("project_id", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("link", sa.String(length=64), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("project_id"),
        sa.UniqueConstraint("link"),
    )


def make_tokens() -> None:
    """Make the table."""
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("user_id", sa.String(length=32), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("hash"),
    )


def make_decisions() -> None:
    """Make the table."""
    op.create_table(
        "decisions",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("release_id", sa.String(length=32), nullable=False),
        sa.Column("verdict", sa.String(length=20), nullable=False),
        sa.Column("by", sa.String(length=100), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("note", sa.String(length=2000), nullable=False),
        sa.ForeignKeyConstraint(["release_id"], ["releases.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ix_decisions_release_id", "decisions", ["release_id"], unique=False
    )
