# SPDX-License-Identifier: Apache-2.0
"""Arrays that belong together; compiled functions take named tuples as they are."""

from __future__ import annotations

from typing import NamedTuple

from diversa.array_types import Codes, Ints


class RollUpStep(NamedTuple):
    """The way from one node to a more general one."""

    maps: Codes
    """The maps between the levels of all attributes, one after the other."""
    offsets: Ints
    """Begin of the map of each attribute in `maps`."""
    strides: Ints
    """The weight of each attribute in a packed key; 0 where one label is left."""
    space: int
    """Number of possible keys, at most `KEY_SPACE`."""


class Histograms(NamedTuple):
    """The values of each group and their rows, group after group."""

    starts: Ints
    """The entries of group g are starts[g]:starts[g + 1]."""
    values: Codes
    """The value of each entry, ascending inside a group."""
    counts: Ints
    """Rows of each entry."""


class GroupEntries(NamedTuple):
    """The values of each group and their rows, each entry with its group."""

    owners: Codes
    """The group of each entry."""
    values: Codes
    """Its value."""
    counts: Ints
    """Its rows."""
    sizes: Ints
    """Rows of each group."""


RolledUp = tuple[Codes, Ints, Codes, Codes, Ints, Ints]
"""The codes, starts, owners, values, counts and sizes of the groups of a more general
node, as `FrequencySet`, `Histograms` and `GroupEntries` have them. Numba gives a plain
tuple back faster than a named one."""


class Prices(NamedTuple):
    """The cost of a row with a code, for all codes of all levels of all attributes."""

    begins: Ints
    """Begin of the costs of each attribute, at the level that a node has."""
    costs: Ints
    """All costs, one after the other."""
