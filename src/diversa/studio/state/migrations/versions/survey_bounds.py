# SPDX-License-Identifier: Apache-2.0
"""Surveys take a bounded number of answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
"""The name of this step."""

down_revision = "0002"
"""The step before it."""

BOUNDS = {"most_answers": "10000", "most_per_address": "100"}
"""The bounds of surveys that were made without them."""


def upgrade() -> None:
    """Give every survey its bounds."""
    for name, bound in BOUNDS.items():
        column = sa.Column(name, sa.Integer(), nullable=False, server_default=bound)
        op.add_column("surveys", column)
