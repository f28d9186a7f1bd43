# SPDX-License-Identifier: Apache-2.0
"""The frame that a table of an engine comes from, to give one of its kind back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from diversa.data.frames import ROW, Frame, Selection
from diversa.engines.engine import Table


@dataclass(frozen=True, eq=False)
class Origin:
    """The frame that a table comes from."""

    frame: Frame
    """The frame."""
    own: frozenset[str]
    """The columns that are still those of the frame."""

    def narrow(self, columns: Iterable[str]) -> Origin:
        """The same frame, when no more than these columns are still its own.

        A column that was changed once stays changed.
        """
        return Origin(self.frame, self.own & frozenset(columns))

    def needs(self, table: Table) -> list[str]:
        """The columns that the engine must give: row numbers, and changed columns."""
        changed = (name for name in table.columns if name not in self.own)
        return [ROW, *(f"c{table.place(name)}" for name in changed)]

    def rebuild(
        self, table: Table, arrays: Mapping[str, NDArray[Any]], *, index: bool
    ) -> object:
        """A frame like the one that came in."""
        texts = {
            name: arrays[f"c{table.place(name)}"]
            for name in table.columns
            if name not in self.own
        }
        return self.frame.rebuild(Selection(table.columns, arrays[ROW], texts, index))
