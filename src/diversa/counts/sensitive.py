# SPDX-License-Identifier: Apache-2.0
"""What the models know of a sensitive attribute beyond the counts of a group."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary, Kind, as_decimal, reads_as
from diversa.data.missing import MissingPolicy
from diversa.hierarchies.hierarchy import Hierarchy

WIDEST = 2**53
"""Whole numbers up to this are exact as floats, too."""


@dataclass(frozen=True, eq=False)
class Sensitive:
    """A sensitive attribute: its values, its reference distribution, its policy.

    The reference distribution is that of the original table (`dictionary.counts`), so
    a model that compares with it stays local to a group when rows are suppressed.
    """

    dictionary: Dictionary
    """The values of the attribute."""
    missing: MissingPolicy = MissingPolicy.RAISE
    """What a missing value means."""
    taxonomy: Hierarchy | None = field(default=None, repr=False)
    """The tree of the values, for models that compare their meaning."""

    @property
    def name(self) -> str:
        """Name of the column."""
        return self.dictionary.column

    @property
    def unknown_code(self) -> int | None:
        """Code of the missing value where it may be any value (policy `worst`)."""
        worst = self.missing is MissingPolicy.WORST
        return self.dictionary.missing_code if worst else None

    @cached_property
    def is_numeric(self) -> bool:
        """Whether every value reads as a number."""
        if self.dictionary.kind is Kind.DATE:
            return False
        return all(reads_as(value, Kind.NUMBER) for value in self.dictionary.values)

    @cached_property
    def scale(self) -> int:
        """The power of ten that makes every value a whole number."""
        exponents = [as_decimal(v).as_tuple().exponent for v in self.dictionary.values]
        return 10 ** max(0, -min((int(one) for one in exponents), default=0))

    @cached_property
    def whole_numbers(self) -> NDArray[np.int64]:
        """Every value times `scale`, exact; raises OverflowError where too wide."""
        scaled = [int(as_decimal(v) * self.scale) for v in self.dictionary.values]
        if any(abs(one) > WIDEST for one in scaled):
            message = "the values span too many digits to be compared exactly"
            raise OverflowError(message)
        return np.array(scaled, dtype=np.int64)

    def mask(self, texts: Iterable[str]) -> NDArray[np.bool_]:
        """Mark the codes of the given values; a value that never occurs marks none."""
        wanted = set(texts)
        marks = [text in wanted for text in self.dictionary.texts]
        return np.array(marks + [False] * (self.dictionary.size - len(marks)))
