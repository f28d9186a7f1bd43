# SPDX-License-Identifier: Apache-2.0
"""A table of people with its hierarchies, counted in memory for searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet, frequency_set
from diversa.counts.groups import Groups
from diversa.counts.level_maps import KEY_SPACE
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary, Kind
from diversa.hierarchies.hierarchy import Hierarchy, HierarchyKind
from diversa.metrics import OBJECTIVES
from diversa.models import Model, SensitiveModel, parse
from diversa.search.evaluator import Evaluator
from diversa.search.lattice.incognito import incognito
from diversa.search.task import Task


@dataclass(frozen=True)
class Steps:
    """A hierarchy that is told by what each value becomes on each level above it."""

    steps: Sequence[Mapping[str, str]] = ()
    """For each level from 1 on, the label of every value; none leaves values alone."""

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """Build the hierarchy for the values that occur."""
        values = dictionary.values.tolist()
        return Hierarchy.from_labels(
            dictionary, [[step[value] for value in values] for step in self.steps]
        )


@dataclass(frozen=True, eq=False)
class Microdata:
    """Codes of every row, column by column."""

    codes: Mapping[str, NDArray[np.int32]] = field(repr=False)
    """The code of each row in the dictionary of a column."""
    dictionaries: Mapping[str, Dictionary] = field(repr=False)
    """The values of each column."""
    kinds: Mapping[str, HierarchyKind] = field(default_factory=dict, repr=False)
    """How columns become coarser, or what their values mean."""

    @classmethod
    def of_values(
        cls,
        columns: Mapping[str, NDArray[Any]],
        kinds: Mapping[str, HierarchyKind],
        *,
        numbers: Sequence[str] = (),
    ) -> Microdata:
        """Code the values of a table.

        Args:
            columns: The value of each row, by column.
            kinds: The hierarchies.
            numbers: Columns whose values are numbers.
        """
        codes, dictionaries = {}, {}
        for name, column in columns.items():
            values, code, counts = np.unique(
                column, return_inverse=True, return_counts=True
            )
            kind = Kind.NUMBER if name in numbers else Kind.TEXT
            dictionary = Dictionary.build(
                name, values.tolist(), counts.tolist(), kind=kind
            )
            place = {value: at for at, value in enumerate(dictionary.values.tolist())}
            moved = np.array(
                [place[value] for value in values.tolist()], dtype=np.int32
            )
            codes[name], dictionaries[name] = moved[code], dictionary
        return cls(codes, dictionaries, kinds)

    @property
    def rows(self) -> int:
        """Rows of the table."""
        return len(next(iter(self.codes.values())))

    @cached_property
    def _hierarchies(self) -> dict[str, Hierarchy]:
        return {}

    def hierarchy(self, name: str) -> Hierarchy:
        """The hierarchy of a column."""
        if name not in self._hierarchies:
            built = self.kinds[name].build(self.dictionaries[name])
            self._hierarchies[name] = built
        return self._hierarchies[name]

    def sensitive(self, name: str) -> Sensitive:
        """A sensitive column, with the tree of its values where there is one."""
        tree = self.hierarchy(name) if name in self.kinds else None
        return Sensitive(self.dictionaries[name], taxonomy=tree)

    def cells(self, names: Sequence[str]) -> Cells:
        """The distinct tuples over some columns."""
        dictionaries = tuple(self.dictionaries[name] for name in names)
        sizes = [dictionary.size for dictionary in dictionaries]
        if prod(sizes) >= KEY_SPACE:
            raise ValueError(f"{names}: must have fewer tuples, got {prod(sizes):.3g}")
        keys = np.zeros(self.rows, dtype=np.int64)
        for name, size in zip(names, sizes, strict=True):
            keys = keys * size + self.codes[name]
        distinct, counts = np.unique(keys, return_counts=True)
        codes = np.empty((len(distinct), len(names)), dtype=np.int32)
        for place in range(len(names) - 1, -1, -1):
            codes[:, place] = distinct % sizes[place]
            distinct //= sizes[place]
        return Cells(dictionaries, codes, counts.astype(np.int64))

    def finest(
        self, quasi_identifiers: Sequence[str], sensitive: Sequence[str] = ()
    ) -> FrequencySet:
        """The frequency set of the bottom node."""
        return frequency_set(
            self.cells([*quasi_identifiers, *sensitive]),
            [self.hierarchy(name) for name in quasi_identifiers],
            [self.sensitive(name) for name in sensitive],
        )

    def task(
        self,
        quasi_identifiers: Sequence[str],
        *specs: str,
        sensitive: Sequence[str] = (),
        objective: str = "loss",
        limit: int = 0,
    ) -> Task:
        """What a search is asked; sensitive columns count only if a model looks."""
        models = bound(specs, sensitive)
        looks = any(isinstance(model, SensitiveModel) for model in models)
        finest = self.finest(quasi_identifiers, sensitive if looks else ())
        return Task(finest, models, OBJECTIVES[objective], limit=limit)


def bound(specs: Sequence[str], sensitive: Sequence[str]) -> tuple[Model, ...]:
    """Models from their specs, each bound to the column that it looks at."""
    return tuple(model for spec in specs for model in parse(spec).bind(sensitive))


def groups_at(task: Task, node: Sequence[int]) -> Groups:
    """The groups of a node."""
    return Evaluator(task).outcome(tuple(node)).frequency_set.groups


def minimal_nodes(task: Task) -> list[list[int]]:
    """The satisfying nodes below which none satisfies, for models that prune."""
    satisfying = incognito(task).satisfying
    assert satisfying is not None
    return np.argwhere(task.lattice.minimal(satisfying)).tolist()
