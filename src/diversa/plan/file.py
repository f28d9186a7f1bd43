# SPDX-License-Identifier: Apache-2.0
"""Plan files: a plan as TOML, in and out; every fault is reported at once."""

from __future__ import annotations

import datetime as dt
import json
import math
import tomllib
from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal
from pathlib import Path
from typing import Any

from diversa.errors import PlanError, SourceError, nearest
from diversa.hierarchies.grid import Number, shortest
from diversa.models.parameters import write_number
from diversa.plan.column_tables import COLUMN_TABLES
from diversa.plan.faults import Faults
from diversa.plan.former_names import (
    former_keys,
    former_tables,
    with_names_of_today,
)
from diversa.plan.plan import Plan
from diversa.plan.settings import SECTIONS
from diversa.setting import settings_of
from diversa.setting_kind import show_value


def read_plan(path: Path | str) -> Plan:
    """Read a plan file; relative paths in it start from its folder."""
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise SourceError(
            f"plan: cannot read '{file}' ({error.strerror}); write one with"
            " `diversa suggest INPUT > plan.toml`"
        ) from None
    except UnicodeDecodeError:
        raise SourceError(f"plan: '{file}' must be UTF-8 text") from None
    except ValueError:
        raise SourceError(f"plan: must be the path of a file, got {path!r}") from None
    return plan_from_toml(text, base=file.parent)


def plan_from_toml(text: str, *, base: Path | str = ".") -> Plan:
    """Read a plan from TOML text."""
    try:
        tables = tomllib.loads(text, parse_float=read_float)
    except (ValueError, RecursionError) as error:
        raise PlanError(f"plan: must be TOML; {error}") from None
    return plan_from_tables(tables, base=Path(base))


def read_float(text: str) -> Number:
    """Read a number with a point; one that no float holds stays a decimal."""
    return shortest(Decimal(text.replace("_", "")))


def plan_from_tables(tables: Mapping[str, Any], *, base: Path) -> Plan:
    """Read a plan from its tables, collecting every fault."""
    faults = Faults()
    known = [part.name for part in fields(Plan)]
    tables = with_names_of_today(tables, former_tables(), "", faults)
    for name in tables:
        if name not in known:
            faults.add(f"[{name}] is not a table of a plan; {nearest(name, known)}")
    values: dict[str, Any] = {
        name: read_section(tables, name, section, base, faults)
        for name, section in SECTIONS.items()
    }
    values |= {name: read_lines(tables, name, base, faults) for name in COLUMN_TABLES}
    faults.raise_any()
    return Plan(**values)


def read_section(
    tables: Mapping[str, Any], name: str, section: type[Any], base: Path, faults: Faults
) -> object:
    """Read a table whose keys are the settings of a section."""
    table = tables.get(name, {})
    if not isinstance(table, Mapping):
        faults.add(f"[{name}] must be a table, got {show_value(table)}")
        return None
    settings, values = settings_of(section), {}
    table = with_names_of_today(table, former_keys(section), f"{name}.", faults)
    for key, value in table.items():
        if key not in settings:
            faults.add(f"{name}.{key} is not known; {nearest(key, list(settings))}")
            continue
        with faults.caught(f"{name}.{key}"):
            values[key] = settings[key].read(value, base)
    return section(**values)


def read_lines(
    tables: Mapping[str, Any], name: str, base: Path, faults: Faults
) -> dict[str, object]:
    """Read a table whose keys are columns."""
    table = tables.get(name, {})
    if not isinstance(table, Mapping):
        faults.add(f"[{name}] must be a table of columns, got {show_value(table)}")
        return {}
    lines = {}
    for column, value in table.items():
        with faults.caught(f"{name}.{column}"):
            lines[column] = COLUMN_TABLES[name].read(column, value, base)
    return lines


ORDER = (
    "roles",
    "people",
    "linked",
    "kinds",
    "identifiers",
    "hierarchies",
    "privacy",
    "search",
    "report",
    "reading",
    "writing",
)
"""The tables of a plan in the order in which they are written."""


def plan_to_toml(plan: Plan, *, base: Path | None = None) -> str:
    """Write a plan as TOML, which `plan_from_toml` reads as an equal plan.

    Args:
        plan: The plan; settings that have their defaults are left out.
        base: The folder of the plan file, from which paths inside it start.
    """
    tables = {
        name: (section_table if name in SECTIONS else column_table)(name, plan, base)
        for name in ORDER
    }
    blocks = [
        f"[{name}]\n" + "".join(f"{key(k)} = {toml(v)}\n" for k, v in table.items())
        for name, table in tables.items()
        if table
    ]
    return "\n".join(blocks)


def section_table(name: str, plan: Plan, base: Path | None) -> dict[str, object]:
    """The settings of a section that differ from their defaults."""
    section = getattr(plan, name)
    settings = settings_of(type(section))
    return {
        key: settings[key].kind.write(value, base)
        for key, value in section.explicit_settings.items()
    }


def column_table(name: str, plan: Plan, base: Path | None) -> dict[str, object]:
    """The settings of each column in a plan."""
    lines = getattr(plan, name)
    return {
        column: COLUMN_TABLES[name].write(value, base)
        for column, value in lines.items()
    }


def key(name: str) -> str:
    """Write a key; quoted where TOML wants it."""
    plain = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if plain else quote(name)


def quote(text: str) -> str:
    """Write a text; JSON leaves one character as it is that TOML forbids."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml(value: object) -> str:
    """Write a value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key(str(k))} = {toml(v)}" for k, v in value.items())
        return f"{{ {inside} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml(one) for one in value)}]"
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return write_number(value)  # type: ignore[arg-type]
