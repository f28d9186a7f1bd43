# SPDX-License-Identifier: Apache-2.0
"""Rules mined from a table: nobody with these quasi-identifiers has this value.

Such a rule is a fact of the table, and where it is no chance it is known to others too:
no man has ovarian cancer. Only exact zeros are facts, and only those are kept that the
number of tests does not explain.

Reference:
    After T. Li, N. Li, Injector: Mining Background Knowledge for Data Anonymization,
    ICDE 2008.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.attacks.rule_significance import chances_of_so_few, holm
from diversa.counts.cells import Cells
from diversa.counts.frequency_classes import frequency_classes, number_order
from diversa.data.dictionary import Dictionary

CONDITIONS = 2
"""Default for the most conditions of a rule."""

SUPPORT = 30
"""Default for the least rows that have the conditions of a rule."""

LEVEL = 0.05
"""Level of significance of all rules together."""

MOST_TESTS = 1 << 22
"""Most pairs of conditions and a value that are tested."""


@dataclass(frozen=True)
class Rule:
    """Nobody who fulfils the conditions has the value."""

    conditions: tuple[tuple[int, int], ...]
    """Places of attributes, each with the number of a class of its values."""
    value: int
    """The code of the sensitive value."""
    rows: int
    """Rows that fulfil the conditions."""


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of a table on one sensitive attribute."""

    rules: tuple[Rule, ...] = field(repr=False)
    """The rules of which no part is a rule."""
    tests: int
    """Pairs of conditions and a value that were tested."""
    zeros: int
    """Those that no row has."""
    significant: int
    """Those among them that are no chance, also if a part of them is one of them."""

    def exclusions(self, classes: Codes, values: int) -> Bools:
        """Mark the values that each tuple cannot have: a line for each tuple.

        Args:
            classes: For each attribute, the class of each tuple; -1 for none.
            values: The number of values.
        """
        marks = np.zeros((classes.shape[1], values), dtype=np.bool_)
        for rule in self.rules:
            fits = np.ones(classes.shape[1], dtype=np.bool_)
            for attribute, number in rule.conditions:
                fits &= classes[attribute] == number
            marks[fits, rule.value] = True
        return marks


@dataclass(frozen=True, eq=False)
class ClassCells:
    """A table by classes of its quasi-identifiers, and one sensitive attribute."""

    classes: Codes = field(repr=False)
    """For each attribute, the class of each line."""
    values: Codes = field(repr=False)
    """The sensitive value of each line."""
    counts: Ints = field(repr=False)
    """Rows of each line."""
    class_of: tuple[Codes, ...] = field(repr=False)
    """For each attribute, the class of each of its values."""

    @classmethod
    def of(cls, cells: Cells, names: Sequence[str], on: str) -> ClassCells:
        """Cut the attributes of a table into classes."""
        class_of, columns = [], []
        for name in names:
            dictionary, codes = cells.dictionary(name), cells.column(name)
            rows = np.zeros(dictionary.size, dtype=np.int64)
            np.add.at(rows, codes, cells.counts)
            class_of.append(frequency_classes(dictionary, rows, lower=True))
            columns.append(class_of[-1][codes])
        return cls(
            np.array(columns, dtype=np.int32).reshape(len(names), len(cells.counts)),
            cells.column(on).astype(np.int32),
            cells.counts,
            tuple(class_of),
        )

    def merge(self) -> ClassCells:
        """The same table with one line for each class tuple and value."""
        key = self.values.astype(np.int64)
        for column in self.classes:
            _, key = np.unique(
                key * (int(column.max(initial=0)) + 1) + column, return_inverse=True
            )
        _, first, line = np.unique(key, return_index=True, return_inverse=True)
        counts = np.zeros(len(first), dtype=np.int64)
        np.add.at(counts, line, self.counts)
        return ClassCells(
            self.classes[:, first], self.values[first], counts, self.class_of
        )


@dataclass(frozen=True, eq=False)
class Candidates:
    """Conditions on the same attributes that enough rows fulfil."""

    attributes: tuple[int, ...]
    """The attributes."""
    classes: Codes = field(repr=False)
    """For each attribute, its class in each condition."""
    rows: Ints = field(repr=False)
    """For each condition, rows of each value."""


