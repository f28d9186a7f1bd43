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


class RolledUp(NamedTuple):
    """The groups of a more general node."""

    codes: Codes
    """Their level codes, one line per attribute."""
    starts: Ints
    """The entries of group g are starts[g]:starts[g + 1]."""
    owners: Codes
    """The group of each entry."""
    values: Codes
    """Its value."""
    counts: Ints
    """Its rows."""
    sizes: Ints
    """Rows of each group."""


class Prices(NamedTuple):
    """The cost of a row with a code, for all codes of all levels of all attributes."""

    begins: Ints
    """Begin of the costs of each attribute, at the level that a node has."""
    costs: Ints
    """All costs, one after the other."""
