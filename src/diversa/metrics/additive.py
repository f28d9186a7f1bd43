# SPDX-License-Identifier: Apache-2.0
"""Objectives that add a cost in [0, 1] per published value; a suppressed value costs 1.

The loss metric and precision are of this form. Without suppression the cost of a node
follows from the marginal counts alone, which lets a search skip most nodes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Floats, Ints
from diversa.counts.kernels.arrays import Prices
from diversa.counts.kernels.costs import attribute_costs, costs_below
from diversa.counts.level_maps import LevelMaps
from diversa.counts.light_numpy import dot_product
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics.objective import (
    Marginals,
    Node,
    Outcome,
    Weighted,
    factors,
    sum_over_attributes,
)

DIGITS = 12
"""Decimals of costs, so that equal ones compare as equal."""


class Additive(Weighted):
    """The mean over rows and quasi-identifiers of a cost per published value.

    Costs are counted in whole parts: sums of integers are exact, so the order of the
    groups carries nothing into the choice of a node.
    """

    @abstractmethod
    def parts(self, hierarchy: Hierarchy, level: int) -> Ints:
        """The cost of each code of a level in parts; grows from level to level."""

    @abstractmethod
    def whole(self, hierarchy: Hierarchy) -> int:
        """Parts of a cost of 1, the cost of a suppressed value."""

    def cost(self, outcome: Outcome) -> float:
        maps, spent = outcome.frequency_set.maps, self._spent(outcome)
        return self.total(maps, spent, outcome.suppressed, outcome.rows)

    def by_attribute(self, outcome: Outcome) -> Floats:
        """The mean cost of every quasi-identifier over all rows."""
        maps, spent = outcome.frequency_set.maps, self._spent(outcome)
        return self._means(maps, spent, outcome.suppressed, outcome.rows)

    def _spent(self, outcome: Outcome) -> Ints:
        """The cost of the published rows for each quasi-identifier, in parts."""
        frequency_set = outcome.frequency_set
        return attribute_costs(
            frequency_set.codes,
            frequency_set.group_rows,
            outcome.kept,
            self.prices(frequency_set.maps, frequency_set.levels),
        )

    def prices(self, maps: LevelMaps, node: Node) -> Prices:
        parts = self._tables(maps).parts
        return Prices(parts.begins(node), parts.costs)

    def total(self, maps: LevelMaps, spent: Ints, gone: int, rows: int) -> float:
        means = self._means(maps, spent, gone, rows)
        if self.weights:
            means *= factors(self.weights, maps.hierarchies)
        return round(float(np.add.reduce(means)) / max(1, len(means)), DIGITS)

    def _means(self, maps: LevelMaps, spent: Ints, gone: int, rows: int) -> Floats:
        return (spent / self._tables(maps).wholes + gone) / max(1, rows)

    def floor(self, terms: Marginals) -> Floats:
        # What a node costs where no row is removed; removing a row saves nothing.
        means = self.level_means(terms)
        return sum_over_attributes(means) / max(1, len(means))

    def level_means(self, terms: Marginals) -> list[Floats]:
        """The mean cost of every attribute on each of its levels, by its weight."""
        return [
            factor
            * np.array(
                [
                    dot_product(
                        self.parts(hierarchy, level)[hierarchy.step(0, level)], counts
                    )
                    for level in range(hierarchy.height + 1)
                ]
            )
            / (self.whole(hierarchy) * max(1, terms.rows))
            for factor, hierarchy, counts in zip(
                factors(self.weights, terms.hierarchies),
                terms.hierarchies,
                terms.counts,
                strict=True,
            )
        ]

    def level_penalties(self, outcome: Outcome, gone: Ints) -> Floats:
        # The penalty is a sum over attributes: one line each, one column per level.
        node, levels = outcome.frequency_set, outcome.levels
        savings = self._tables(node.maps).savings
        widths, begins = savings.sizes(levels), savings.begins(levels)
        penalties = np.zeros(savings.places.shape)
        some = np.flatnonzero(gone)
        for place, level in enumerate(levels):
            rows = np.bincount(node.codes[place, some], gone[some], widths[place])
            end = begins[place] + (level + 1) * widths[place]
            lines = savings.costs[begins[place] : end].reshape(level + 1, widths[place])
            penalties[place, : level + 1] = dot_product(lines, rows)
        return penalties / max(1, len(levels) * outcome.rows)

    def least_between(
        self, terms: Marginals, low: Node, high: Node, penalties: Floats | None
    ) -> float:
        # A sum over attributes is least where each of them is.
        key = "level floors", self
        floors = terms.memo.once(key, lambda: self._level_floors(terms))
        costs = floors if penalties is None else floors + penalties
        level = np.arange(floors.shape[1])
        between = (level >= np.array(low)[:, None]) & (level <= np.array(high)[:, None])
        return float(np.where(between, costs, np.inf).min(axis=1).sum())

    def _level_floors(self, terms: Marginals) -> Floats:
        """The part of each level in the floor, one line per attribute."""
        means = self.level_means(terms)
        floors = np.zeros((len(means), max(map(len, means), default=0)))
        for place, line in enumerate(means):
            floors[place, : len(line)] = line
        return floors / max(1, len(means))

    def penalty(self, outcome: Outcome, gone: Ints) -> Floats:
        # A row that is removed at a node below costs 1 instead of what its values cost
        # there: at most what the dearest code of that level costs, of those that the
        # row may have because it has some code here.
        frequency_set = outcome.frequency_set
        levels, savings = frequency_set.levels, self._tables(frequency_set.maps).savings
        costs = costs_below(
            frequency_set.codes,
            gone,
            savings.begins(levels),
            savings.sizes(levels),
            np.array(levels, dtype=np.int64),
            savings.costs,
        )
        shape = tuple(level + 1 for level in levels)
        return costs.reshape(shape) / max(1, len(levels) * outcome.rows)

    def _tables(self, maps: LevelMaps) -> CostTables:
        """The costs of all codes of all levels, computed once."""
        key = "cost tables", self
        return maps.memo.once(key, lambda: self._cost_tables(maps.hierarchies))

    def _cost_tables(self, hierarchies: Sequence[Hierarchy]) -> CostTables:
        return CostTables(
            LevelCosts.of(
                [each_level(self.parts, hierarchy) for hierarchy in hierarchies]
            ),
            LevelCosts.of(
                [
                    [factor * costs for costs in each_level(self.savings, hierarchy)]
                    for factor, hierarchy in zip(
                        factors(self.weights, hierarchies), hierarchies, strict=True
                    )
                ]
            ),
            np.array([self.whole(hierarchy) for hierarchy in hierarchies]),
        )

    def savings(self, hierarchy: Hierarchy, level: int) -> Floats:
        """The least saving of a row with a code of a level, against a cost of 1.

        One line for every level up to this one, one column per code.
        """
        dearest = np.zeros((level + 1, hierarchy.sizes[level]))
        for lower in range(level + 1):
            upper = hierarchy.step(lower, level)
            np.maximum.at(dearest[lower], upper, self.parts(hierarchy, lower))
        return 1 - dearest / self.whole(hierarchy)


def each_level(
    costs: Callable[[Hierarchy, int], NDArray[Any]], hierarchy: Hierarchy
) -> list[NDArray[Any]]:
    """The costs of the codes of every level of an attribute."""
    return [costs(hierarchy, level) for level in range(hierarchy.height + 1)]


@dataclass(frozen=True, eq=False)
class LevelCosts:
    """Costs of the codes of every level of every attribute, in one array."""

    costs: NDArray[Any] = field(repr=False)
    """All of them, one after the other."""
    places: Ints = field(repr=False)
    """Begin of the costs of an attribute (line) and a level (column)."""
    widths: Ints = field(repr=False)
    """Number of codes of each."""

    @classmethod
    def of(cls, costs: Sequence[Sequence[NDArray[Any]]]) -> LevelCosts:
        """Lay the arrays of every attribute and level out."""
        shape = len(costs), max((len(line) for line in costs), default=0)
        places, widths = np.zeros((2, *shape), dtype=np.int64)
        end = 0
        for attribute, line in enumerate(costs):
            for level, codes in enumerate(line):
                places[attribute, level] = end
                widths[attribute, level] = codes.shape[-1]
                end += codes.size
        flat = [codes.ravel() for line in costs for codes in line]
        return cls(np.concatenate(flat) if flat else np.zeros(0), places, widths)

    @cached_property
    def _firsts(self) -> Ints:
        """Begin of the line of each attribute among all places."""
        return np.arange(len(self.places)) * self.places.shape[1]

    def begins(self, levels: Sequence[int]) -> Ints:
        """Begin of the costs of a node's levels."""
        return self.places.take(self._firsts + levels)

    def sizes(self, levels: Sequence[int]) -> Ints:
        """Number of codes of a node's levels."""
        return self.widths.take(self._firsts + levels)


@dataclass(frozen=True, eq=False)
class CostTables:
    """The costs of the codes of all levels."""

    parts: LevelCosts = field(repr=False)
    """The cost of a row with a code, in parts."""
    savings: LevelCosts = field(repr=False)
    """The least saving of such a row against a cost of 1, on the levels below, too."""
    wholes: Ints = field(repr=False)
    """Parts of a cost of 1, for each attribute."""
