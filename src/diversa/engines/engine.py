# SPDX-License-Identifier: Apache-2.0
"""The verbs that every engine speaks: the only code that touches rows.

`open` a source, `respell` values of a column, `gather` the columns that will be asked
for, collect the `values` of one, `count` the distinct tuples of some, `recode` a table
or `repeat` counted tuples, `write` a table to a file or `fetch` it as a frame; `select`
and `tally` make two tables of one, where a release has two; `tokens` hands out the
mapping of random tokens to identifiers; `close` forgets everything. Models are never
rewritten in SQL: an engine counts, Diversa decides on the counts, the engine recodes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from diversa.counts.cells import Cells
from diversa.data.column_names import nearest_column
from diversa.data.dictionary import Dictionary, Kind
from diversa.data.identifiers import Treatment
from diversa.data.read_options import ReadOptions
from diversa.errors import HierarchyError, RoleError


@dataclass(frozen=True)
class Table:
    """A handle on rows inside an engine; cheap, and never the rows themselves."""

    name: str
    """Name of the relation inside the engine, where the columns are c0, c1, ..."""
    columns: tuple[str, ...]
    """Column names in order."""
    rows: int
    """Number of rows."""
    source: str = field(repr=False)
    """'csv', 'parquet', 'json', 'pandas', 'polars' or 'pyarrow'."""
    types: tuple[str, ...] = field(repr=False, default=())
    """The engine's type of each column."""
    ordered: bool = field(repr=False, default=False)
    """Whether the relation carries the row numbers of the source, hidden."""
    zones: Mapping[str, str] = field(repr=False, default_factory=dict, hash=False)
    """The time zone of each column of moments whose source says it."""
    orders: Mapping[str, tuple[str, ...]] = field(
        repr=False, default_factory=dict, hash=False
    )
    """The values of each column that has an order of its own, in that order."""

    @cached_property
    def places(self) -> dict[str, int]:
        """The number of each column."""
        return {name: place for place, name in enumerate(self.columns)}

    @cached_property
    def width(self) -> int:
        """How many columns were read; of the others there are only names."""
        return sum(map(bool, self.types))

    def place(self, column: str) -> int:
        """The number of a column; an unknown one is refused with those there are."""
        if column not in self.places:
            raise RoleError(
                f"column: must be a column of the table, got '{column}';"
                f" {nearest_column(column, self.columns)}"
            )
        return self.places[column]


@dataclass(frozen=True)
class ColumnMap:
    """How one quasi-identifier is generalized."""

    dictionary: Dictionary
    """The raw values."""
    codes: NDArray[np.int32] = field(repr=False)
    """Value code (missing included) to level code."""
    labels: Sequence[object] = field(repr=False)
    """Level code to what is published; None is published as a missing value."""

    @classmethod
    def identity(cls, dictionary: Dictionary) -> ColumnMap:
        """Every value as it is."""
        codes = np.arange(dictionary.size, dtype=np.int32)
        missing = [] if dictionary.missing_code is None else [None]
        return cls(dictionary, codes, [*dictionary.values, *missing])

    @property
    def is_identity(self) -> bool:
        """Whether every value is published as it is, with its own type."""
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
    """Which group the rows of each cell go to, and what is published of a group.

    There is a line for every cell, or, where rows of one cell go to different groups
    (`place`), for every row of it.
    """

    codes: NDArray[np.int32] = field(repr=False)
    """Value codes of the cells that are published, one column per map and per key."""
    group: NDArray[np.int64] = field(repr=False)
    """The group of each line; rows without a line are suppressed."""
    labels: tuple[Sequence[object], ...] | None = field(repr=False)
    """For each map, what is published of its column in each group; None publishes what
    the maps say of each value."""
    keys: tuple[ColumnMap, ...] = field(default=(), repr=False)
    """Columns that tell cells apart besides those of the maps; nothing of them is
    changed."""
    place: NDArray[np.int64] | None = field(default=None, repr=False)
    """Which row of its cell a line is about: 0, 1, 2, ...; the engine numbers the rows
    of a cell in an order that their content decides."""
    column: str | None = None
    """Where the number of the group is published, if it is."""
    extra: ExtraRows | None = field(default=None, repr=False)
    """Rows that are published although the table has none of them."""


@dataclass(frozen=True, eq=False)
class TupleColumn:
    """One column of released tuples: a code in every tuple, and what it stands for."""

    name: str
    """Name of the column."""
    codes: NDArray[np.integer] = field(repr=False)
    """The place of each tuple's value in `values`; -1 is published as `*`."""
    values: Sequence[object] | None = field(repr=False)
    """What is published, None as a missing value; without it the codes are published
    themselves, and -1 as a missing value."""
    like: str | None = None
    """The column of the table whose type the values have; without it they are texts,
    as they are in a column with stars."""
    runs: NDArray[np.int64] | None = field(default=None, repr=False)
    """How many tuples, one after the other, each code is for; one by default."""

    @property
    def each(self) -> NDArray[np.integer]:
        """The code of each tuple."""
        return self.codes if self.runs is None else np.repeat(self.codes, self.runs)

    @property
    def is_starred(self) -> bool:
        """Whether some tuples have a star."""
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
    """What an engine must know of a recoding to carry it out (`recodings`)."""

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
        """Where groups are no products of levels: the group of every cell.

        The maps then say only what the codes of a cell mean.
        """
        ...

    @property
    def star(self) -> bool:
        """Publish suppressed rows with `*` in every map's column; else drop them."""
        ...

    @property
    def identifiers(self) -> Mapping[str, Treatment]:
        """What happens to each identifier column."""
        ...

    @property
    def dropped_missing(self) -> tuple[str, ...]:
        """Columns whose rows with a missing value are removed (policy `drop`)."""
        ...


