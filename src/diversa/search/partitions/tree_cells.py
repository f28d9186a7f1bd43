# SPDX-License-Identifier: Apache-2.0
"""The cells of a public tree: what a column can be cut into, and what that is called.

The order of the cells, and where the first cuts may be, come from a declared hierarchy
or from counts with secret noise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from diversa.array_types import Floats, Ints
from diversa.recodings.public_cells import PublicCells
from diversa.search.partitions.secret_noise import SecretNoise

WELL_ABOVE = 6.0
"""How many times the noise a count must be above k to be surely enough."""

LISTED = 2.0
"""The same for a value that a tree names."""


@dataclass(frozen=True)
class Blur:
    """What hides the counts, and what counts as many."""

    noise: SecretNoise
    """The noise."""
    least: int
    """Rows that both sides of a cut must have."""

    @property
    def plenty(self) -> float:
        """A blurred count that is surely enough for a side."""
        return self.least + WELL_ABOVE * self.noise.scale

    @property
    def naming_limit(self) -> float:
        """A blurred count of a value that a tree may name."""
        return self.least + LISTED * self.noise.scale

    def tail(self, cells: int) -> float:
        """A blurred count of some cells at an end that may be none."""
        return float(self.least + self.noise.scale * cells**0.5)


@dataclass(frozen=True, eq=False)
class TreeCells:
    """The cells of a column in their order."""

    cell: Ints = field(repr=False)
    """The cell of each code of the lowest level."""
    counts: Floats = field(repr=False)
    """The blurred rows of each cell."""
    depths: Ints = field(repr=False)
    """How deep the border before each cell is: the least deep are cut first."""
    in_the_middle: bool
    """True if a run of cells is cut in its middle, as numbers are."""
    label: Callable[[int, int], object] = field(repr=False)
    """The label of the cells from one to before another."""
    public: PublicCells = field(default=PublicCells(), repr=False)
    """The cells by value, for later tables."""
