# SPDX-License-Identifier: Apache-2.0
"""A quasi-identifier of a recoding file: its values and their labels.

Labels of values that were seen are saved. A later value is recognized if the rule of
the hierarchy (intervals, a mask, a taxonomy) has a place for it that leaves all other
labels as they are.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import is_not
from typing import Annotated, ClassVar, NamedTuple

import numpy as np

from diversa.array_types import Floats
from diversa.codec import UNWRITTEN, Must
from diversa.codec.numbers import Count, Endless
from diversa.data.dictionary import Dictionary, Kind, as_text
from diversa.errors import InputError
from diversa.hierarchies.hierarchy import TOP, Hierarchy, HierarchyKind


class Unseen:
    """The label of values that a saved recoding does not know; never published."""

    def __repr__(self) -> str:
        return "(unseen)"


UNSEEN = Unseen()


class ValueLabels(NamedTuple):
    """Labels of one value."""

    labels: tuple[str, ...]
    """The label on every level."""
    number: float | None
    """The number, if the values are a number line."""


@dataclass(frozen=True, eq=False)
class SavedAttribute:
    """The values that were seen of a quasi-identifier, and their labels."""

    name: str
    """Name of the column."""
    kind: Kind
    """Kind of the values."""
    values: tuple[str, ...] = field(repr=False)
    """All values that were seen, as text."""
    labels: tuple[tuple[str, ...], ...] = field(repr=False)
    """The labels of each value, on every level."""
    numbers: tuple[Endless, ...] | None = field(repr=False)
    """The number of each value; None if they are no number line."""
    missing: bool
    """True if a missing value was seen."""
    height: Count
    """The number of the top level."""
    rule: Annotated[HierarchyKind | None, UNWRITTEN] = field(default=None, repr=False)
    """Rule that generalizes later values; None if only those seen are known. It is in
    the plan of the file."""

    RULE: ClassVar = Must(
        "of values with a label on every level, each once",
        lambda attribute: attribute.is_complete,
    )

    @classmethod
    def of(
        cls, dictionary: Dictionary, hierarchy: Hierarchy, rule: HierarchyKind | None
    ) -> SavedAttribute:
        """Save a column of the table that the recoding was made for."""
        meanings = meanings_of(dictionary, hierarchy)
        numbers = tuple(
            meaning.number
            for meaning in meanings.values()
            if meaning.number is not None
        )
        return cls(
            dictionary.column,
            dictionary.kind,
            tuple(meanings),
            tuple(meaning.labels for meaning in meanings.values()),
            numbers or None,
            dictionary.missing_code is not None,
            hierarchy.height,
            rule,
        )

    @property
    def is_complete(self) -> bool:
        """True if every value is there once, with a label on every level."""
        lengths = {len(self.labels), len(set(self.values))}
        if self.numbers is not None:
            lengths.add(len(self.numbers))
        levels = {len(labels) for labels in self.labels}
        return lengths == {len(self.values)} and levels <= {self.height + 1}

    @cached_property
    def meanings(self) -> dict[str, ValueLabels]:
        """Labels of every value that was seen."""
        numbers = self.numbers or (None,) * len(self.values)
        parts = zip(self.values, self.labels, numbers, strict=True)
        return {value: ValueLabels(labels, number) for value, labels, number in parts}

    @cached_property
    def level_labels(self) -> tuple[frozenset[str], ...]:
        """The labels that were seen on every level."""
        return tuple(
            frozenset(meaning.labels[level] for meaning in self.meanings.values())
            for level in range(self.height + 1)
        )

    @cached_property
    def lowest(self) -> tuple[str, ...]:
        """The labels of the lowest level, in the order of the values."""
        return tuple(
            dict.fromkeys(meaning.labels[0] for meaning in self.meanings.values())
        )

    @property
    def is_number_line(self) -> bool:
        """True if the values are numbers."""
        return self.numbers is not None

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """Make the hierarchy for the values of a later table.

        Levels and labels are those that were saved. A value that is not recognized has
        the label `UNSEEN` wherever a label says something.
        """
        meanings = self.look_up(dictionary)
        columns = [
            [
                blank if meaning is None else meaning.labels[level]
                for meaning in meanings
            ]
            for level, blank in enumerate(self._blank, start=1)
        ]
        lowest = [
            value
            if meaning is None or meaning.labels[0] == as_text(value)
            else meaning.labels[0]
            for meaning, value in zip(meanings, dictionary.values, strict=True)
        ]
        coded = any(map(is_not, lowest, dictionary.values))
        return Hierarchy.from_labels(
            dictionary,
            columns,
            finest=lowest if coded else None,
            numbers=self._numbers(dict(zip(lowest, meanings, strict=True)).values())
            if coded
            else self._numbers(meanings),
        )

    @property
    def _blank(self) -> list[Hashable]:
        """Labels of an unknown value above its own level."""
        return [TOP if labels == {TOP} else UNSEEN for labels in self.level_labels[1:]]

    def _numbers(self, meanings: Iterable[ValueLabels | None]) -> Floats | None:
        """Positions of the values: coded ends outside, unknown values at the end."""
        if not self.is_number_line:
            return None
        numbers = np.array(
            [np.nan if meaning is None else meaning.number for meaning in meanings],
            dtype=np.float64,
        )
        inner = numbers[np.isfinite(numbers)]
        low, high = (inner.min(), inner.max()) if len(inner) else (0.0, 0.0)
        return np.nan_to_num(
            numbers, nan=high + 1.0, neginf=low - 0.5, posinf=high + 0.5
        )

    def look_up(self, dictionary: Dictionary) -> list[ValueLabels | None]:
        """Labels of the values of a later table; None for unknown ones."""
        later = [text for text in dictionary.texts if text not in self.meanings]
        meanings = {**self.meanings, **self.recognize(later)}
        return [meanings.get(text) for text in dictionary.texts]

    def recognize(self, texts: Sequence[str]) -> dict[str, ValueLabels]:
        """Labels of later values for which the rule has a place.

        Values that the rule refuses, or that would change other labels, are found by
        bisection, so that the others are still recognized.
        """
        if self.rule is None or not texts:
            return {}
        extended = self._extend(texts)
        if extended is not None:
            return extended
        if len(texts) == 1:
            return {}
        middle = len(texts) // 2
        halves = self.recognize(texts[:middle]) | self.recognize(texts[middle:])
        together = self._extend(list(halves)) if halves else {}
        return together or {}

    def _extend(self, texts: Sequence[str]) -> dict[str, ValueLabels] | None:
        """Labels of more values by the rule; None if it changes saved labels."""
        # A value that is `*` where others are not had no place in the rule either.
        placed = [
            text
            for text, meaning in self.meanings.items()
            if UNSEEN not in self._blank or not {TOP}.issuperset(meaning.labels[1:])
        ]
        every = [*placed, *texts]
        try:
            dictionary = Dictionary.build(
                self.name, every, [1] * len(every), kind=self.kind
            )
            hierarchy = None if self.rule is None else self.rule.build(dictionary)
        except InputError:
            return None
        if hierarchy is None:
            return None
        extended = meanings_of(dictionary, hierarchy)
        same = all(
            extended[text].labels == self.meanings[text].labels for text in placed
        )
        return {text: extended[text] for text in texts} if same else None


def meanings_of(dictionary: Dictionary, hierarchy: Hierarchy) -> dict[str, ValueLabels]:
    """Labels of every value in a hierarchy, without the missing one."""
    size = len(dictionary.values)
    lines = [
        [as_text(names[code]) for code in codes[:size].tolist()]
        for codes, names in zip(hierarchy.maps, hierarchy.labels, strict=True)
    ]
    labels = zip(*lines, strict=True)
    return {
        text: ValueLabels(meant, number)
        for text, meant, number in zip(
            dictionary.texts, labels, places(dictionary, hierarchy), strict=True
        )
    }


def places(dictionary: Dictionary, hierarchy: Hierarchy) -> Iterator[float | None]:
    """Number of every value; a coded end of the scale lies beyond all numbers."""
    for value, code in zip(dictionary.values, hierarchy.maps[0].tolist(), strict=False):
        label = as_text(hierarchy.labels[0][code])
        if hierarchy.numbers is None or not hierarchy.is_number_line:
            yield None
        elif label == as_text(value):
            yield float(hierarchy.numbers[code])
        else:
            yield float("-inf") if label.startswith("<") else float("inf")
