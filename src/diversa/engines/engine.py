# SPDX-License-Identifier: Apache-2.0
"""The verbs that every engine speaks: the only code that touches rows.

`open` a source, `respell` values of a column, `expand` rows that stand for several,
`draw` some rows of each person, `gather` the columns that will be asked for, collect
the `values` of one, `count` the distinct tuples of some, or the `people` who have them,
find the `repeats` of columns, `recode` a table or `repeat` counted tuples, `write` a
table to a file or `fetch` it as a frame; `select` and `tally` make two tables of one,
where a release has two; `join` makes one of two; `tokens` hands out the mapping of
random tokens to identifiers; `close` forgets everything.
Models are never rewritten in SQL: an engine counts, Diversa decides on the counts, the
engine recodes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Literal, NamedTuple, Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Ints
from diversa.counts.cells import Cells
from diversa.counts.kinds import Kinds
from diversa.data.column_names import nearest_column
from diversa.data.dictionary import Dictionary, Kind
from diversa.data.missing import MissingPersonPolicy
from diversa.data.read_options import ReadOptions
from diversa.engines.row_recoding import CountedTuples, RowRecoding
from diversa.errors import InputError, RoleError


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
    """True if the relation has a hidden column with the row numbers of the source."""
    zones: Mapping[str, str] = field(repr=False, default_factory=dict, hash=False)
    """The time zone of each column of moments, where the source has one."""
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
        """The number of columns that were read; the table only names the others."""
        return sum(map(bool, self.types))

    def place(self, column: str) -> int:
        """The number of a column; an unknown one is refused with those there are."""
        if column not in self.places:
            raise RoleError(
                f"column: must be a column of the table, got '{column}';"
                f" {nearest_column(column, self.columns)}"
            )
        return self.places[column]


Merged = Mapping[str, NDArray[np.int32]]
"""For some columns, the code as which each value of the dictionary is counted."""

MissingPerson = MissingPersonPolicy | Literal["raise", "own", "worst"]
"""What a row is that does not say who it is about: refused; a person of its own; or
nobody who is counted, whose values anybody may have."""


class PeopleCount(NamedTuple):
    """The rows of a table by cells, and its people by kinds; no identifier is in it."""

    cells: Cells
    """What `count` gives."""
    kinds: Kinds
    """The people, by the cells that they have rows in."""
    unnamed: Ints
    """Rows of each cell that do not say who they are about."""

    @property
    def missing_rows(self) -> int:
        """Number of rows that do not say who they are about."""
        return int(self.unnamed.sum())


class Repeats(NamedTuple):
    """How often the values of a column repeat."""

    present: int
    """Rows that have a value."""
    different: int
    """Values that differ."""
    missing: int
    """Rows without a value."""


def hashes_of(values: Dictionary, key: bytes) -> list[str]:
    """Keyed SHA-256 of the values of a column, ascending; see `smallest_hashes`."""
    texts = (text.encode("utf-8", "surrogatepass") for text in values.texts)
    return sorted(hashlib.sha256(key + text).hexdigest() for text in texts)


def repeats_of(values: Dictionary) -> Repeats:
    """How often the values of a dictionary repeat.

    >>> repeats_of(Dictionary.build("who", ["a", "b", None], [2, 1, 4]))
    Repeats(present=3, different=2, missing=4)
    """
    present = int(values.counts[: len(values.values)].sum())
    missing = int(values.counts.sum()) - present
    return Repeats(present, len(values.values), missing)


class ValueSample(NamedTuple):
    """Some values of a column."""

    values: Dictionary
    """The values, each with its rows; none is missing."""
    largest: int
    """Rows of the most frequent value of the whole column."""


def sample_of(values: Dictionary, step: int) -> ValueSample:
    """Each so-many-th value of a dictionary.

    >>> sample = sample_of(Dictionary.build("who", ["a", "b", "c"], [2, 9, 1]), 2)
    >>> sample.values.texts, sample.values.counts.tolist(), sample.largest
    (('a', 'c'), [2, 1], 9)
    """
    present = len(values.values)
    counts = values.counts[:present]
    some = replace(values, values=values.values[::step], counts=counts[::step])
    return ValueSample(some, int(counts.max(initial=0)))


class Counting(Protocol):
    """The verbs that count: all that an audit needs."""

    def __enter__(self) -> Self:
        """Use the engine in a `with` statement, which closes it."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the engine."""
        self.close()

    def close(self) -> None:
        """Forget every table and remove the temporary files."""
        ...

    def open(
        self,
        source: object,
        *,
        options: ReadOptions = ...,
        ordered: bool = False,
        columns: Sequence[str] | None = None,
    ) -> Table:
        """Open a source as a table.

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
        """Prepare for `values` and `count` of some columns.

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

    def expand(self, table: Table, values: Dictionary, times: Ints) -> Table:
        """The table with each row as often as its value of a column says; optional.

        The column is not read again: what is expanded does not have it.

        Args:
            table: The table, in which no value of the column is missing.
            values: The values of the column, as `values` collects them.
            times: For each of them, how often its rows are there; 0 leaves them out.
        """
        del table, values, times
        raise InputError(f"engine: {type(self).__qualname__} cannot repeat rows")

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

    def people(
        self,
        table: Table,
        dictionaries: Sequence[Dictionary],
        person: str,
        *,
        merged: Merged | None = None,
        missing: MissingPerson = "raise",
    ) -> PeopleCount:
        """Count rows as `count` does, and the people who have them; optional.

        Identifiers are compared where the rows are; none leaves that place.

        Args:
            table: The table.
            dictionaries: The values of each column.
            person: The column that says who a row is about; it is compared as it is.
            merged: For some columns, the code as which each value is counted.
            missing: What a row without a person is: refused ("raise"), a person of its
                own ("own"), or in the cells alone ("worst").
        """
        del table, dictionaries, person, merged, missing
        raise InputError(f"engine: {type(self).__qualname__} cannot count people")

    def repeats(self, table: Table, columns: Sequence[str]) -> dict[str, Repeats]:
        """How often the values of some columns repeat; by default from their values.

        Columns whose values have parts (lists, records) are left out.
        """
        return {name: repeats_of(self.values(table, name)) for name in columns}

    def smallest_hashes(
        self, table: Table, column: str, key: bytes, number: int
    ) -> list[str]:
        """The smallest keyed hashes of a column's values, by default from the values.

        They are SHA-256 of the key, which is a whole block (64 bytes), and the text, in
        hexadecimal digits, ascending, each once.
        """
        return hashes_of(self.values(table, column), key)[:number]

    def sample(self, table: Table, column: str, step: int) -> ValueSample:
        """Each so-many-th value of a column in order, and the most rows of any value.

        By default from all its values; an engine that can keeps the others.
        """
        return sample_of(self.values(table, column), step)

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


