# SPDX-License-Identifier: Apache-2.0
"""At most so many rows of a person, as a plan allows: others are not counted."""

from __future__ import annotations

from dataclasses import replace
from secrets import randbits

from diversa.engines.engine import Engine
from diversa.plan.plan import Plan
from diversa.tables.table_input import OpenedTable

KEY_BITS = 128
"""Bits of the key by which the rows of a person are drawn."""


def draw_rows(engine: Engine, opened: OpenedTable, plan: Plan) -> OpenedTable:
    """The table with at most as many rows of a person as the plan allows."""
    person, most = plan.roles.person, plan.people.rows
    if person is None or not isinstance(most, int):
        return opened
    # Nobody who knows a row may work out whether it was drawn, so that the key is
    # secret and forgotten, unless the owner wants to repeat a run.
    asked = "seed" in plan.search.explicit_settings
    seed = plan.search.seed if asked else randbits(KEY_BITS)
    # By columns with a role: what else a source has must not change what is drawn.
    table = engine.draw(opened.table, person, most, seed=seed, columns=plan.roles.every)
    return replace(opened, table=table)