Merged = Mapping[str, NDArray[np.int32]]
"""For some columns, the code as which each value of the dictionary is counted."""


class Counting(Protocol):
    """The verbs that count: all that an audit needs."""

    def __enter__(self) -> Self:
        """Use the engine in a `with` statement, which closes it."""
        ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the engine."""
        ...

    def close(self) -> None:
        """Forget every table and remove whatever temporary files there are."""
        ...

    def open(
        self,
        source: object,
        *,
        options: ReadOptions = ...,
        ordered: bool = False,
        columns: Sequence[str] | None = None,
    ) -> Table:
        """Take a source in and hand out a table.

        Args:
            source: What `engines.sources` calls a source: a path, or a pandas, Polars
                or PyArrow frame.
            options: How a text file is read.
            ordered: Keep the row numbers of a file; a frame always keeps them.
            columns: The columns that will be asked for; the others need not be read,
                the table only names them.
        """
        ...

    def gather(self, table: Table, columns: Sequence[str]) -> None:
        """Prepare for `values` and `count` of some columns, which will be asked for.

        Where a pass over the rows is dear, the engine makes one for all of them.
        """
        ...

    def respell(
        self,
        table: Table,
        column: str,
        spellings: Sequence[str],
        instead: Sequence[str | None],
    ) -> Table:
        """The table with other texts in place of some values of a column.

        Args:
            table: The table.
            column: The column.
            spellings: The values that are replaced, as text.
            instead: What stands in place of each; None is a missing value.
        """
        ...

    def values(
        self, table: Table, column: str, *, kind: Kind | None = None
    ) -> Dictionary:
        """Collect the distinct values of a column with their counts.

        Without a kind, text stays text, numbers are numbers and dates are dates.
        """
        ...

    def count(
        self,
        table: Table,
        dictionaries: Sequence[Dictionary],
        *,
        merged: Merged | None = None,
    ) -> Cells:
        """Count the distinct tuples of the dictionaries' columns, sorted by code.

        Args:
            table: The table.
            dictionaries: The values of each column.
            merged: For some columns, the code as which each value is counted.
        """
        ...

    def estimate(
        self,
        table: Table,
        dictionaries: Sequence[Dictionary],
        candidates: Sequence[Merged],
    ) -> list[int]:
        """About how many cells `count` would find, for each way to merge values."""
        ...

    def budget(self) -> int | None:
        """The bytes of memory that the work may take; None where there is no limit."""
        ...


class Engine(Counting, Protocol):
    """All the verbs: those that count, and those that make and hand out a release."""

    def recode(self, table: Table, recoding: RowRecoding) -> Table:
        """Generalize, suppress and drop; the result is a table of the same engine."""
        ...

    def repeat(
        self, table: Table, tuples: CountedTuples, *, leaving: bool = False
    ) -> Table:
        """Make a table of tuples, each as often as it is counted; no row is read.

        Args:
            table: The table that was counted, for the types of its columns.
            tuples: What is published of it.
            leaving: Whether it will only be written or fetched; an engine that is far
                away need not have it then.
        """
        ...

    def write(
        self,
        table: Table,
        target: Path,
        *,
        delimiter: str = ",",
        spreadsheet_safe: bool = False,
    ) -> None:
        """Write a table to a CSV or Parquet file in an order that carries nothing.

        Rows are sorted by all their columns, missing values last, so the same content
        gives the same bytes. In CSV a missing value is nothing and an empty text is
        two quotes. What a target may be is said in `engines.targets`; what makes a CSV
        file safe for spreadsheets, in `data.write_options`.
        """
        ...

    def fetch(
        self, table: Table, *, like: str | None = None, keep_order: bool = False
    ) -> object:
        """Hand a table out as a frame, by default of the library that it came from.

        Args:
            table: The table.
            like: "pandas", "polars" or "pyarrow".
            keep_order: Keep the rows in the order of the source, and the index of a
                pandas frame; else rows are sorted by all their columns.
        """
        ...

    def select(self, table: Table, columns: Sequence[str]) -> Table:
        """Some columns of a table."""
        ...

    def tally(self, table: Table, columns: Sequence[str], *, count: str) -> Table:
        """The distinct tuples of some columns; the column `count` has their rows."""
        ...

    def tokens(self, table: Table) -> Mapping[str, Table]:
        """For each identifier that `recode` tokenized, its values and their tokens."""
        ...


EngineChoice = Engine | str | None
"""What `engine=` takes: an engine, which stays open after use; the name of one in
`engines.registry.ENGINES`; or None for the one that opens the source."""


def check_covered(column: str, lacking: int) -> None:
    """Refuse rows whose value no map knows: they would be published as missing."""
    if lacking:
        raise HierarchyError(
            f"hierarchy of '{column}': must cover every value, got {lacking} rows with"
            " a value that it lacks; build it from the values of this table"
        )
