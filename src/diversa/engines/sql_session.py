# SPDX-License-Identifier: Apache-2.0
"""The verbs of a session: all that the shared SQL asks of a database."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from diversa.engines.pseudonyms import Store


class SQLSession(Store, Protocol):
    """Runs statements, and keeps the small tables that they need."""

    def guard(
        self, where: str, *, writing: bool = False
    ) -> AbstractContextManager[None]:
        """Turn what the database raises into an error of ours, without its rows."""
        ...

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        """Run a statement and give its rows."""
        ...

    def tally(
        self, query: str, *, texts: bool
    ) -> tuple[Sequence[Any] | NDArray[Any], NDArray[np.int64]]:
        """Give the values that a query finds and how often it finds each.

        The query has the columns `value` and `tally`.
        """
        ...

    def numbers(self, query: str, columns: Sequence[str]) -> list[NDArray[np.int64]]:
        """Give what a query finds, whole numbers without a missing one, as arrays."""
        ...

    def types(self, relation: str) -> list[str]:
        """The types of the columns of a relation."""
        ...

    def view(self, query: str) -> str:
        """Name a query, whose rows are found whenever they are asked for."""
        ...

    def drop(self, *tables: str) -> None:
        """Forget tables."""
        ...

    def close(self) -> None:
        """End the session; nothing of it is left."""
        ...
