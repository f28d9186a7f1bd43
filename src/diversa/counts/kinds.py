# SPDX-License-Identifier: Apache-2.0
"""Kinds of people: the sets of cells that people have, as an engine counts them."""

from __future__ import annotations

from dataclasses import dataclass, field

from diversa.array_types import Ints


@dataclass(frozen=True, eq=False)
class Kinds:
    """Sets of cells with the number of people who have just these cells."""

    starts: Ints = field(repr=False)
    """The cells of kind i are cells[starts[i]:starts[i + 1]]; at least one."""
    cells: Ints = field(repr=False)
    """Places of the cells in `Cells`, ascending in a kind."""
    people: Ints = field(repr=False)
    """People of each kind, all positive."""

    def __len__(self) -> int:
        return len(self.people)

    @property
    def total(self) -> int:
        """The people of all kinds."""
        return int(self.people.sum())
