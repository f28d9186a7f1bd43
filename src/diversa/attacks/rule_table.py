# SPDX-License-Identifier: Apache-2.0
"""A table that rules are mined from, and its rules in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Bools, Codes
from diversa.attacks.negative_rules import (
    CONDITIONS,
    SUPPORT,
    ClassCells,
    Rules,
    class_texts,
    mine,
)
from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary
from diversa.data.meaning import Places
from diversa.models.bayes_optimal_privacy import translate


@dataclass(frozen=True)
class RuleAssumptions:
    """What rules an adversary looks for."""

    conditions: int = CONDITIONS
    """Most conditions of a rule; 0 for no rules."""
    support: int = SUPPORT
    """Least rows that fulfil the conditions of a rule."""


USUAL = RuleAssumptions()
"""The rules that an adversary looks for, unless told otherwise."""


@dataclass(frozen=True)
class NamedRule:
    """A rule in words. It shows a sensitive value."""

    conditions: tuple[str, ...]
    """Attributes with their values, such as `sex = Male`."""
    on: str
    """The sensitive attribute."""
    value: str
    """The value that nobody with these conditions has."""
    rows: int
    """Rows that fulfil the conditions."""

    def __str__(self) -> str:
        conditions = " and ".join(self.conditions)
        return f"nobody with {conditions} has {self.on} = {self.value}"


@dataclass(frozen=True, eq=False)
class RuleTable:
    """A table that rules are mined from, on one sensitive attribute."""

    cells: Cells = field(repr=False)
    """The table."""
    names: tuple[str, ...]
    """Its quasi-identifiers."""
    on: str
    """The sensitive attribute."""
    classes: ClassCells = field(repr=False)
    """The table by classes of its quasi-identifiers."""
    rules: Rules
    """The rules."""

    @classmethod
    def of(
        cls, cells: Cells, names: Sequence[str], on: str, assumed: RuleAssumptions
    ) -> RuleTable | None:
        """Mine rules; None if there are too many tests."""
        classes = ClassCells.of(cells, names, on)
        rules = mine(
            classes,
            values=cells.dictionary(on).size,
            conditions=assumed.conditions,
            support=assumed.support,
        )
        return None if rules is None else cls(cells, tuple(names), on, classes, rules)

    def rule_words(self, limit: int) -> Iterator[NamedRule]:
        """Some of the rules in words; those that most people fulfil come first."""
        order = sorted(self.rules.rules, key=lambda rule: -rule.rows)
        texts = (*self.cells.dictionary(self.on).texts, "(missing)")
        for rule in order[:limit]:
            conditions = []
            for attribute, number in rule.conditions:
                name = self.names[attribute]
                dictionary = self.cells.dictionary(name)
                classes = class_texts(dictionary, self.classes.class_of[attribute])
                conditions.append(f"{name} = {classes[number]}")
            yield NamedRule(tuple(conditions), self.on, texts[rule.value], rule.rows)

    def exclusions(self, classes: Codes, dictionary: Dictionary) -> Bools:
        """The values of a dictionary that the rules exclude for each tuple."""
        own = self.cells.dictionary(self.on)
        marks = self.rules.exclusions(classes, own.size)
        if own is dictionary:
            return marks
        codes = translate(dictionary, own)
        return np.pad(marks, ((0, 0), (0, 1)))[:, np.where(codes < 0, own.size, codes)]

    def classes_of(self, name: str, values: Sequence[object]) -> Codes:
        """The class of values of an attribute; -1 for a value that is new."""
        own = self.cells.dictionary(name)
        places = Places.of(own.values, own.spelling, folded=own.by_meaning)
        class_of = np.append(self.classes.class_of[self.names.index(name)], -1)
        lost = len(class_of) - 1 if own.missing_code is None else own.missing_code
        found = [lost if value is None else places.the_one(value) for value in values]
        return class_of[[len(class_of) - 1 if one is None else one for one in found]]
