# SPDX-License-Identifier: Apache-2.0
"""A sensitive attribute: its values, their order and their taxonomy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools, Ints
from diversa.data.dictionary import Dictionary, Kind
from diversa.data.meaning import Places
from diversa.data.missing import MissingPolicy
from diversa.data.parsing import EXACT
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.hierarchies.tree import Tree
from diversa.memo import Memo

WIDEST = 2**53
"""Whole numbers up to this are exact as floats, too."""

InPeople = Literal["having", "shares"]
"""How people are counted by their values: everybody who has a value; or everybody once,
in equal parts for each value of the person."""


@dataclass(frozen=True, eq=False)
class PeopleOfTable:
    """The people of the original table by the values that they have."""

    total: int
    """The people of the table."""
    having: Ints = field(repr=False)
    """People who have each value."""
    shares: Ints = field(repr=False)
    """The parts of people in each value."""
    parts: int
    """The parts of a person."""
    has_several: bool
    """True if somebody has several values."""


@dataclass(frozen=True, eq=False)
class Sensitive:
    """A sensitive attribute: its values, its reference distribution, its policy.

    The reference distribution is that of the original table, so a model that compares
    with it stays local to a group when rows are suppressed.
    """

    dictionary: Dictionary
    """The values of the attribute."""
    missing: MissingPolicy = MissingPolicy.RAISE
    """The meaning of a missing value."""
    taxonomy: Hierarchy | None = field(default=None, repr=False)
    """The tree of the values, for models that compare their meaning."""
    people: PeopleOfTable | None = field(default=None, repr=False)
    """The people of the table, where people are counted and not rows."""
    counted: InPeople = "having"
    """How people are counted by this attribute."""
    memo: Memo = field(default_factory=Memo, init=False, repr=False)

    @property
    def name(self) -> str:
        """Name of the column."""
        return self.dictionary.column

    @property
    def reference_counts(self) -> Ints:
        """Rows of each value in the original table; people, where they are counted."""
        if self.people is None:
            return self.dictionary.counts
        return self.people.having if self.counted == "having" else self.people.shares

    @cached_property
    def reference_size(self) -> int:
        """Rows of the original table, or its people in the same unit."""
        if self.people is None:
            return int(self.dictionary.counts.sum())
        parts = self.people.parts if self.counted == "shares" else 1
        return self.people.total * parts

    @property
    def has_several(self) -> bool:
        """True if people are counted, and somebody has several values."""
        return self.people is not None and self.people.has_several

    def in_people(self, counted: InPeople) -> Sensitive:
        """The attribute with people counted in one of the ways."""
        if counted == self.counted or self.people is None:
            return self
        return self.memo.once(counted, lambda: replace(self, counted=counted))

    @property
    def unknown_code(self) -> int | None:
        """Code of the missing value where it may be any value (policy `worst`)."""
        worst = self.missing is MissingPolicy.WORST
        return self.dictionary.missing_code if worst else None

    @cached_property
    def decimals(self) -> tuple[Decimal, ...]:
        """Every value as the decimal it is written as; raises ValueError if one is not.

        A date is no number, and neither is infinity.
        """
        if self.dictionary.kind is Kind.DATE:
            message = "dates are no numbers"
            raise ValueError(message)
        return self.dictionary.decimals

    @cached_property
    def is_numeric(self) -> bool:
        """True if every value reads as a number."""
        try:
            return self.decimals is not None
        except ValueError:
            return False

    @cached_property
    def places(self) -> int:
        """Digits after the point, the most that a value has."""
        exponents = [int(decimal.as_tuple().exponent) for decimal in self.decimals]
        return max(0, -min(exponents, default=0))

    @property
    def scale(self) -> int:
        """The power of ten that makes every value a whole number."""
        return 10**self.places

    @cached_property
    def exact_numbers(self) -> NDArray[Any]:
        """Every value times `scale`: integers, Python's own where 64 bits do not do."""
        scaled = [int(decimal.scaleb(self.places, EXACT)) for decimal in self.decimals]
        wide = any(abs(number) > WIDEST for number in scaled)
        return np.array(scaled, dtype=object if wide else np.int64)

    @cached_property
    def points(self) -> NDArray[Any]:
        """The distinct numbers of `exact_numbers`, ascending ("1" and "1.0" are one).

        They are in the order of the codes only where the dictionary's kind is number.
        """
        return np.unique(self.exact_numbers)

    @cached_property
    def ranks(self) -> Ints:
        """The place of every value in `points`."""
        return np.searchsorted(self.points, self.exact_numbers)

    @cached_property
    def tree(self) -> Tree:
        """The taxonomy over the values that occur in groups."""
        if self.taxonomy is None:
            message = "a taxonomy is needed; `check` the model first"
            raise ValueError(message)
        whole = self.taxonomy.tree
        # A missing value that may be any value has no place in the tree.
        nodes = whole.nodes[: self.unknown_code]
        return Tree(whole.names, whole.parents, nodes)

    def mask(self, texts: Iterable[str]) -> Bools:
        """Mark the codes of the given values; a value that never occurs marks none."""
        return self.places_among(texts) >= 0

    def places_among(self, texts: Iterable[str]) -> Ints:
        """For each code the place of the text that names it; -1 where none does.

        A model's text names a value by how it is written, else by what it means: `1`
        is 1.0, `true` is True, and a day needs no midnight.

        Example:
            >>> values = Dictionary.build("s", [1.0, 2.5, None], [1, 1, 1])
            >>> Sensitive(values).places_among(["2.50", "1"]).tolist()
            [1, 0, -1]
        """
        places = np.full(self.dictionary.size, -1, dtype=np.int64)
        for place, text in enumerate(texts):
            places[self._codes.of_value(text)] = place
        return places

    @cached_property
    def _codes(self) -> Places:
        """The code of each value."""
        dictionary = self.dictionary
        return Places.of(
            dictionary.values,
            dictionary.spelling,
            any_number=dictionary.kind is Kind.NUMBER,
            folded=dictionary.by_meaning,
        )
