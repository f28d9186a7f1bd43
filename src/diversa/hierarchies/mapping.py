# SPDX-License-Identifier: Apache-2.0
"""Hierarchies from the Python objects in which people already keep them.

The first of `DESCRIPTIONS` that fits decides. Frames are recognized by what they can
do, so no frame library is imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np

from diversa.data.dictionary import is_missing
from diversa.errors import HierarchyError
from diversa.hierarchies.declaration import hierarchy_kind, kind_names
from diversa.hierarchies.functions import Functions
from diversa.hierarchies.grid import is_number
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.hierarchies.intervals import Intervals
from diversa.hierarchies.levels_file import LevelsFile
from diversa.hierarchies.lookups import Lookups
from diversa.hierarchies.rows import Rows
from diversa.hierarchies.taxonomy import READERS, Taxonomy

NAMED_LEVEL = {"name", "values", "default", "loss"}
"""The keys of a level that has a name."""

FRAME_ROWS: dict[str, Callable[[Any], Iterable[tuple[object, ...]]]] = {
    "itertuples": lambda frame: frame.itertuples(index=False, name=None),
    "iter_rows": lambda frame: frame.iter_rows(),
    "to_pydict": lambda frame: zip(*frame.to_pydict().values(), strict=True),
}
"""The rows of frames of pandas, Polars and PyArrow, by a method that only one of them
has."""


class Description(NamedTuple):
    """A shape of object, the test for it, and its conversion."""

    name: str
    fits: Callable[[Any], bool]
    make: Callable[[Any], HierarchyKind]


def hierarchy_from(source: object) -> HierarchyKind:
    """Recognize the shape of an object that describes a hierarchy.

    Args:
        source: A kind (`Intervals(...)`), a plan's table, a path to a levels file or
            tree, a frame or list of rows (leaf first), columns by level number
            (`{0: values, 1: labels, ...}`), one look-up table or function per
            level, widths of intervals, or a nested tree.

    Example:
        >>> hierarchy_from([0, 5, 10])
        Intervals(widths=(5, 10), cuts=(), origin=0, low=None, high=None, \
open_ends=False, top=True)
        >>> hierarchy_from({0: ["a", "b", "a"], 1: ["A", "B", "A"]})
        Rows(rows=(('a', 'A'), ('b', 'B')), top=True)
    """
    for shape in DESCRIPTIONS:
        if shape.fits(source):
            return shape.make(source)
    raise HierarchyError(
        f"hierarchy: a {type(source).__name__} of this shape is not recognized;"
        f" there are: {', '.join(shape.name for shape in DESCRIPTIONS)}"
    )


def is_each(source: object, test: Callable[[Any], bool]) -> bool:
    """True if a source is a list of parts that all pass a test."""
    return isinstance(source, list | tuple) and bool(source) and all(map(test, source))


def is_table(part: object) -> bool:
    """True if a part maps keys to values."""
    return isinstance(part, Mapping)


def is_named_level(part: object) -> bool:
    """True if a part is a level with a name."""
    return isinstance(part, Mapping) and "name" in part and part.keys() <= NAMED_LEVEL


def is_row(part: object) -> bool:
    """True if a part is a row of labels."""
    return isinstance(part, list | tuple | np.ndarray) and len(part) > 0


def by_level(source: object, *, first: int) -> bool:
    """True if the keys of a source number levels."""
    return (
        isinstance(source, Mapping)
        and bool(source)
        and set(source) == set(range(first, first + len(source)))
    )


def is_lookup(source: object) -> bool:
    """True if a source maps values straight to labels."""
    if not isinstance(source, Mapping) or not source or "cat" in source:
        return False
    return all(isinstance(label, str | int | float) for label in source.values())


def from_file(source: str | Path) -> HierarchyKind:
    """Read nested trees from TOML and JSON, levels from any other file."""
    path = Path(source)
    nested = path.suffix.lower() in READERS
    return Taxonomy(file=path) if nested else LevelsFile(path)


def from_frame(frame: object) -> HierarchyKind:
    """Take the columns of a frame as levels, leaf first."""
    rows = next(rows for name, rows in FRAME_ROWS.items() if hasattr(frame, name))
    return Rows(tuple(rows(frame)))


def from_columns(columns: Mapping[int, Iterable[object]]) -> HierarchyKind:
    """Take one column per level: a look-up table, or aligned with the rows of data."""
    levels = [list(columns[level]) for level in range(len(columns))]
    lengths = {len(level) for level in levels}
    if len(lengths) > 1:
        raise HierarchyError(
            "hierarchy: the columns of its levels must be of equal length, got"
            f" {sorted(lengths)}; give each value its label on every level"
        )
    rows = zip(*levels, strict=True)
    return Rows(tuple(dict.fromkeys(row for row in rows if not is_missing(row[0]))))


def from_widths(widths: Iterable[Any]) -> HierarchyKind:
    """Take widths of intervals; a first 0 is the level of the values."""
    plain = [w.item() if isinstance(w, np.number) else w for w in widths]
    return Intervals(tuple(width for width in plain if width != 0))


def from_named_levels(levels: Iterable[Mapping[str, Any]]) -> HierarchyKind:
    """Take levels with names; one that changes nothing is the values themselves.

    The loss given with a level is not used: losses are counted from the leaves.
    """
    kept = [level for level in levels if level.get("values") or level.get("default")]
    return Lookups(
        tuple(level.get("values") or {} for level in kept),
        tuple(str(level.get("default") or "") for level in kept),
    )


def from_declaration(source: Mapping[str, object] | str) -> HierarchyKind:
    """Read the table of a plan; files are sought from the working directory."""
    table = {"kind": source} if isinstance(source, str) else source
    return hierarchy_kind(table, base=Path())


def as_functions(source: object) -> HierarchyKind:
    """Take one function per level."""
    listed = source if isinstance(source, list | tuple) else [source]
    return Functions(tuple(cast("Iterable[Callable[[Any], object]]", listed)))


DESCRIPTIONS: tuple[Description, ...] = (
    Description("a kind with build()", lambda s: hasattr(s, "build"), lambda s: s),
    Description(
        "the name of a kind",
        lambda s: isinstance(s, str) and s in kind_names(),
        from_declaration,
    ),
    Description("a path", lambda s: isinstance(s, str | Path), from_file),
    Description(
        "a frame", lambda s: any(hasattr(s, m) for m in FRAME_ROWS), from_frame
    ),
    Description(
        "a plan's table",
        lambda s: is_table(s) and isinstance(s.get("kind"), str),
        from_declaration,
    ),
    Description(
        "tables by level number",
        lambda s: by_level(s, first=1) and all(map(is_table, s.values())),
        lambda s: Lookups(tuple(s[level] for level in sorted(s))),
    ),
    Description(
        "columns by level number",
        lambda s: by_level(s, first=0) and not is_lookup(s),
        from_columns,
    ),
    Description("a table of labels", is_lookup, lambda s: Lookups((s,))),
    Description("a nested tree", is_table, lambda s: Taxonomy(tree=s)),
    Description("a function", callable, as_functions),
    Description("a list of functions", lambda s: is_each(s, callable), as_functions),
    Description("a list of widths", lambda s: is_each(s, is_number), from_widths),
    Description(
        "a list of named levels",
        lambda s: is_each(s, is_named_level),
        from_named_levels,
    ),
    Description(
        "a list of nested trees",
        lambda s: is_each(s, lambda part: is_table(part) and "cat" in part),
        lambda s: Taxonomy(tree=s),
    ),
    Description("a list of tables", lambda s: is_each(s, is_table), Lookups),
    Description("a list of rows", lambda s: is_each(s, is_row), Rows),
)
"""The descriptions that are recognized, in the order in which they are tried."""
