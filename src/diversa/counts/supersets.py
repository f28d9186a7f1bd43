# SPDX-License-Identifier: Apache-2.0
"""Natural supersets: the coarser groups of the original table that hold a group.

Most models look at a group alone. One that compares it with larger groups around it
((n,t)-closeness) walks over coarser partitions: the nodes above in the lattice, or the
ancestors in a partition tree. They are counted as the walk goes, and only for models
that ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Floats, Ints

if TYPE_CHECKING:
    from diversa.counts.groups import Groups
    from diversa.counts.histogram import Histogram

Whole = TypeVar("Whole")
"""A partition: its groups, or the histogram of one attribute."""

Supersets = Callable[[], Iterator[tuple[Ints, Whole]]]
"""Starts a walk. Each step gives, for every group, the number of the coarser group that
holds all its rows (-1 for none), and these coarser groups."""


def no_supersets() -> Iterator[tuple[Ints, Any]]:
    """Walk over nothing: no coarser partition is known."""
    return iter(())


@dataclass(frozen=True)
class HistogramsAbove:
    """Walks over coarser partitions, looking at one sensitive attribute."""

    supersets: Supersets[Groups]
    """The walk over the partitions."""
    name: str
    """The attribute."""

    def __call__(self) -> Iterator[tuple[Ints, Histogram]]:
        for parents, groups in self.supersets():
            yield parents, groups.histogram(self.name)

    def large(self, rows: int) -> LargeSupersets | None:
        """All supersets of so many rows at once; None if they are only walked over."""
        at_once = getattr(self.supersets, "large", None)
        return None if at_once is None else at_once(self.name, rows)


@dataclass(frozen=True, eq=False)
class LargeSupersets:
    """Every superset of some groups that has a certain number of rows."""

    histogram: Histogram
    """Large groups, the supersets among them."""
    place: NDArray[np.signedinteger]
    """A line per finest group: which large group of each partition holds it, or -1."""
    first: Ints
    """The number of the first large group of each partition."""
    partitions: Ints
    """The partitions, as columns, that are coarser than that of the groups."""
    inside: Ints
    """For every group one of the finest groups that it holds."""
    shares: Floats
    """The largest share of each value in any of the supersets, or more."""

    @property
    def rows(self) -> int:
        """The most rows of a superset."""
        return int(self.histogram.sizes.max(initial=0))

    def pairs(self, groups: Ints) -> tuple[Ints, Ints]:
        """Some groups, each as often as it has a superset, and these."""
        places = self.place[np.ix_(self.inside[groups], self.partitions)]
        line, column = np.nonzero(places >= 0)
        partition = self.partitions[column]
        return groups[line], self.first[partition] + places[line, column]


def supersets_of_parts(
    supersets: Supersets[Groups], whole: Ints
) -> Iterator[tuple[Ints, Groups]]:
    """Walk for parts of groups: what holds a group holds each of its parts.

    `whole` has the group of every part; -1 for none.
    """
    for parents, groups in supersets():
        yield np.where(whole < 0, -1, parents[whole]), groups
