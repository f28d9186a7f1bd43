# SPDX-License-Identifier: Apache-2.0
"""A session with DuckDB: in memory, on its own, with nothing left behind.

It touches no network and takes no variable of a caller for a table. It spills into a
folder of its own, which goes when the session is closed. The messages of DuckDB quote
rows, so `guard` never passes them on. Only the DuckDB engine imports this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from diversa.data.sizes import bytes_of
from diversa.engines.duckdb.dialect import TEXT
from diversa.engines.duckdb.failures import failure
from diversa.engines.duckdb.instances import take_instance
from diversa.engines.limits import (
    read_memory,
    read_threads,
    with_environment,
)
from diversa.engines.people import SetsOfPeople
from diversa.files.spill import SpillFolder

Error = duckdb.Error
"""Every error of DuckDB."""

WHOLE = (
    *("TINYINT", "SMALLINT", "INTEGER", "BIGINT"),
    *("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"),
)
"""Types of whole numbers that arrays hold without loss."""

INTERRUPTED = "Query interrupted"
"""The message of DuckDB when a user stops a query, as in a notebook."""


@contextmanager
def guard(where: str, *, writing: bool = False) -> Iterator[None]:
    """Turn errors of DuckDB into errors of Diversa, without its rows."""
    try:
        yield
    except duckdb.Error as error:
        raise failure(error, where=where, writing=writing) from None


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise an interruption as such; DuckDB turns it into an error of its own."""
    try:
        yield
    except duckdb.InterruptException:
        raise KeyboardInterrupt from None
    except RuntimeError as error:
        if INTERRUPTED in str(error):
            raise KeyboardInterrupt from None
        raise


