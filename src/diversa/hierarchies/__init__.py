# SPDX-License-Identifier: Apache-2.0
"""Hierarchies: how the values of a quasi-identifier are generalized, level by level.

What is public here is imported when it is first asked for: most runs have one or two
kinds of hierarchies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diversa.registry import LazyImports

if TYPE_CHECKING:
    from diversa.hierarchies.automatic_hierarchy import automatic
    from diversa.hierarchies.coding import Coding
    from diversa.hierarchies.dates import Dates
    from diversa.hierarchies.declaration import KINDS, declaration_of, hierarchy_kind
    from diversa.hierarchies.functions import Functions
    from diversa.hierarchies.hierarchy import TOP, Hierarchy, HierarchyKind
    from diversa.hierarchies.intervals import Intervals
    from diversa.hierarchies.levels_file import (
        LevelsFile,
        find_levels_files,
        write_levels_file,
    )
    from diversa.hierarchies.lookups import Lookups
    from diversa.hierarchies.mapping import hierarchy_from
    from diversa.hierarchies.masking import Masking
    from diversa.hierarchies.previews import preview
    from diversa.hierarchies.rounding import Rounding
    from diversa.hierarchies.rows import Rows
    from diversa.hierarchies.suppression import Suppression
    from diversa.hierarchies.taxonomy import Taxonomy
    from diversa.hierarchies.tree import Tree

__all__ = [
    "KINDS",
    "TOP",
    "Coding",
    "Dates",
    "Functions",
    "Hierarchy",
    "HierarchyKind",
    "Intervals",
    "LevelsFile",
    "Lookups",
    "Masking",
    "Rounding",
    "Rows",
    "Suppression",
    "Taxonomy",
    "Tree",
    "automatic",
    "declaration_of",
    "find_levels_files",
    "hierarchy_from",
    "hierarchy_kind",
    "preview",
    "write_levels_file",
]

PUBLIC = {
    "automatic_hierarchy": ("automatic",),
    "coding": ("Coding",),
    "dates": ("Dates",),
    "declaration": ("KINDS", "declaration_of", "hierarchy_kind"),
    "functions": ("Functions",),
    "hierarchy": ("TOP", "Hierarchy", "HierarchyKind"),
    "intervals": ("Intervals",),
    "levels_file": ("LevelsFile", "find_levels_files", "write_levels_file"),
    "lookups": ("Lookups",),
    "mapping": ("hierarchy_from",),
    "masking": ("Masking",),
    "previews": ("preview",),
    "rounding": ("Rounding",),
    "rows": ("Rows",),
    "suppression": ("Suppression",),
    "taxonomy": ("Taxonomy",),
    "tree": ("Tree",),
}
"""The public names of each module."""

HOMES: LazyImports[Any] = LazyImports(
    {
        name: f"diversa.hierarchies.{module}:{name}"
        for module, names in PUBLIC.items()
        for name in names
    }
)


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the module holds
    if name not in HOMES:
        raise AttributeError(f"module 'diversa.hierarchies' has no attribute '{name}'")
    return HOMES[name]
