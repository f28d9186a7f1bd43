# SPDX-License-Identifier: Apache-2.0
"""Objectives: metrics that a search over the lattice can minimize.

A search never compares what it has not counted, so an objective also states two
bounds: the least that a node costs before anything is counted, and the least that the
removal of rows adds on every node below.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools, Floats, Ints
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.kernels.arrays import Prices
from diversa.counts.level_maps import LevelMaps
from diversa.errors import PlanError
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.memo import Memo

Node = tuple[int, ...]
"""One level per quasi-identifier."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """A node with its groups: those that hold are published, the others removed."""

    frequency_set: FrequencySet = field(repr=False)
    """The groups of the node."""
    kept: Bools = field(repr=False)
    """The groups that are published."""
    rows: int
    """Rows of the original table."""
    complete: bool = field(init=False)
    """True if every group is published."""

    def __post_init__(self) -> None:
        # Asked of every node, so that a cached property with its lock is too slow.
        object.__setattr__(self, "complete", bool(self.kept.all()))

    @property
    def levels(self) -> tuple[int, ...]:
        """The node."""
        return self.frequency_set.levels

    @cached_property
    def groups(self) -> int:
        """Number of published groups."""
        return int(self.kept.sum())

    @cached_property
    def rows_out(self) -> int:
        """Number of published rows."""
        rows = self.frequency_set.group_rows
        return self.rows if self.complete else int(rows[self.kept].sum())

    @cached_property
    def suppressed(self) -> int:
        """Number of removed rows."""
        return self.rows - self.rows_out


class Objective(ABC):
    """A metric to minimize over the nodes of a lattice."""

    name: ClassVar[str]
    """The name in a plan and in JSON."""

    @abstractmethod
    def cost(self, outcome: Outcome) -> float:
        """The cost of the node; lower is better.

        Where no row is removed it must not fall from a node to one above it: searches
        that need no suppression skip all nodes above a valid one.
        """

    def with_weights(self, weights: Mapping[str, Fraction]) -> Objective:
        """The same with attributes that count more than others, or less.

        Args:
            weights: How much attributes count; 1 where nothing is said.

        Raises:
            PlanError: The objective is no sum over attributes.
        """
        del weights
        raise PlanError(
            "search.weights: must come with an objective that adds up what each"
            f" attribute loses (loss, precision, height), got {self.name}; choose one"
            " of these or leave the weights out"
        )

    def value(self, outcome: Outcome) -> float:
        """The metric as people know it; the cost unless higher is better."""
        return self.cost(outcome)

    def floor(self, terms: Marginals) -> Floats:
        """The least that every node can cost, in the shape of the lattice.

        It must hold whatever rows are removed at the node. By default it is 0, which is
        right where no node costs less; a higher floor lets a search skip more nodes.
        """
        return np.zeros([hierarchy.height + 1 for hierarchy in terms.hierarchies])

    def penalty(self, outcome: Outcome, gone: Ints) -> Floats | float:
        """The least that removing so many rows of each group adds to the floors.

        It must hold at this node and at every node below it, where the rows are in
        smaller groups and others may be removed too: one number for all of them, or
        one for each in the shape of that part of the lattice.
        """
        del outcome, gone
        return 0.0

    def prices(self, maps: LevelMaps, node: Node) -> Prices | None:
        """The cost of a row with each code of each attribute, as a whole number.

        None if costs are no sum over rows and attributes.
        """
        del maps, node
        return None

    def total(self, maps: LevelMaps, spent: Ints, gone: int, rows: int) -> float:
        """The cost of a node, from the prices of the rows that are left.

        Args:
            maps: Those of the quasi-identifiers.
            spent: What the rows that are left cost for each attribute.
            gone: The rows that are removed.
            rows: Rows of the original table.
        """
        raise NotImplementedError

    def level_penalties(self, outcome: Outcome, gone: Ints) -> Floats | None:
        """Facts for `least_between` about rows that must go at a node and below.

        Like `penalty`, for lattices that are too large for an array of all nodes.
        """
        del outcome, gone
        return None

    def least_between(
        self, terms: Marginals, low: Node, high: Node, penalties: Floats | None
    ) -> float:
        """The least that any node can cost that lies between two nodes.

        Args:
            terms: What is known before grouping.
            low: The lowest node.
            high: The highest node.
            penalties: The `level_penalties` of the highest node; None for nothing.
        """
        del terms, low, high, penalties
        return 0.0


class Weighted(Objective):
    """An objective that is a sum over attributes, each by its weight."""

    weights: Mapping[str, Fraction] = MappingProxyType({})
    """The weight of each attribute; 1 by default."""

    def with_weights(self, weights: Mapping[str, Fraction]) -> Weighted:
        objective = copy(self)
        objective.weights = dict(weights)
        return objective


@dataclass(frozen=True, eq=False)
class Marginals:
    """Facts of a table before grouping: rows per value of each attribute."""

    hierarchies: Sequence[Hierarchy]
    """One per quasi-identifier."""
    counts: Sequence[Ints]
    """Rows of each code of level 0 of each attribute; coding joins values there."""
    rows: int
    """Rows of the table."""
    memo: Memo = field(default_factory=Memo, init=False, repr=False)


def factors(
    weights: Mapping[str, Fraction], hierarchies: Sequence[Hierarchy]
) -> Floats:
    """The weight of every attribute, 1 on average.

    >>> from types import SimpleNamespace
    >>> age, sex = SimpleNamespace(attribute="age"), SimpleNamespace(attribute="sex")
    >>> factors({"age": Fraction(3)}, [age, sex]).tolist()
    [1.5, 0.5]
    """
    every = [weights.get(hierarchy.attribute, Fraction(1)) for hierarchy in hierarchies]
    mean = sum(every, Fraction(0)) / max(1, len(every))
    return np.array([float(weight / mean) for weight in every])


def sum_over_attributes(terms: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Add one number per attribute and level up to a number per node.

    >>> sum_over_attributes([np.array([0, 10]), np.array([1, 2, 3])]).tolist()
    [[1, 2, 3], [11, 12, 13]]
    """
    total = np.zeros((), dtype=np.int64)
    for term in terms:
        total = total[..., None] + term
    return total