class RowFile(NamedTuple):
    """The rows of a table in a CSV file without a header, for another engine to take.

    A missing value is nothing, an empty text is two quotes; row numbers come last.
    """

    path: Path
    """The file."""
    types: tuple[str, ...]
    """The types of its columns, in words of DuckDB."""


@runtime_checkable
class Engine(Counting, Protocol):
    """All the verbs: those that count, and those that make a release.

    An engine of your own is a subclass: it gets the optional verbs from here.
    """

    def draw(
        self,
        table: Table,
        person: str,
        most: int,
        *,
        seed: int,
        columns: Sequence[str] | None = None,
    ) -> Table:
        """At most so many rows of each person, drawn at random; optional.

        The order of drawing has nothing to do with what a row says, unless the seed is
        known. A row without a person stays. Rows that are alike in `columns`, by
        default in all, are alike.
        """
        del table, person, most, seed, columns
        raise InputError(f"engine: {type(self).__qualname__} cannot draw rows")

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

    def tally(
        self,
        table: Table,
        columns: Sequence[str],
        *,
        count: str,
        person: str | None = None,
    ) -> Table:
        """The distinct tuples of some columns; the column `count` has their rows.

        With the column of a `person`, each row without one is a tuple of its own.
        """
        ...

    def join(
        self,
        table: Table,
        people: Table,
        *,
        by: tuple[str, str],
        columns: Sequence[str],
        number: str | None = None,
    ) -> Table:
        """The rows of a table, each with some columns of the person it is about.

        A row that is about nobody of the other table is left out; optional.

        Args:
            table: The table.
            people: The table of people, with one row for each of them.
            by: The column of each table that says who; they are compared as they are.
            columns: The columns of people.
            number: A new column that numbers the rows of a person: 1, 2, 3, ... People
                without a row get one then, with the number 0 and nothing else.
        """
        del table, people, by, columns, number
        raise InputError(f"engine: {type(self).__qualname__} cannot join tables")

    def tokens(self, table: Table) -> Mapping[str, Table]:
        """For each identifier that `recode` tokenized, its values and their tokens."""
        ...

    def unload(self, table: Table) -> AbstractContextManager[RowFile]:
        """Give the rows of a table to another engine; optional."""
        del table
        raise InputError(
            f"engine: {type(self).__qualname__} cannot copy its tables into a"
            " database; write a file"
        )


EngineChoice = Engine | str | None
"""The values of `engine=`: an engine, which stays open after use; a name in
`engines.registry.ENGINES`; or None for the engine that opens the source."""
