# SPDX-License-Identifier: Apache-2.0
"""The verbs of a session: all that the shared SQL asks of a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from diversa.engines.people import SetsOfPeople


class SQLSession(Protocol):
    """Runs statements, and keeps the small tables that they need."""

    def guard(
        self, where: str, *, writing: bool = False
    ) -> AbstractContextManager[None]:
        """Turn errors of the database into errors of Diversa, without its rows."""
        ...

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        """Run a statement and give its rows."""
        ...

    def tally(
        self, query: str, *, texts: bool
    ) -> tuple[Sequence[Any], NDArray[np.int64]]:
        """The values that a query finds, and the count of each.

        The query has the columns `value` and `tally`.
        """
        ...

    def numbers(self, query: str, columns: Sequence[str]) -> list[NDArray[np.int64]]:
        """The result of a query as arrays of whole numbers; none is missing."""
        ...

    def sets_of_people(self, pairs: str, *, few: bool) -> SetsOfPeople:
        """Collect the cells of each person; count the people who have the same ones.

        The query has the columns `person` and `cell`; pairs may repeat. Where they are
        few, people need not be counted: the sets may be those of one person each, with
        cells in any order that may repeat. This process sorts them faster.
        """
        ...

    def types(self, relation: str) -> list[str]:
        """The types of the columns of a relation."""
        ...

    def rows(self, relation: str) -> int:
        """Count the rows of a relation."""
        ...

    def upload(
        self, columns: Mapping[str, NDArray[Any]], types: Mapping[str, str]
    ) -> str:
        """Make a table of arrays and give its name."""
        ...

    def derive(self, query: str) -> str:
        """Make a table of the result of a query; give its name."""
        ...

    def view(self, query: str) -> str:
        """Make a view of a query; give its name."""
        ...

    def drop(self, *tables: str) -> None:
        """Forget tables."""
        ...

    def close(self) -> None:
        """End the session; nothing of it is left."""
        ...
