# SPDX-License-Identifier: Apache-2.0
"""The floor: levels below which nothing is counted, where cells outgrow memory.

Rows whose values share a label on the floor are counted as one: each value is counted
as the first one that has its label there. From the floor upwards every count is as if
all values had been counted, and so are levels, loss and audit; what lies below is not
looked at. A plan names the floor, or the memory that there is does.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diversa.counts.light_numpy import dot_product
from diversa.data.dictionary import Dictionary
from diversa.engines.counting import Counting
from diversa.engines.table import Table
from diversa.errors import PlanError, nearest
from diversa.hierarchies.hierarchy import Hierarchy, HierarchyKind

LOG = logging.getLogger(__name__)
"""Logs the levels that were chosen, never the content of a table."""

CELL_BYTES = 64
"""Bytes of a cell that is counted and searched, besides those of its columns."""

COLUMN_BYTES = 48
"""Bytes of a column of a cell while a lattice is searched."""

SHARE = 2
"""Cells may take one part of the memory in this many; the rows need the rest."""

LEAST_LOSS = 1e-9
"""A step that costs less is taken to cost that."""

Levels = dict[str, int]
"""A level for each of some quasi-identifiers."""


@dataclass(frozen=True, eq=False)
class Floor:
    """The level from which on each quasi-identifier is counted."""

    levels: Mapping[str, int]
    """The levels above 0, by column; nothing where all values are counted."""
    hierarchies: Mapping[str, Hierarchy] = field(default_factory=dict, repr=False)
    """The hierarchy of each column that has a level..."""
    kinds: Mapping[str, HierarchyKind] = field(default_factory=dict, repr=False)
    """... and how it generalizes."""

    @property
    def codes_of_values(self) -> dict[str, NDArray[np.int32]]:
        """For each column, the value as which each value is counted."""
        return {
            name: first_alike(self.hierarchies[name], level)
            for name, level in self.levels.items()
        }


NO_FLOOR = Floor({})
"""Every value is counted."""


@dataclass(frozen=True)
class FloorSearch:
    """The search for the floor of a table: the plan's, or one that fits in memory."""

    engine: Counting
    """The engine that has the table open."""
    table: Table
    """The table."""
    quasi_identifiers: Sequence[str]
    """The columns that may be generalized."""
    kinds: Mapping[str, HierarchyKind]
    """Their declared hierarchies."""
    levels: Mapping[str, int]
    """The levels that the plan names."""
    automatic: bool
    """True if the levels may rise until the cells fit in memory."""
    least: int = 1
    """The least number of rows at an end of the numbers that shape an automatic
    hierarchy."""

    def find(self, dictionaries: Sequence[Dictionary]) -> Floor:
        """The floor for the values of the columns that are counted."""
        capacity = self._capacity(len(dictionaries))
        fits = capacity is None or self.table.rows <= capacity
        if fits and not any(self.levels.values()):
            return NO_FLOOR
        # Imported here: few tables need it.
        from diversa.hierarchies.choice import HierarchyChoice

        choices = {
            values.column: HierarchyChoice.of(
                values, self.kinds.get(values.column), self.least
            )
            for values in dictionaries
            if values.column in self.quasi_identifiers
        }
        hierarchies = {name: choice.hierarchy for name, choice in choices.items()}
        check_levels(self.levels, hierarchies)
        levels = {name: self.levels.get(name, 0) for name in hierarchies}
        if capacity is not None and not fits:
            levels = self._risen(levels, hierarchies, dictionaries, capacity)
        chosen = {name: level for name, level in levels.items() if level}
        return Floor(
            chosen,
            {name: hierarchies[name] for name in chosen},
            {name: choices[name].kind for name in chosen},
        )

    def _capacity(self, columns: int) -> int | None:
        """The number of cells that fit in memory; None where there is no limit."""
        memory = self.engine.budget() if self.automatic else None
        if memory is None:
            return None
        return memory // SHARE // (CELL_BYTES + COLUMN_BYTES * columns)

    def _risen(
        self,
        levels: Levels,
        hierarchies: Mapping[str, Hierarchy],
        dictionaries: Sequence[Dictionary],
        capacity: int,
    ) -> Levels:
        """Raise one level after the other until the cells fit.

        How many cells there would be is estimated for every step, in one pass.
        """
        counts = {values.column: values.counts for values in dictionaries}
        steps = ladder(levels, hierarchies, counts)
        candidates = [Floor(dict(step), hierarchies).codes_of_values for step in steps]
        cells = self.engine.estimate(self.table, dictionaries, candidates)
        last = len(steps) - 1
        fitting = (place for place, number in enumerate(cells) if number <= capacity)
        place = next(fitting, last)
        LOG.info(
            "floor: about %d cells of %d, there may be %d",
            cells[place],
            cells[0],
            capacity,
        )
        return steps[place]


