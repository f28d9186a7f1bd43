# SPDX-License-Identifier: Apache-2.0
"""Hierarchies as a plan declares them: a table with a kind and the kind's settings.

``{ kind = "intervals", widths = [5, 10, 20], origin = 1 }``. The settings of a kind are
the fields of its class; every fault of a table is reported at once.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError, PlanError, nearest
from diversa.hierarchies.automatic_hierarchy import automatic
from diversa.hierarchies.coding import Coding
from diversa.hierarchies.coverage import plain_text
from diversa.hierarchies.dates import Dates
from diversa.hierarchies.grid import is_number
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.hierarchies.intervals import Intervals
from diversa.hierarchies.levels_file import LevelsFile
from diversa.hierarchies.lookups import Lookups
from diversa.hierarchies.masking import Masking
from diversa.hierarchies.quantiles import Quantiles
from diversa.hierarchies.ready_hierarchy import Ready, ready_names
from diversa.hierarchies.rounding import Rounding
from diversa.hierarchies.rows import Rows
from diversa.hierarchies.suppression import Suppression
from diversa.hierarchies.taxonomy import Taxonomy, parents_of
from diversa.hierarchies.text_lines import read_lines
from diversa.setting_kind import format_path

KINDS: dict[str, type[Any]] = {
    "coding": Coding,
    "dates": Dates,
    "intervals": Intervals,
    "levels": LevelsFile,
    "lookups": Lookups,
    "masking": Masking,
    "quantiles": Quantiles,
    "ready": Ready,
    "rounding": Rounding,
    "rows": Rows,
    "suppression": Suppression,
    "taxonomy": Taxonomy,
}
"""Every kind that a plan can declare, by its name there."""


def kind_names() -> tuple[str, ...]:
    """Every word that may follow `kind =`: the kinds, and the ready hierarchies."""
    return (*KINDS, *ready_names())


def is_int(value: object) -> bool:
    """True if a value is a whole number; true and false do not count."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_text(value: object) -> bool:
    """True if a value is a text."""
    return isinstance(value, str)


def list_of(test: Callable[[object], bool]) -> Callable[[object], bool]:
    """Make a test for lists whose parts all pass a test."""
    return lambda value: isinstance(value, list | tuple) and all(map(test, value))


def is_list(value: object) -> bool:
    """True if a value is a list."""
    return isinstance(value, list | tuple)


TYPES: dict[str, tuple[str, Callable[[object], bool]]] = {
    "Number": ("a number", is_number),
    "HierarchyKind": ("a hierarchy", lambda value: isinstance(value, Mapping)),
    "Path": ("the path of a file", is_text),
    "bool": ("true or false", lambda value: isinstance(value, bool)),
    "int": ("a whole number", is_int),
    "str": ("a text", is_text),
    "Nested": ("a nested tree", lambda v: isinstance(v, Mapping) or is_list(v)),
    "tuple[int, ...]": ("a list of whole numbers", list_of(is_int)),
    "int | tuple[int, ...]": (
        "a whole number or a list of them",
        lambda value: is_int(value) or list_of(is_int)(value),
    ),
    "tuple[Number, ...]": ("a list of numbers", list_of(is_number)),
    "tuple[str, ...]": ("a list of texts", list_of(is_text)),
    "tuple[tuple[Number, ...], ...]": (
        "a list of lists of numbers",
        list_of(list_of(is_number)),
    ),
    "tuple[tuple[object, ...], ...]": ("a list of lists", list_of(is_list)),
    "tuple[Mapping[object, object], ...]": (
        "a list of tables",
        list_of(lambda value: isinstance(value, Mapping)),
    ),
}
"""The values that a plan may give for a field, by the type of the field."""


def hierarchy_kind(
    declaration: Mapping[str, object], *, base: Path, table: str = "hierarchies"
) -> HierarchyKind:
    """Read the `table` of one hierarchy: its `kind` and the settings of that kind.

    Relative paths start from `base`, usually the folder of the plan.

    Example:
        >>> hierarchy_kind({"kind": "masking", "length": 5, "keep": 3}, base=Path())
        Masking(length=5, keep=3, steps=1, direction='right', zeros=False, \
character='*', top=True)
    """
    if not isinstance(declaration, Mapping):
        raise PlanError(f"[{table}] must be a table with a kind, got {declaration!r}")
    settings = dict(declaration)
    name = settings.pop("kind", None)
    if not isinstance(name, str) or name not in kind_names():
        advice = nearest(str(name), kind_names())
        raise PlanError(f"[{table}] kind must be a known kind, got {name!r}; {advice}")
    if name not in KINDS:
        settings, name = {"name": name, **settings}, "ready"
    faults = [f"[{table}] {fault}" for fault in find_faults(name, settings, base=base)]
    if faults:
        raise PlanError(faults)
    if "file" in settings:
        settings["file"] = base / str(settings["file"])
    if isinstance(then := settings.get("then"), Mapping):
        settings["then"] = hierarchy_kind(then, base=base, table=f"{table}.then")
    try:
        kind: HierarchyKind = KINDS[name](**settings)
    except HierarchyError as error:
        raise PlanError(f"[{table}] {error}") from None
    return kind


