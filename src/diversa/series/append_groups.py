# SPDX-License-Identifier: Apache-2.0
"""The groups of a table that grows: their published rows, and those that wait."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import combine_sensitive
from diversa.counts.groups import Groups
from diversa.counts.histogram import sum_entries
from diversa.counts.sensitive import Sensitive
from diversa.data.missing import MissingPolicy
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.models.model import Model
from diversa.search.task import holding
from diversa.tables.hierarchy_choice import with_taxonomies
from diversa.tables.role_cells import select_cells


@dataclass(frozen=True, eq=False)
class GroupRows:
    """The rows of groups by their sensitive values: published ones, and others."""

    cells: Cells = field(repr=False)
    """A cell for each group and tuple of sensitive values: the first column is the
    number of the group. Its counts are all rows, whether they are published or wait."""
    published: Ints = field(repr=False)
    """Published rows of each cell."""
    waiting: Ints = field(repr=False)
    """Rows of each cell that wait."""
    names: tuple[str, ...]
    """The sensitive attributes."""
    missing: MissingPolicy
    """The meaning of a missing sensitive value."""
    trees: dict[str, HierarchyKind] = field(default_factory=dict, repr=False)
    """The taxonomies of sensitive attributes."""

    @cached_property
    def group(self) -> Codes:
        """The group of each cell."""
        return self.cells.codes[:, 0]

    @cached_property
    def groups(self) -> int:
        """The number of groups."""
        return int(self.group.max(initial=-1)) + 1

    def attributes(self, cells: Cells) -> tuple[Sensitive, ...]:
        """The sensitive attributes of some cells."""
        plain = (Sensitive(cells.dictionary(name), self.missing) for name in self.names)
        return with_taxonomies(tuple(plain), self.trees)

    @cached_property
    def combined(self) -> tuple[Codes, Codes, tuple[Sensitive, ...]]:
        """The tuple of each cell, all tuples, and the sensitive attributes."""
        sensitive = self.attributes(self.cells)
        return (*combine_sensitive(self.cells, sensitive), sensitive)

    def parts(self, part: Ints, cell: Ints, rows: Ints) -> tuple[Ints, Groups]:
        """Parts of groups: entries of a part, a cell and rows; empty parts are gone."""
        values, combinations, sensitive = self.combined
        filled = rows > 0
        number, place = np.unique(part[filled], return_inverse=True)
        made = sum_entries(
            place, len(number), values[cell[filled]], len(combinations), rows[filled]
        )
        return number, Groups(*made, combinations, sensitive)

    def at(self, rows: Ints, models: Sequence[Model]) -> Bools:
        """True for groups in which the models hold, or which are empty.

        The table is what these rows are: models that compare with it look at them.
        """
        holds = np.ones(self.groups, dtype=bool)
        filled = rows > 0
        counted = Cells(self.cells.dictionaries, self.cells.codes, rows)
        dictionaries = tuple(
            replace(one, counts=counted.rows_of(one.column))
            for one in counted.dictionaries
        )
        cells = select_cells(replace(counted, dictionaries=dictionaries), filled)
        sensitive = self.attributes(cells)
        values, combinations = combine_sensitive(cells, sensitive)
        number, place = np.unique(self.group[filled], return_inverse=True)
        made = sum_entries(place, len(number), values, len(combinations), cells.counts)
        holds[number] = holding(models, Groups(*made, combinations, sensitive))
        return holds
