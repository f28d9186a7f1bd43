# SPDX-License-Identifier: Apache-2.0
"""Hierarchies: how the values of a quasi-identifier are generalized, level by level."""

from __future__ import annotations

from diversa.hierarchies.automatic import automatic
from diversa.hierarchies.coding import Coding
from diversa.hierarchies.dates import Dates
from diversa.hierarchies.declared import KINDS, declaration_of, hierarchy_kind
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
from diversa.hierarchies.preview import preview
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
