# SPDX-License-Identifier: Apache-2.0
"""Hierarchies: how the values of a quasi-identifier are generalized, level by level.

What is public here is imported when it is first asked for: most runs have one or two
kinds of hierarchies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diversa.registry import LazyImports, imports_of

if TYPE_CHECKING:
    from diversa.hierarchies.automatic_hierarchy import automatic as automatic
    from diversa.hierarchies.coding import Coding as Coding
    from diversa.hierarchies.dates import Dates as Dates
    from diversa.hierarchies.declaration import KINDS as KINDS
    from diversa.hierarchies.declaration import declaration_of as declaration_of
    from diversa.hierarchies.declaration import hierarchy_kind as hierarchy_kind
    from diversa.hierarchies.functions import Functions as Functions
    from diversa.hierarchies.hierarchy import TOP as TOP
    from diversa.hierarchies.hierarchy import Hierarchy as Hierarchy
    from diversa.hierarchies.hierarchy import HierarchyKind as HierarchyKind
    from diversa.hierarchies.intervals import Intervals as Intervals
    from diversa.hierarchies.levels_file import LevelsFile as LevelsFile
    from diversa.hierarchies.levels_file import find_levels_files as find_levels_files
    from diversa.hierarchies.levels_file import write_levels_file as write_levels_file
    from diversa.hierarchies.lookups import Lookups as Lookups
    from diversa.hierarchies.mapping import hierarchy_from as hierarchy_from
    from diversa.hierarchies.masking import Masking as Masking
    from diversa.hierarchies.previews import preview as preview
    from diversa.hierarchies.quantiles import Quantiles as Quantiles
    from diversa.hierarchies.ready_hierarchy import Ready as Ready
    from diversa.hierarchies.rounding import Rounding as Rounding
    from diversa.hierarchies.rows import Rows as Rows
    from diversa.hierarchies.suppression import Suppression as Suppression
    from diversa.hierarchies.taxonomy import Taxonomy as Taxonomy
    from diversa.hierarchies.tree import Tree as Tree

HOMES: LazyImports[Any] = LazyImports(
    {
        name: home
        for name, home in imports_of(__name__).items()
        if home.startswith(__name__)
    }
)
"""The public names, which are those that type checkers see above."""

if not TYPE_CHECKING:
    __all__ = list(HOMES)


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the module holds
    if name not in HOMES:
        raise AttributeError(f"module 'diversa.hierarchies' has no attribute '{name}'")
    return HOMES[name]
