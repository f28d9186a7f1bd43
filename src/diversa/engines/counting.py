# SPDX-License-Identifier: Apache-2.0
"""The verbs of an engine that count rows: all that an audit needs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Literal, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Ints
from diversa.counts.cells import Cells
from diversa.counts.kinds import Kinds
from diversa.data.dictionary import Dictionary, Kind
from diversa.data.missing import MissingPersonPolicy
from diversa.data.read_options import ReadOptions
from diversa.engines.table import Table
from diversa.errors import InputError

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
