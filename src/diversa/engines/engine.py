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

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol, runtime_checkable

from diversa.engines.counting import Counting
from diversa.engines.row_recoding import CountedTuples, RowRecoding
from diversa.engines.table import RowFile, Table
from diversa.errors import InputError


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
