# SPDX-License-Identifier: Apache-2.0
"""Which hierarchy a column gets: the one that is declared, or one by its values."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import Hierarchy, HierarchyKind

if TYPE_CHECKING:
    from diversa.hierarchies.coding import Coding


@dataclass(frozen=True, eq=False)
class Choice:
    """The hierarchy of a column, and who chose it."""

    dictionary: Dictionary = field(repr=False)
    """The values of the column."""
    kind: HierarchyKind
    """How the values are generalized."""
    declared: bool
    """Whether it was declared; else it was chosen by the values."""

    @classmethod
    def of(cls, dictionary: Dictionary, declared: HierarchyKind | None) -> Choice:
        """The declared hierarchy of a column, or an automatic one."""
        if declared is not None:
            return cls(dictionary, declared, declared=True)
        from diversa.hierarchies.automatic_hierarchy import (
            automatic,  # it knows every kind
        )

        return cls(dictionary, automatic(dictionary), declared=False)

    @property
    def column(self) -> str:
        """The name of the column."""
        return self.dictionary.column

    @cached_property
    def hierarchy(self) -> Hierarchy:
        """The hierarchy, for the values of the column."""
        return self.kind.build(self.dictionary)

    @property
    def coded(self) -> Coding | None:
        """The coding of the ends of the scale, if there is one."""
        from diversa.hierarchies.coding import Coding

        return self.kind if isinstance(self.kind, Coding) else None

    def without_coding(self) -> Hierarchy:
        """What a levels file can hold: a line per value, none of them coded."""
        if self.coded is None:
            return self.hierarchy
        return Choice.of(self.dictionary, self.coded.then).hierarchy
