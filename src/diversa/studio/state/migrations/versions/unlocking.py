# SPDX-License-Identifier: Apache-2.0
"""Nobody is locked out any more; users can be unlocked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
"""The name of this step."""

down_revision = "0001"
"""The step before it."""


def upgrade() -> None:
    """Put the moment of unlocking in the place of the lock."""
    op.drop_column("users", "failures")
    op.drop_column("users", "locked_until")
    moment = sa.DateTime(timezone=True)
    op.add_column("users", sa.Column("unlocked_at", moment, nullable=True))
