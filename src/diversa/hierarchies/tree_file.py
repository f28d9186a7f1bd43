# SPDX-License-Identifier: Apache-2.0
"""Nested trees: tables in tables, as TOML, JSON and Python write them.

``{"lungs": ["flu", "asthma"], "stomach": {"ulcer": {}}}``, or one node per table,
``{"cat": "any", "subcats": [{"cat": "lungs", "subcats": [...]}, ...]}``.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from diversa.errors import HierarchyError, SourceError
from diversa.hierarchies.coverage import plain_text
from diversa.hierarchies.hierarchy import MOST_LEVELS
from diversa.hierarchies.text_lines import read_text

Nested = Mapping[str, object] | list[object] | tuple[object, ...]
"""A nested tree or forest."""

DEEPEST = MOST_LEVELS + 1
"""The most tables and lists in each other; the last one holds the values."""

READERS = {".json": json.loads, ".toml": tomllib.loads}
"""The parsers of files with nested trees, by the suffix of the file."""


def read_nested(path: Path, *, encoding: str | None = None) -> Nested:
    """Read a nested tree from a TOML or JSON file."""
    text = read_text(path, encoding=encoding)
    try:
        tree = READERS[path.suffix.lower()](text)
    except RecursionError:
        raise too_deep(str(path)) from None
    except ValueError as error:
        raise SourceError(
            f"{path}: the file must be {path.suffix[1:].upper()}, got {error}"
        ) from None
    check_depth(tree, where=str(path))
    return tree


def check_depth(tree: object, *, where: str) -> None:
    """Refuse a tree that is nested so deeply that reading it would not end well."""
    waiting = [(tree, 0)]
    while waiting:
        branch, depth = waiting.pop()
        if depth > DEEPEST:
            raise too_deep(where)
        if isinstance(branch, Mapping):
            waiting += [(part, depth + 1) for part in branch.values()]
        elif isinstance(branch, list | tuple):
            waiting += [(part, depth + 1) for part in branch]


def too_deep(where: str) -> HierarchyError:
    """The error for a tree that is nested too deeply."""
    return HierarchyError(
        f"{where}: a tree must have at most {DEEPEST} tables and lists in each other,"
        " got more; leave some levels out"
    )


def upward_paths(tree: object) -> Iterator[list[str]]:
    """Give each node of a nested tree with its parent: `[child, parent]` or `[root]`.

    >>> list(upward_paths({"any": {"lungs": ["flu"]}}))
    [['any'], ['lungs', 'any'], ['flu', 'lungs']]
    """
    waiting: list[tuple[object, list[str]]] = [(tree, [])]
    while waiting:
        branch, above = waiting.pop()
        for name, below in children(branch):
            yield [name, *above]
            waiting.append((below, [name]))


def children(branch: object) -> Iterator[tuple[str, object]]:
    """Give the names directly inside a branch, each with what is below it."""
    if isinstance(branch, Mapping) and "cat" in branch:
        yield plain_text(branch["cat"]), branch.get("subcats")
    elif isinstance(branch, Mapping):
        for name, below in branch.items():
            yield plain_text(name), below
    elif isinstance(branch, list | tuple):
        for part in branch:
            yield from children(part)
    elif branch is not None:
        yield leaf(branch), None


def leaf(value: object) -> str:
    """Take a single value as a leaf."""
    if isinstance(value, str | int | float):
        return plain_text(value)
    raise HierarchyError(
        "taxonomy: a nested tree must hold tables, lists and names, got"
        f" {type(value).__name__}"
    )
