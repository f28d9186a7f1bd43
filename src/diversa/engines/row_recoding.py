# SPDX-License-Identifier: Apache-2.0
"""A recoding as engines carry it out: maps, groups and tuples, all of them arrays.

`recodings` decides; here is the form in which an engine gets the decision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary
from diversa.data.identifiers import Treatment
from diversa.errors import HierarchyError


@dataclass(frozen=True)
class ColumnMap:
    """The generalization of one quasi-identifier."""

    dictionary: Dictionary
    """The raw values."""
    codes: NDArray[np.int32] = field(repr=False)
    """Value code (missing included) to level code."""
    labels: Sequence[object] = field(repr=False)
    """Level code to published label; None is published as a missing value."""

    @classmethod
    def identity(cls, dictionary: Dictionary) -> ColumnMap:
        """Every value as it is."""
        codes = np.arange(dictionary.size, dtype=np.int32)
        missing = [] if dictionary.missing_code is None else [None]
        return cls(dictionary, codes, [*dictionary.values, *missing])

    @property
    def is_identity(self) -> bool:
        """True if every value is published as it is, with its own type."""
        missing = [] if self.dictionary.missing_code is None else [None]
        values = [*self.dictionary.values, *missing]
        published = (self.labels[code] for code in self.codes.tolist())
        return all(
            type(label) is type(value) and label == value
            for label, value in zip(published, values, strict=True)
        )


@dataclass(frozen=True, eq=False)
class ExtraRows:
    """Rows of groups that no row of the table is behind.

    They have what is published of their group and a value of one more column; whatever
    else is published is missing in them.
    """

    group: NDArray[np.int64] = field(repr=False)
    """The group of each added row."""
    column: str
    """The column whose values are made up."""
    texts: NDArray[np.object_] = field(repr=False)
    """Its value in each added row, as text; None is published as a missing value."""


@dataclass(frozen=True, eq=False)
class Grouping:
    """The group of the rows of each cell, and the labels of each group.

    There is a line for every cell, or, where rows of one cell go to different groups
    (`place`), for every row of it.
    """

    codes: NDArray[np.int32] = field(repr=False)
    """Value codes of the cells that are published, one column per map and per key."""
    group: NDArray[np.int64] = field(repr=False)
    """The group of each line; rows without a line are suppressed."""
    labels: tuple[Sequence[object], ...] | None = field(repr=False)
    """For each map, the label of its column in each group; None publishes the labels of
    the maps."""
    keys: tuple[ColumnMap, ...] = field(default=(), repr=False)
    """More columns that distinguish cells; they are published as they are."""
    place: NDArray[np.int64] | None = field(default=None, repr=False)
    """The number of the row in its cell that a line is about: 0, 1, 2, ...; the engine
    numbers the rows of a cell by their content."""
    column: str | None = None
    """The column with the number of the group, if it is published."""
    extra: ExtraRows | None = field(default=None, repr=False)
    """Rows that are published although the table has none of them."""


@dataclass(frozen=True, eq=False)
class TupleColumn:
    """One column of released tuples: a code in every tuple, and its values."""

    name: str
    """Name of the column."""
    codes: NDArray[np.integer] = field(repr=False)
    """The place of each tuple's value in `values`; -1 is published as `*`."""
    values: Sequence[object] | None = field(repr=False)
    """The published values, None for a missing one; without them the codes are
    published, and -1 as a missing value."""
    like: str | None = None
    """The column of the table whose type the values have; without it they are texts,
    as they are in a column with stars."""
    runs: NDArray[np.int64] | None = field(default=None, repr=False)
    """The number of successive tuples that have each code; one by default."""

    @property
    def each(self) -> NDArray[np.integer]:
        """The code of each tuple."""
        return self.codes if self.runs is None else np.repeat(self.codes, self.runs)

    @property
    def is_starred(self) -> bool:
        """True if some tuples have a star."""
        return self.values is not None and bool((self.codes < 0).any())


@dataclass(frozen=True, eq=False)
class CountedTuples:
    """Released tuples, and how many rows have each.

    That is all there is to say of a release whose columns were all counted.
    """

    columns: tuple[TupleColumn, ...]
    """The columns, in order."""
    counts: NDArray[np.int64] = field(repr=False)
    """Rows of each tuple; a tuple may occur more than once."""

    @property
    def rows(self) -> int:
        """Number of rows."""
        return int(self.counts.sum())

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)


class RowRecoding(Protocol):
    """A recoding (`recodings`) as engines see it."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns to publish, in order; no other column leaves the engine."""
        ...

    @property
    def maps(self) -> tuple[ColumnMap, ...]:
        """One map per quasi-identifier."""
        ...

    @property
    def suppressed(self) -> NDArray[np.int32]:
        """Level codes of the suppressed groups, one line each, one column per map."""
        ...

    @property
    def grouping(self) -> Grouping | None:
        """The group of every cell, where groups are no products of levels.

        The maps then say only what the codes of a cell mean.
        """
        ...

    @property
    def star(self) -> bool:
        """Publish suppressed rows with `*` in every map's column; else drop them."""
        ...

    @property
    def identifiers(self) -> Mapping[str, Treatment]:
        """The treatment of each identifier column."""
        ...

    @property
    def drop_missing(self) -> tuple[str, ...]:
        """Columns whose rows with a missing value are removed (policy `drop`)."""
        ...


def check_covered(column: str, lacking: int) -> None:
    """Refuse rows whose value no map knows: they would be published as missing."""
    if lacking:
        raise HierarchyError(
            f"hierarchy of '{column}': must cover every value, got {lacking} rows with"
            " a value that it lacks; build it from the values of this table"
        )
