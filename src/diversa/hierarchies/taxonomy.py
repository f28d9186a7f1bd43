# SPDX-License-Identifier: Apache-2.0
"""Taxonomies: a tree whose nodes are the values and their generalizations.

Leaves may lie at different depths: level 1 is the parent of the deepest leaves, and a
shorter branch repeats its value until its parent's turn comes. A value of the data may
also be an inner node. A tree is given as paths, or as tables in tables:
``{"lungs": ["flu", "asthma"], "stomach": {"ulcer": {}}}``, or one node per table,
``{"cat": "any", "subcats": [{"cat": "lungs", "subcats": [...]}, ...]}``.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError, SourceError
from diversa.hierarchies.coverage import find_all, plain_text
from diversa.hierarchies.hierarchy import MOST_LEVELS, TOP, Hierarchy, check_height
from diversa.hierarchies.text_lines import check_delimiter, read_lines, read_text
from diversa.hierarchies.tree import Tree

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


HEADER = ["child", "parent"]
"""A first line that only names the columns of a file of edges."""


@dataclass(frozen=True)
class Taxonomy:
    """A tree from a file, or nested in the plan or in Python.

    A `.toml` or `.json` file holds a nested tree. Other files hold
    a way upwards on each line: `child, parent`, or `leaf, parent, ..., root`, or both.

    Example:
        >>> ills = Dictionary.build("illness", ["asthma", "flu", "ulcer"], [1, 2, 1])
        >>> tree = {"any": {"lungs": ["asthma", "flu"], "stomach": ["ulcer"]}}
        >>> Taxonomy(tree=tree).build(ills).labels[1:]
        (('lungs', 'stomach'), ('any',))
    """

    file: Path | None = None
    """The file of the tree."""
    tree: Nested | None = None
    """Instead of a file: the nested tree."""
    root_first: bool = False
    """True if the lines of a file lead from the root down."""
    delimiter: str | None = None
    """Between the names of a line: found from the file when None."""
    encoding: str | None = None
    """A byte order mark decides when None, then UTF-8, then Latin-1."""
    top: bool = True
    """Add `*` as the last level when there is more than one label on it."""

    def __post_init__(self) -> None:
        if (self.file is None) == (self.tree is None):
            raise HierarchyError("taxonomy: give either a file or a tree")
        if self.file is not None:
            object.__setattr__(self, "file", Path(self.file))
        if self.tree is not None:
            check_depth(self.tree, where="taxonomy")
        check_delimiter(self.delimiter, where="taxonomy")

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """Make the hierarchy for the values of one column."""
        source = "the tree" if self.file is None else self.file.name
        parents = parents_of(dictionary, self.ways_up(), by=source)
        tree = plant(dictionary, parents, by=source)
        columns = label_levels(tree, values=len(dictionary.values))
        return Hierarchy.from_labels(dictionary, columns, top=self.top, tree=tree)

    def ways_up(self) -> Iterator[tuple[str, list[str]]]:
        if self.file is None:
            for path in upward_paths(self.tree):
                yield "a node", path
        elif self.file.suffix.lower() in READERS:
            for path in upward_paths(read_nested(self.file, encoding=self.encoding)):
                yield "a node", path
        else:
            lines = read_lines(
                self.file, delimiter=self.delimiter, encoding=self.encoding
            )
            for number, names in lines:
                if [name.lower() for name in names] != HEADER or number > 1:
                    yield f"line {number}", names[:: -1 if self.root_first else 1]


def parents_of(
    dictionary: Dictionary, ways: Iterable[tuple[str, list[str]]], *, by: str
) -> dict[str, str | None]:
    """Collect the parent of every node from ways upwards; None for a root."""
    parents: dict[str, str | None] = {}
    for place, names in ways:
        for child, parent in pairwise(names):
            if child == parent:
                continue
            if (parents.get(child) or parent) != parent:
                raise HierarchyError(
                    f"hierarchy of '{dictionary.column}': each node of {by} must have"
                    f" one parent, got two for {show_node(dictionary, child)}"
                    f" ({place});"
                    " give nodes of different branches different names"
                )
            parents[child] = parent
        parents.setdefault(names[-1], None)
    return parents


def plant(
    dictionary: Dictionary, parents: Mapping[str, str | None], *, by: str
) -> Tree:
    """Number the nodes from the root down; several roots get `*` as their parent."""
    below: dict[str | None, list[str]] = {}
    for child, parent in parents.items():
        below.setdefault(parent, []).append(child)
    roots = below.get(None, [])
    names: list[object] = [roots[0] if len(roots) == 1 else TOP]
    above = [-1]
    nodes = {str(names[0]): 0}
    waiting = [(root, 0, 1) for root in roots if root not in nodes]
    waiting += [(child, 0, 1) for child in below.get(str(names[0]), [])]
    for name, node_above, depth in waiting:  # breadth first: the list grows as we go
        check_height(dictionary.column, depth)
        # Only the node above all roots can be met again: it is below another one, too.
        refuse_cycle(dictionary, [name] if name in nodes else [], by=by)
        nodes[name] = len(names)
        waiting += [(child, len(names), depth + 1) for child in below.get(name, [])]
        names.append(name)
        above.append(node_above)
    refuse_cycle(dictionary, [name for name in parents if name not in nodes], by=by)
    codes = find_all(dictionary, nodes, by=by)
    if dictionary.missing_code is not None:
        codes.append(len(names))
        names.append(None)
        above.append(0)
    return Tree(tuple(names), np.array(above, np.int32), np.array(codes, np.int32))


def refuse_cycle(dictionary: Dictionary, lost: list[str], *, by: str) -> None:
    """Raise when nodes were not reached from the root."""
    if lost:
        raise HierarchyError(
            f"hierarchy of '{dictionary.column}': {by} must be a tree, got a circle"
            f" through {show_node(dictionary, lost[0])}; a node cannot be above itself"
        )


def show_node(dictionary: Dictionary, name: str) -> str:
    """Name a node in a message unless the column is sensitive."""
    return "a node" if dictionary.sensitive else f"'{name}'"


def label_levels(tree: Tree, *, values: int) -> list[list[str]]:
    """Give the label of each value on each level, from just above the values."""
    columns = []
    for depth in range(tree.height - 1, -1, -1):
        reached = np.minimum(tree.depths[:values], depth)
        ancestors = tree.paths[np.arange(values), reached]
        columns.append([str(tree.names[node]) for node in ancestors])
    return columns
