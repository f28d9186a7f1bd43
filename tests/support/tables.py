# SPDX-License-Identifier: Apache-2.0
"""Small tables for tests: rows in plain Python, counted without an engine."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet, frequency_set
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPolicy
from diversa.hierarchies.hierarchy import Hierarchy, HierarchyKind
from diversa.metrics import OBJECTIVES
from diversa.models import SensitiveModel, parse
from diversa.search.task import Task

Ladder = Mapping[object, tuple[object, ...]]
"""For each value its labels on the levels 1, 2, ...; none where there is level 0 only.
"""


@dataclass(frozen=True, eq=False)
class SmallTable:
    """Rows over quasi-identifiers (those with a ladder) and sensitive attributes."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    ladders: Mapping[str, Ladder]
    taxonomies: Mapping[str, HierarchyKind] = field(default_factory=dict)
    missing: MissingPolicy = MissingPolicy.RAISE
    """What None means in a sensitive attribute."""

    @property
    def sensitive(self) -> tuple[str, ...]:
        return tuple(name for name in self.columns if name not in self.ladders)

    @cached_property
    def dictionaries(self) -> tuple[Dictionary, ...]:
        columns = zip(*self.rows, strict=True) if self.rows else [()] * self.width
        counts = [Counter(column) for column in columns]
        return tuple(
            Dictionary.build(name, one.keys(), one.values())
            for name, one in zip(self.columns, counts, strict=True)
        )

    @property
    def width(self) -> int:
        return len(self.columns)

    @cached_property
    def cells(self) -> Cells:
        codes = [
            {value: code for code, value in enumerate([*one.values.tolist(), None])}
            for one in self.dictionaries
        ]
        tuples = Counter(self.rows)
        coded = [
            [code[value] for code, value in zip(codes, row, strict=True)]
            for row in tuples
        ]
        lines = np.array(coded, dtype=np.int32).reshape(len(tuples), self.width)
        counts = np.array(list(tuples.values()), dtype=np.int64)
        return Cells(self.dictionaries, lines, counts)

    @cached_property
    def hierarchies(self) -> tuple[Hierarchy, ...]:
        return tuple(
            Hierarchy.from_labels(one, columns_of(self.ladders[one.column], one))
            for one in self.dictionaries
            if one.column in self.ladders
        )

    def counted(
        self, *, sensitive: Sequence[str] | None = None, levels=None
    ) -> FrequencySet:
        """The frequency set of a node, over all sensitive attributes or some."""
        chosen = self.sensitive if sensitive is None else sensitive
        known = {one.column: self.attribute(one) for one in self.dictionaries}
        return frequency_set(
            self.cells,
            self.hierarchies,
            tuple(known[name] for name in chosen),
            levels=levels,
        )

    def attribute(self, dictionary: Dictionary) -> Sensitive:
        """A sensitive attribute with its taxonomy, if there is one."""
        kind = self.taxonomies.get(dictionary.column)
        tree = None if kind is None else kind.build(dictionary)
        return Sensitive(dictionary, self.missing, tree)

    def task(self, *models, objective="loss", **settings) -> Task:
        """A task with models given as such or by their specs."""
        parsed = [parse(one) if isinstance(one, str) else one for one in models]
        bound = [part for one in parsed for part in one.bind(self.sensitive)]
        looks = any(isinstance(one, SensitiveModel) for one in bound)
        return Task(
            self.counted(sensitive=None if looks else ()),
            tuple(bound),
            OBJECTIVES[objective],
            **settings,
        )


@dataclass(frozen=True, eq=False)
class BuiltOnce:
    """A kind of hierarchy, built once for values however many rows have them."""

    kind: HierarchyKind
    built: dict[tuple[str, ...], Hierarchy] = field(default_factory=dict)

    def build(self, dictionary: Dictionary) -> Hierarchy:
        missing = str(dictionary.missing_code)
        key = (dictionary.column, missing, *map(repr, dictionary.values))
        if key not in self.built:
            self.built[key] = self.kind.build(dictionary)
        return self.built[key]


def columns_of(ladder: Ladder, dictionary: Dictionary) -> list[list[object]]:
    """The labels of every level, each in the order of the dictionary."""
    levels = len(next(iter(ladder.values()), ()))
    return [[ladder[v][level] for v in dictionary.values] for level in range(levels)]


def levels_file(path: Path) -> dict[str, tuple[str, ...]]:
    """Read a ladder: one line per value, ';' between the levels, finest first."""
    with path.open(encoding="utf-8") as file:
        return {line[0]: tuple(line[1:]) for line in csv.reader(file, delimiter=";")}
