# SPDX-License-Identifier: Apache-2.0
"""Bring a state to its present form: every step that it has not taken yet."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from diversa.errors import InputError

STEPS = Path(__file__).parent
"""The folder of the steps."""


def upgrade(engine: Engine) -> None:
    """Take every step that was not taken, all of them or none.

    Raises:
        InputError: The state was written by a later version of Diversa.
    """
    scripts = migration_steps()
    with engine.begin() as connection:
        heads = MigrationContext.configure(connection).get_current_heads()
        if set(heads) == set(scripts.get_heads()):
            return
        known = {script.revision for script in scripts.walk_revisions()}
        if not known.issuperset(heads):
            raise InputError(
                "database: the state was written by a later version of Diversa; install"
                " that one"
            )
        take_steps(connection, scripts)


@cache
def migration_steps() -> ScriptDirectory:
    """The steps of this version; each is a module, read once."""
    return ScriptDirectory(str(STEPS))


def take_steps(connection: Connection, scripts: ScriptDirectory) -> None:
    """Run the steps inside a transaction."""

    def steps(revision: Any, context: MigrationContext) -> Any:  # noqa: ANN401 - Alembic
        del context
        return scripts._upgrade_revs("head", revision)

    context = MigrationContext.configure(connection, opts={"fn": steps})
    with Operations.context(context):
        context.run_migrations()
