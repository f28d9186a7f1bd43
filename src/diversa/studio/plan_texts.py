# SPDX-License-Identifier: Apache-2.0
"""Plans that come from outside: they must not name files of this machine."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from diversa.errors import PlanError
from diversa.plan.file import plan_from_toml
from diversa.plan.plan import Plan

NAMING = ("file", "population")
"""Settings of a plan that name a file."""


def plan_from_text(text: str) -> Plan:
    """Read a plan that somebody sent.

    Raises:
        PlanError: It is no plan, or names files: the studio opens none but its own.
    """
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise PlanError(f"plan: must be TOML; {error}") from None
    refuse_files(tables)
    plan = plan_from_toml(text, base=Path("/nonexistent"))
    is_said = "spreadsheet_safe" in tables.get("writing", {})
    return plan if is_said else with_safe_cells(plan)


def with_safe_cells(plan: Plan) -> Plan:
    """A plan whose CSV files run nothing in a spreadsheet: people open them there."""
    return replace(plan, writing=replace(plan.writing, spreadsheet_safe=True))


def refuse_files(declared: Mapping[str, object]) -> None:
    """Refuse tables of a plan that name a file.

    >>> refuse_files({"kind": "rows", "rows": [["a", "*"]]})
    """
    faults = [
        f"{name}: must not name a file in the studio; write the levels as rows"
        for name in file_settings(declared)
    ]
    if faults:
        raise PlanError(faults)


def file_settings(declared: Mapping[str, object], where: str = "") -> Iterator[str]:
    """The places where tables of a plan name files."""
    for name, value in declared.items():
        place = f"{where}.{name}" if where else str(name)
        if name in NAMING and isinstance(value, str | Mapping):
            # A column may have such a name: then it is a table with a kind.
            is_column = isinstance(value, Mapping) and "kind" in value
            if not is_column:
                yield place
                continue
        if isinstance(value, Mapping):
            yield from file_settings(value, place)
