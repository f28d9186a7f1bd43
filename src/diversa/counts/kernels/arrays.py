# SPDX-License-Identifier: Apache-2.0
"""Arrays that belong together; compiled functions take named tuples as they are."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class RollUpStep(NamedTuple):
    """The way from one node to a more general one."""

    maps: NDArray[np.int32]
    """The maps between the levels of all attributes, one after the other."""
    offsets: NDArray[np.int64]
    """Begin of the map of each attribute in `maps`."""
    strides: NDArray[np.int64]
    """The weight of each attribute in a packed key; 0 where one label is left."""
    space: int
    """Number of possible keys, at most `KEY_SPACE`."""


class Histograms(NamedTuple):
    """The values of each group and their rows, group after group."""

    starts: NDArray[np.int64]
    """The entries of group g are starts[g]:starts[g + 1]."""
    values: NDArray[np.int32]
    """The value of each entry, ascending inside a group."""
    counts: NDArray[np.int64]
    """Rows of each entry."""


class GroupEntries(NamedTuple):
    """The values of each group and their rows, each entry with its group."""

    owners: NDArray[np.int32]
    """The group of each entry."""
    values: NDArray[np.int32]
    """Its value."""
    counts: NDArray[np.int64]
    """Its rows."""
    sizes: NDArray[np.int64]
    """Rows of each group."""


class RolledUp(NamedTuple):
    """The groups of a more general node."""

    codes: NDArray[np.int32]
    """Their level codes, one line per attribute."""
    starts: NDArray[np.int64]
    """The entries of group g are starts[g]:starts[g + 1]."""
    owners: NDArray[np.int32]
    """The group of each entry."""
    values: NDArray[np.int32]
    """Its value."""
    counts: NDArray[np.int64]
    """Its rows."""
    sizes: NDArray[np.int64]
    """Rows of each group."""


class Prices(NamedTuple):
    """The cost of a row with a code, for all codes of all levels of all attributes."""

    begins: NDArray[np.int64]
    """Begin of the costs of each attribute, at the level that a node has."""
    costs: NDArray[np.int64]
    """All costs, one after the other."""
