# SPDX-License-Identifier: Apache-2.0
"""Counted tuples in this process, as codes.

Where the cells of a table come here anyway, one GROUP BY in the engine is all that it
is asked for: the values of each column and the cells of any of the columns are found in
the tuples that it gave.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary, Kind, as_text
from diversa.engines.counting import Merged
from diversa.engines.packing import Packing, sum_by_key
from diversa.errors import InternalError


@dataclass(frozen=True, eq=False)
class LocalColumn:
    """One column of the tuples."""

    values: Sequence[Any] = field(repr=False)
    """Its distinct values, in order, the missing one (None) last."""
    numbers: NDArray[np.integer] = field(repr=False)
    """The number of each tuple's value, as it came."""
    places: NDArray[np.int32] = field(repr=False)
    """The place of the value of each number."""

    @classmethod
    def of(cls, values: Sequence[Any], numbers: NDArray[np.integer]) -> LocalColumn:
        """Sort values, and merge equal ones.

        The tuples keep their numbers, since there are many more tuples than values.

        >>> column = LocalColumn.of(["b", None, "a"], np.array([0, 0, 1, 2]))
        >>> column.values, column.codes.tolist()
        (['a', 'b', None], [1, 1, 2, 0])
        """
        present = [place for place, value in enumerate(values) if value is not None]
        # Of two texts of one number, such as 0 and -0, the later one stands for both.
        present.sort(key=lambda place: str(values[place]), reverse=True)
        present.sort(key=lambda place: values[place])
        ordered: list[Any] = []
        places = np.empty(len(values), dtype=np.int32)
        for place in present:
            if not ordered or ordered[-1] != values[place]:
                ordered.append(values[place])
            places[place] = len(ordered) - 1
        if len(present) < len(values):
            places[[value is None for value in values]] = len(ordered)
            ordered.append(None)
        return cls(ordered, numbers, places)

    @classmethod
    def of_tuples(cls, values: Sequence[Any]) -> LocalColumn:
        """Number the values of tuples.

        >>> LocalColumn.of_tuples(["b", "b", None, "a"]).codes.tolist()
        [1, 1, 2, 0]
        """
        numbers = {value: place for place, value in enumerate(dict.fromkeys(values))}
        each = np.fromiter(map(numbers.__getitem__, values), np.int32, len(values))
        return cls.of([*numbers], each)

    @property
    def codes(self) -> NDArray[np.int32]:
        """The place of each tuple's value."""
        return self.places[self.numbers]

    def tally(self, weights: NDArray[np.float64]) -> NDArray[np.int64]:
        """The sum of the weights of the tuples that have each value."""
        size = len(self.places)
        by_number = np.bincount(self.numbers, weights=weights, minlength=size)
        rows = np.bincount(self.places, weights=by_number, minlength=len(self.values))
        return np.rint(rows).astype(np.int64)


def sorted_dictionary(
    column: str,
    values: Sequence[Any],
    counts: NDArray[np.int64],
    native: Kind,
    kind: Kind | None,
) -> Dictionary:
    """The dictionary of values in order, the missing one last, and their rows.

    The values are of the kind `native`; another one may be wanted.
    """
    if kind is not None and kind is not native:
        return Dictionary.build(column, values, counts, kind=kind)
    present = values[:-1] if values[-1] is None else values
    array = np.empty(len(present), dtype=object)
    array[:] = present
    return Dictionary(column, array, counts, native)


TupleColumns = tuple[list[LocalColumn], NDArray[np.int64]]
"""The columns of tuples that come here, and the rows of each tuple."""


@dataclass(frozen=True, eq=False)
class LocalTuples:
    """The distinct tuples of some columns, and how many rows have each."""

    columns: dict[str, LocalColumn] = field(repr=False)
    """The columns by name."""
    counts: NDArray[np.int64] = field(repr=False)
    """The rows of each tuple."""

    def tally(self, column: str) -> tuple[Sequence[Any], NDArray[np.int64]]:
        """The values of a column, in order, and their rows."""
        own = self.columns[column]
        return own.values, own.tally(self._weights)

    @cached_property
    def _weights(self) -> NDArray[np.float64]:
        """The counts as NumPy sums them; made once for all columns."""
        return self.counts.astype(np.float64)

    def count(
        self, dictionaries: Sequence[Dictionary], packing: Packing, merged: Merged
    ) -> tuple[list[NDArray[np.int64]], NDArray[np.int64]]:
        """The packed keys of the tuples, in order, and the rows of each."""
        return sum_by_key(self.keys(dictionaries, packing, merged), self.counts)

    def keys(
        self, dictionaries: Sequence[Dictionary], packing: Packing, merged: Merged
    ) -> list[NDArray[np.int64]]:
        """The packed keys of each tuple."""
        keys = [np.zeros(len(self.counts), np.int64) for _ in range(packing.count)]
        places = zip(dictionaries, packing.keys, packing.shifts, strict=True)
        for dictionary, key, shift in places:
            own = self.columns[dictionary.column]
            parts = self._codes(dictionary, merged) << shift
            keys[key] += parts[own.places][own.numbers]
        return keys

    def estimate(
        self,
        dictionaries: Sequence[Dictionary],
        packing: Packing,
        candidates: Sequence[Merged],
    ) -> list[int]:
        """The number of packed keys for each way to merge values."""
        counted = (self.count(dictionaries, packing, merged) for merged in candidates)
        return [len(counts) for _, counts in counted]

    def _codes(self, dictionary: Dictionary, merged: Merged) -> NDArray[np.int64]:
        """The code that each value of a column has in a dictionary."""
        values = self.columns[dictionary.column].values
        known: Sequence[Any] = dictionary.values.tolist()
        # A dictionary may hold values of another type, with the same texts.
        if not set(values) - {None} <= set(known):
            known, values = dictionary.texts, [*map(text_of, values)]
        numbers: dict[Any, int] = {value: code for code, value in enumerate(known)}
        if dictionary.missing_code is not None:
            numbers[None] = dictionary.missing_code
        if not numbers.keys() >= set(values):
            raise InternalError("count: a value must be in its dictionary, got another")
        codes = np.array([numbers[value] for value in values], dtype=np.int64)
        counted_as = merged.get(dictionary.column)
        return codes if counted_as is None else counted_as[codes].astype(np.int64)


def text_of(value: object) -> str | None:
    """A value as its text; a missing one has none."""
    return None if value is None else as_text(value)
