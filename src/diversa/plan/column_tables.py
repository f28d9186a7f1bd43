# SPDX-License-Identifier: Apache-2.0
"""The tables of a plan that have a line for each column.

They hold hierarchies, kinds of columns, and treatments of identifiers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diversa.data.dictionary import Kind
from diversa.data.identifiers import (
    KEY_VARIABLE,
    SHORTEST_KEY,
    Drop,
    KeyedHash,
    Mask,
    Tokens,
    Treatment,
)
from diversa.errors import PlanError
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.setting_kind import SettingError


@dataclass(frozen=True)
class ColumnTable:
    """A table of a plan whose keys are columns."""

    meaning: str
    """One sentence for people."""
    read: Callable[[str, Any, Path], Any]
    """Read the line of a column; relative paths start from a folder."""
    accept: Callable[[str, Any], Any]
    """Take the value that Python gives for a column."""
    write: Callable[[Any, Path | None], object]
    """Write the value of a column as a plan file holds it."""
    formerly: tuple[str, ...] = ()
    """Names that the table had before, which are still read."""


def read_kind(value: object) -> Kind:
    """Read the kind of a column of a text file."""
    words = [kind.value for kind in Kind]
    if isinstance(value, str) and value in words:
        return Kind(value)
    raise SettingError(f"must be one of {', '.join(words)}", value)


def read_hierarchy(
    column: str, value: Mapping[str, object], base: Path
) -> HierarchyKind:
    """Read the line of a hierarchy in a plan file."""
    from diversa.hierarchies.declaration import hierarchy_kind  # it knows every kind

    return hierarchy_kind(value, base=base, table=f"hierarchies.{column}")


def write_hierarchy(kind: HierarchyKind, base: Path | None) -> object:
    """Write a hierarchy as a plan file holds it."""
    from diversa.hierarchies.declaration import declaration_of

    return declaration_of(kind, base=base)


def accept_hierarchy(column: str, source: object) -> HierarchyKind:
    """Take a description of a hierarchy; an error names the column."""
    from diversa.hierarchies.mapping import hierarchy_from

    try:
        return hierarchy_from(source)
    except PlanError as error:
        faults = [f"hierarchies.{column}: {fault}" for fault in error.faults]
        raise PlanError(faults) from None


TREATMENTS: dict[str, type[Any]] = {
    "drop": Drop,
    "hash": KeyedHash,
    "tokens": Tokens,
    "mask": Mask,
}
"""Every treatment by the name it has in a plan."""


def accept_treatment(value: object) -> Treatment:
    """Take a treatment, or its word in a plan."""
    return value if isinstance(value, Treatment) else read_treatment(value)


def read_treatment(value: object) -> Treatment:
    """Read the treatment of an identifier: a word, or a table for `hash`."""
    table = value if isinstance(value, Mapping) else {"treatment": value}
    name, variable = table.get("treatment"), table.get("key_variable", KEY_VARIABLE)
    if not isinstance(name, str) or name not in TREATMENTS:
        raise SettingError(f"must be one of {', '.join(TREATMENTS)}", name)
    keys = ["treatment", "key_variable"] if name == "hash" else ["treatment"]
    for key in table:
        if key not in keys:
            raise SettingError(f"must have the keys {' and '.join(keys)}", key)
    if name != "hash":
        treatment: Treatment = TREATMENTS[name]()
        return treatment
    if not isinstance(variable, str):
        raise SettingError("key_variable must be a text", variable)
    return KeyedHash(key_from(variable), variable)


def write_treatment(treatment: Treatment) -> str | dict[str, str]:
    """Write a treatment as a plan holds it; the key stays where it is."""
    name = next(word for word, made in TREATMENTS.items() if made is type(treatment))
    if isinstance(treatment, KeyedHash) and treatment.variable != KEY_VARIABLE:
        return {"treatment": name, "key_variable": treatment.variable}
    return name


def key_from(variable: str) -> bytes:
    """Take the key of a keyed hash from the environment, never from a file."""
    key = os.environ.get(variable, "").encode(errors="surrogateescape")
    if len(key) < SHORTEST_KEY:
        raise SettingError(
            f"needs a key of at least {SHORTEST_KEY} bytes in the environment variable"
            f" {variable}",
            f"{len(key)} bytes",
        )
    return key


COLUMN_TABLES: dict[str, ColumnTable] = {
    "hierarchies": ColumnTable(
        "How the values of a quasi-identifier are generalized; chosen by the values"
        " where nothing is said.",
        read_hierarchy,
        accept_hierarchy,
        write_hierarchy,
    ),
    "kinds": ColumnTable(
        "Columns of a text file that hold a number or a date.",
        lambda _column, value, _base: read_kind(value),
        lambda _column, value: read_kind(value),
        lambda kind, _base: kind.value,
        formerly=("columns",),
    ),
    "identifiers": ColumnTable(
        "What happens to an identifier: drop, hash (with a key in the environment),"
        " tokens or mask.",
        lambda _column, value, _base: read_treatment(value),
        lambda _column, value: accept_treatment(value),
        lambda treatment, _base: write_treatment(treatment),
    ),
}
"""Every such table by its name in a plan, which is a field of `Plan` as well."""