class DuckDBSession:
    """A connection, the names of its tables, and a folder for temporary files."""

    def __init__(self, *, memory_limit: str | None, threads: int | None) -> None:
        wanted, limits = with_environment(memory_limit, threads), dict[str, str]()
        self.memory: int | None = None
        if wanted.memory is not None:
            limits["memory_limit"] = read_memory(wanted.memory)
            self.memory = bytes_of(wanted.memory)
        if wanted.threads is not None:
            limits["threads"] = str(read_threads(wanted.threads))
        self._spill = SpillFolder()
        self.folder = self._spill.path
        self._names = (f"x{number}" for number in count())
        with guard("engine"):
            self._instance, self._connection = take_instance(limits, self.folder)
        self._open = True

    def close(self) -> None:
        """End the session and remove its folder; leave its instance to another."""
        if not self._open:
            return
        self._open = False
        try:
            self._connection.close()
            self._instance.leave()
        finally:
            self._spill.close()

    def guard(
        self, where: str, *, writing: bool = False
    ) -> AbstractContextManager[None]:
        """Turn errors of DuckDB into errors of Diversa, without its rows."""
        return guard(where, writing=writing)

    def name(self) -> str:
        """A name that no other table has."""
        return next(self._names)

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        """Run a statement and give its rows."""
        with interruptible():
            return self._connection.execute(statement).fetchall()

    def tally(
        self, query: str, *, texts: bool
    ) -> tuple[Sequence[Any], NDArray[np.int64]]:
        """Give the values that a query finds and how often it finds each.

        The query has the columns `value` and `tally`; arrays hold texts without loss.
        """
        if texts or self.types(f"({query})")[0] in WHOLE:
            arrays = self.arrays(query)
            return arrays["value"].tolist(), arrays["tally"]
        rows = self.run(query)
        # Not zip(*rows): that makes an iterator for every row.
        counts = np.fromiter((tally for _, tally in rows), np.int64, len(rows))
        return [value for value, _ in rows], counts

    def arrays(self, query: str) -> dict[str, NDArray[Any]]:
        """Give the columns of a query as arrays; a missing value is None."""
        # A relation hands out what it finds several times as fast as `execute`.
        with interruptible():
            arrays = self._connection.sql(query).fetchnumpy()
        return {name: with_none(array) for name, array in arrays.items()}

    def columns(self, query: str, types: Sequence[str]) -> list[Sequence[Any]]:
        """Give the values of each column of a query, whose first ones have types.

        The query finds at least one row; columns without a type are whole numbers.
        """
        if {*types} <= {TEXT, *WHOLE}:
            return [array.tolist() for array in self.arrays(query).values()]
        return [*zip(*self.run(query), strict=True)]

    def numbers(self, query: str, columns: Sequence[str]) -> list[NDArray[np.int64]]:
        """The result of a query as arrays of whole numbers; none is missing."""
        arrays = self.arrays(query)
        return [arrays[name].astype(np.int64, copy=False) for name in columns]

    def sets_of_people(self, pairs: str, *, few: bool) -> SetsOfPeople:
        """Collect the cells of each person; count the people who have the same ones."""
        del few  # most of them are numbered by hashes, and do not come here
        lists = f"SELECT list(DISTINCT cell ORDER BY cell) AS cells FROM ({pairs})"
        sets = self.derive(
            f"SELECT cells, count(*) AS people FROM ({lists} GROUP BY person)"
            " GROUP BY cells"
        )
        people = self.numbers(f"SELECT people FROM {sets} ORDER BY rowid", ["people"])
        listed = f"SELECT rowid AS number, unnest(cells) AS cell FROM {sets}"
        number, cells = self.numbers(listed, ["number", "cell"])
        self.drop(sets)
        return SetsOfPeople(number, cells, people[0])

    def frame(self, query: str, library: str) -> object:
        """The result of a query as a frame."""
        with interruptible():
            result = self._connection.sql(query)
            if library == "pandas":
                return result.df()
            table = result.to_arrow_table()
        if library == "pyarrow":
            return table
        import polars as pl

        return pl.from_arrow(table)

    def types(self, relation: str, columns: str = "*") -> list[str]:
        """The types of the columns of a relation, or of some of them."""
        # A relation knows them before it is run; DESCRIBE is run.
        with interruptible():
            relation_types = self._connection.sql(
                f"SELECT {columns} FROM {relation}"
            ).types
        return [*map(str, relation_types)]

    def register(self, frame: object) -> str:
        """Let DuckDB read a frame where it is."""
        name = self.name()
        self._connection.register(name, frame)
        return name

    def upload(
        self, columns: Mapping[str, NDArray[Any]], types: Mapping[str, str]
    ) -> str:
        """Make a table of arrays and give its name."""
        source = self.register(dict(columns))
        listed = ", ".join(
            f"CAST({name} AS {types[name]}) AS {name}" for name in columns
        )
        name = self.derive(f"SELECT {listed} FROM {source}")
        self._connection.unregister(source)
        return name

    def derive(self, query: str) -> str:
        """Make a table of the result of a query; give its name."""
        return self.derive_rows(query)[0]

    def derive_rows(self, query: str) -> tuple[str, int]:
        """Make a table of the result of a query; give its name and rows."""
        name = self.name()
        ((rows,),) = self.run(f"CREATE TEMP TABLE {name} AS {query}")
        return name, rows

    def view(self, query: str) -> str:
        """Make a view of a query; give its name."""
        name = self.name()
        self.run(f"CREATE TEMP VIEW {name} AS {query}")
        return name

    def variable(self, query: str) -> str:
        """Keep the one value that a query finds, and give the word for it."""
        name = self.name()
        self.run(f"SET VARIABLE {name} = ({query})")
        return f"getvariable('{name}')"

    def rows(self, relation: str) -> int:
        """Count the rows of a relation."""
        return self.run(f"SELECT count(*) FROM {relation}")[0][0]

    def drop(self, *tables: str) -> None:
        """Forget tables."""
        for table in tables:
            self.run(f"DROP TABLE {table}")


def with_none(array: NDArray[Any]) -> NDArray[Any]:
    """Put None where a value is masked."""
    # What `np.ma` has is asked for last: it takes a while to be imported.
    if type(array) is np.ndarray or not np.ma.isMaskedArray(array):
        return array
    values = np.asarray(array.data, dtype=object).copy()
    values[np.ma.getmaskarray(array)] = None
    return values