def settings_of(kind: type[Any]) -> dict[str, Field[Any]]:
    """Give the fields of a kind by name."""
    return {field.name: field for field in fields(kind)}


def find_faults(name: str, settings: Mapping[str, object], *, base: Path) -> list[str]:
    """The faults of the settings of a kind."""
    declared = settings_of(KINDS[name])
    faults = [
        f"{key} is not a setting of '{name}'; {nearest(key, list(declared))}"
        for key in settings
        if key not in declared
    ]
    faults += [
        f"{key} must be given for '{name}'"
        for key, field in declared.items()
        if field.default is MISSING and key not in settings
    ]
    for key, value in settings.items():
        if key in declared:
            faults += wrong_type(key, value, declared[key])
    file = settings.get("file")
    if isinstance(file, str) and not (base / file).is_file():
        faults.append(f"file must be a file, got '{file}'; paths start from {base}")
    return faults


def wrong_type(key: str, value: object, field: Field[Any]) -> list[str]:
    """Say that a setting has the wrong type, if it has."""
    noun, test = TYPES[str(field.type).removesuffix(" | None")]
    if test(value):
        return []
    got = repr(value) if isinstance(value, str | int | float) else "another"
    return [f"{key} must be {noun}, got {got}"]


def declaration_of(kind: HierarchyKind, *, base: Path | None = None) -> dict[str, Any]:
    """Write a kind as the table of a plan; settings with their defaults are left out.

    Relative paths of the plan start from `base`.

    Example:
        >>> declaration_of(Intervals((5, 10), origin=1))
        {'kind': 'intervals', 'widths': [5, 10], 'origin': 1}
        >>> declaration_of(Ready("countries"))
        {'kind': 'countries'}
    """
    names = {builder: name for name, builder in KINDS.items()}
    if type(kind) not in names:
        raise HierarchyError(
            f"hierarchy: a {type(kind).__name__} cannot be declared in a plan; write it"
            " with write_levels_file and declare kind = 'levels'"
        )
    declaration: dict[str, Any] = {"kind": names[type(kind)]}
    for key, field in settings_of(type(kind)).items():
        value = getattr(kind, key)
        if value != field.default:
            declaration[key] = plain(value, base=base)
    if isinstance(kind, Ready):
        declaration["kind"] = declaration.pop("name")
    return declaration


def plain(value: object, *, base: Path | None) -> object:
    """A setting as a value of TOML."""
    if type(value) in KINDS.values():
        return declaration_of(cast("HierarchyKind", value), base=base)
    if isinstance(value, Path):
        return format_path(value, base)
    if isinstance(value, Mapping):
        return {plain_text(key): plain(part, base=base) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part, base=base) for part in value]
    if isinstance(value, str | bool | int | float | Decimal | dt.date | dt.time):
        return value
    return plain_text(value)


def without_files(kind: HierarchyKind, dictionary: Dictionary) -> HierarchyKind | None:
    """The same hierarchy as a plan can declare it without naming a file.

    None for a hierarchy that only Python can hold, such as functions.
    """
    if isinstance(kind, Coding):
        inner = without_files(kind.then or automatic(dictionary), dictionary)
        return None if inner is None else replace(kind, then=inner)
    if isinstance(kind, LevelsFile):
        lines = read_lines(kind.file, delimiter=kind.delimiter, encoding=kind.encoding)
        return Rows(tuple(tuple(labels) for _, labels in lines), top=kind.top)
    if isinstance(kind, Taxonomy) and kind.file is not None:
        parents = parents_of(dictionary, kind.ways_up(), by=kind.file.name)
        return Taxonomy(tree=nest(parents.items()), top=kind.top)
    return kind if type(kind) in KINDS.values() else None


def nest(parents: Iterable[tuple[str, str | None]]) -> list[object]:
    """A nested tree from each node and its parent.

    >>> nest([("any", None), ("lungs", "any")])
    [{'cat': 'any', 'subcats': [{'cat': 'lungs', 'subcats': []}]}]
    """
    pairs = list(parents)
    below: dict[str, list[object]] = {name: [] for name, _ in pairs}
    roots: list[object] = []
    for name, parent in pairs:
        siblings = roots if parent is None else below[parent]
        siblings.append({"cat": name, "subcats": below[name]})
    return roots