def ladder(
    levels: Levels,
    hierarchies: Mapping[str, Hierarchy],
    counts: Mapping[str, NDArray[np.int64]],
) -> list[Levels]:
    """The levels, then one level raised after the other up to the highest.

    The next one is that which merges most labels for the loss that it costs. By labels
    and not by cells: where nearly every row is a cell of its own, no single step saves
    any.
    """
    steps = [levels]
    while True:
        below = steps[-1]
        nexts = [
            below | {name: level + 1}
            for name, level in below.items()
            if level < hierarchies[name].height
        ]
        if not nexts:
            return steps
        gains = [
            label_reduction(below, above, hierarchies)
            / max(extra_loss(below, above, hierarchies, counts), LEAST_LOSS)
            for above in nexts
        ]
        steps.append(nexts[int(np.argmax(gains))])


def label_reduction(
    before: Levels, after: Levels, hierarchies: Mapping[str, Hierarchy]
) -> float:
    """By which factor labels become fewer, as a logarithm."""
    return sum(
        float(np.log(hierarchy.sizes[before[name]] / hierarchy.sizes[after[name]]))
        for name, hierarchy in hierarchies.items()
    )


def first_alike(hierarchy: Hierarchy, level: int) -> NDArray[np.int32]:
    """For each value, the first one that has the same label on a level.

    >>> zips = Dictionary.build("zip", ["13053", "13068", "14850"], [1, 1, 1])
    >>> labels = [["130**", "130**", "148**"]]
    >>> first_alike(Hierarchy.from_labels(zips, labels), 1).tolist()
    [0, 0, 2]
    """
    codes = hierarchy.maps[level]
    first = np.full(hierarchy.sizes[level], len(codes), dtype=np.int32)
    np.minimum.at(first, codes, np.arange(len(codes), dtype=np.int32))
    alike: NDArray[np.int32] = first[codes]
    return alike


def extra_loss(
    before: Levels,
    after: Levels,
    hierarchies: Mapping[str, Hierarchy],
    counts: Mapping[str, NDArray[np.int64]],
) -> float:
    """The loss by which one choice of levels is beyond another, over all rows."""
    return sum(
        level_loss(hierarchies[name], level, counts[name])
        - level_loss(hierarchies[name], before[name], counts[name])
        for name, level in after.items()
        if level != before[name]
    )


def level_loss(hierarchy: Hierarchy, level: int, counts: NDArray[np.int64]) -> float:
    """The share of detail that a level hides, over the rows of a column (LM)."""
    hidden = (hierarchy.leaves(level) - 1)[hierarchy.maps[level]]
    domain = max(1, len(hierarchy.maps[0]) - 1)
    return float(dot_product(hidden, counts) / max(1, counts.sum()) / domain)


def check_levels(
    levels: Mapping[str, int], hierarchies: Mapping[str, Hierarchy]
) -> None:
    """Refuse a floor of other columns, or above their highest level."""
    faults = [
        f"search.floor: '{name}' must be a quasi-identifier, got another column;"
        f" {nearest(name, list(hierarchies))}"
        for name in levels
        if name not in hierarchies
    ]
    faults += [
        f"search.floor: '{name}' must be at most {hierarchies[name].height}, its"
        f" highest level, got {level}"
        for name, level in levels.items()
        if name in hierarchies and level > hierarchies[name].height
    ]
    if faults:
        raise PlanError(faults)
