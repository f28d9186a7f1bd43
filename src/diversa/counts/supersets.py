# SPDX-License-Identifier: Apache-2.0
"""Natural supersets: the coarser groups of the original table that hold a group.

Most models look at a group alone. One that compares it with larger groups around it
((n,t)-closeness) walks over coarser partitions: the nodes above in the lattice, or the
ancestors in a partition tree. They are counted as the walk goes, and only for models
that ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from diversa.counts.groups import Groups, Histogram

Whole = TypeVar("Whole")
"""How a partition is given: as groups, or as the histogram of one attribute."""

Supersets = Callable[[], Iterator[tuple[NDArray[np.int64], Whole]]]
"""Starts a walk. Each step gives, for every group, the number of the coarser group that
holds all its rows (-1 for none), and these coarser groups."""


def no_supersets() -> Iterator[tuple[NDArray[np.int64], Any]]:
    """Walk over nothing: no coarser partition is known."""
    return iter(())


def histograms_above(
    supersets: Supersets[Groups], name: str
) -> Iterator[tuple[NDArray[np.int64], Histogram]]:
    """Walk over coarser partitions, looking at one sensitive attribute."""
    for parents, groups in supersets():
        yield parents, groups.histogram(name)


def supersets_of_parts(
    supersets: Supersets[Groups], whole: NDArray[np.int64]
) -> Iterator[tuple[NDArray[np.int64], Groups]]:
    """Walk for parts of groups: what holds a group holds each of its parts.

    Args:
        supersets: The walk for the groups.
        whole: For every part the number of its group; -1 for none.
    """
    for parents, groups in supersets():
        yield np.where(whole < 0, -1, parents[whole]), groups