def candidates(
    cells: ClassCells, attributes: tuple[int, ...], support: int, values: int
) -> Candidates:
    """The conditions on some attributes that enough rows fulfil."""
    key = np.zeros(len(cells.counts), dtype=np.int64)
    for attribute in attributes:
        column = cells.classes[attribute]
        key = key * (int(column.max(initial=0)) + 1) + column
    _, first, condition = np.unique(key, return_index=True, return_inverse=True)
    rows = np.zeros(len(first), dtype=np.int64)
    np.add.at(rows, condition, cells.counts)
    frequent = rows >= support
    place = np.cumsum(frequent) - 1
    inside = frequent[condition]
    both = np.zeros((int(frequent.sum()), values), dtype=np.int64)
    lines = place[condition[inside]], cells.values[inside]
    np.add.at(both, lines, cells.counts[inside])
    return Candidates(
        attributes, cells.classes[list(attributes)][:, first[frequent]], both
    )


def mine(
    cells: ClassCells,
    *,
    values: int,
    conditions: int = CONDITIONS,
    support: int = SUPPORT,
    level: float = LEVEL,
) -> Rules | None:
    """Mine the rules of a table; None if there are too many tests.

    Args:
        cells: The table.
        values: The number of sensitive values.
        conditions: Most conditions of a rule.
        support: Least rows that fulfil the conditions.
        level: Level of significance of all rules together.
    """
    merged = cells.merge()
    having = np.bincount(merged.values, merged.counts, values).astype(np.int64)
    present = np.flatnonzero(having)
    every: list[Candidates] = []
    tests = 0
    for size in range(1, conditions + 1):
        for attributes in combinations(range(len(merged.classes)), size):
            found = candidates(merged, attributes, support, values)
            every.append(found)
            tests += len(found.rows) * len(present)
            if tests > MOST_TESTS:
                return None
    both = np.concatenate([one.rows[:, present].ravel() for one in every] or [present])
    sizes = [np.repeat(one.rows.sum(axis=1), len(present)) for one in every]
    condition = np.concatenate(sizes or [present])
    value = np.tile(having[present], len(both) // max(1, len(present)))
    chances = chances_of_so_few(int(having.sum()), condition, value, both)
    facts = holm(chances, level) & (both == 0)
    rules = list(rules_of(every, present, facts))
    return Rules(
        tuple(minimal(rules)), len(both), int((both == 0).sum()), int(facts.sum())
    )


def rules_of(
    every: Sequence[Candidates], present: Ints, facts: Bools
) -> Iterator[Rule]:
    """The rules that are marked, those of few conditions first."""
    start = 0
    for one in every:
        end = start + len(one.rows) * len(present)
        for line in np.flatnonzero(facts[start:end]).tolist():
            condition, value = divmod(line, len(present))
            classes = one.classes[:, condition].tolist()
            yield Rule(
                tuple(zip(one.attributes, classes, strict=True)),
                int(present[value]),
                int(one.rows[condition].sum()),
            )
        start = end


def minimal(rules: Sequence[Rule]) -> Iterator[Rule]:
    """The rules of which no part is a rule; rules of few conditions come first."""
    seen: set[tuple[tuple[tuple[int, int], ...], int]] = set()
    for rule in rules:
        parts = (
            part
            for size in range(1, len(rule.conditions))
            for part in combinations(rule.conditions, size)
        )
        if not any((part, rule.value) in seen for part in parts):
            seen.add((rule.conditions, rule.value))
            yield rule


def class_texts(dictionary: Dictionary, class_of: Codes) -> list[str]:
    """The values of each class in words: the value, or the first and the last one."""
    order = number_order(dictionary)
    every = range(len(dictionary.texts)) if order is None else order.tolist()
    inside: list[list[int]] = [[] for _ in range(int(class_of.max(initial=-1)) + 1)]
    for code in every:
        inside[class_of[code]].append(code)
    texts = dictionary.texts
    ends = [[texts[one[0]], texts[one[-1]]] if one else ["(missing)"] for one in inside]
    return [" to ".join(dict.fromkeys(one)) for one in ends]
