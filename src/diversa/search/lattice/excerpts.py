# SPDX-License-Identifier: Apache-2.0
"""Excerpts of a large table, which show cheaply that a node fails.

The rows with some values of one attribute are whole groups of every node that tells
these values from the others. What must go of these groups must go of the table: where
that alone is more than may go, the other rows need not be looked at. Most nodes that a
search has to look at fail by far, and a small excerpt with rare values shows it. Where
an excerpt is large itself, an excerpt of it with rare values of another attribute is
looked at before; so a node is looked at in more and more rows until it is seen to fail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools
from diversa.counts.frequency_set import FrequencySet, excerpt, workspace_for
from diversa.counts.kernels import Workspace
from diversa.search.lattice.lattice import Node
from diversa.search.lattice.roll_ups import RollUps, entries_of

LARGE = 2**16
"""Least number of entries of a table that excerpts are made of."""

LARGE_PART = 2**13
"""Least number of entries of an excerpt that excerpts are made of."""

LEAST = 0.02
"""Least share of the rows in an excerpt."""

TIMES = 1.25
"""Rows of an excerpt per row that may go."""

MOST = 0.5
"""Largest share of the rows in an excerpt."""

KEPT = 4
"""Most excerpts of a table."""

MEMORY = 6
"""Number of recent nodes over which the success of excerpts is averaged."""

NOW_AND_THEN = 8
"""One in so many nodes is tried while excerpts do not pay."""


class Excerpt(NamedTuple):
    """An excerpt of a table, for all nodes of which it has whole groups."""

    roll_ups: RollUps
    """Frequency sets of the excerpt."""
    smaller: Excerpts
    """Excerpts of the excerpt."""


class Excerpts:
    """The excerpts of one table, made when a node needs one."""

    def __init__(
        self,
        finest: FrequencySet,
        limit: int,
        large: int | None = None,
        workspace: Workspace | None = None,
    ) -> None:
        """Start without an excerpt; tables below `large` entries never get one."""
        self._workspace = workspace or workspace_for(finest)
        self._finest = finest
        self._limit = limit
        self._share = max(LEAST, TIMES * limit / max(1, finest.groups.rows))
        is_small = entries_of(finest) < (LARGE if large is None else large)
        self._is_small = is_small or self._share > MOST
        self._excerpts: dict[tuple[int, int], Excerpt] = {}
        self._too_frequent: set[tuple[int, int]] = set()
        self._rows: dict[int, NDArray[np.number]] = {}
        self._shown, self._passed, self._worth = 1.0, 0, 0.0

    def show(self, node: Node, fails: Callable[[RollUps, Node], bool]) -> bool:
        """True if an excerpt shows that a node fails; otherwise nothing is known.

        `fails` judges the groups of a node in the roll-ups of an excerpt.
        """
        part = self._for(node)
        if part is None:
            return False
        if part.smaller.show(node, fails):
            return True
        shown = fails(part.roll_ups, node)
        self._remember(shown=shown)
        return shown

    def _for(self, node: Node) -> Excerpt | None:
        """An excerpt with whole groups of a node; None if none pays."""
        if self._is_small or not self._is_worth_it():
            return None
        for (place, level), part in self._excerpts.items():
            if node[place] <= level:
                return part
        if len(self._excerpts) == KEPT:
            return None
        return self._make_for(node)

    def _remember(self, *, shown: bool) -> None:
        """Update the share of nodes that excerpts showed to fail."""
        self._passed = 0
        self._shown += (shown - self._shown) / MEMORY

    def _is_worth_it(self) -> bool:
        self._passed += 1
        return self._shown >= self._worth or self._passed >= NOW_AND_THEN

    def _make_for(self, node: Node) -> Excerpt | None:
        """Make an excerpt for a node that serves as many others as possible."""
        for place, level in self._widest_first(node):
            rare = self._with_rare_labels(place, level)
            if rare is not None:
                made = self._excerpts[place, level] = self._part_with(rare)
                return made
            self._too_frequent.add((place, level))
        return None

    def _part_with(self, chosen: Bools) -> Excerpt:
        """The excerpt with the chosen tuples."""
        part, space = excerpt(self._finest, chosen), self._workspace
        # A look takes this share of the time that it saves where it shows something.
        self._worth = max(self._worth, entries_of(part) / entries_of(self._finest))
        roll_ups = RollUps(part, workspace=space, room=0)
        return Excerpt(roll_ups, Excerpts(part, self._limit, LARGE_PART, space))

    def _widest_first(self, node: Node) -> list[tuple[int, int]]:
        """Attributes and levels that a node keeps apart, widest first."""
        heights = [axis.height for axis in self._finest.hierarchies]
        pairs = [
            (place, level)
            for place, height in enumerate(heights)
            for level in range(node[place], height)
            if (place, level) not in self._too_frequent
        ]
        return sorted(pairs, key=lambda pair: -(pair[1] + 1) / (heights[pair[0]] + 1))

    def _with_rare_labels(self, place: int, level: int) -> Bools | None:
        """Mask of the tuples with the rarest labels; None if they are too many."""
        finest = self._finest
        labels = finest.hierarchies[place].step(finest.levels[place], level)
        rows = np.bincount(labels, weights=self._rows_by_code(place))
        order = np.argsort(rows, kind="stable")
        shares = np.cumsum(rows[order]) / max(1, finest.groups.rows)
        last = int(np.searchsorted(shares, self._share))
        if last >= len(shares) or shares[last] > MOST:
            return None
        is_rare = np.zeros(len(rows), dtype=bool)
        is_rare[order[: last + 1]] = True
        return is_rare[labels][finest.codes[place]]

    def _rows_by_code(self, place: int) -> NDArray[np.number]:
        """Rows with each code of an attribute."""
        if place not in self._rows:
            level = self._finest.levels[place]
            self._rows[place] = np.bincount(
                self._finest.codes[place],
                weights=self._finest.groups.sizes,
                minlength=self._finest.hierarchies[place].sizes[level],
            )
        return self._rows[place]
