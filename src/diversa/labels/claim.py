# SPDX-License-Identifier: Apache-2.0
"""Claims: what a label says for certain of some rows of its group.

The tight range `[17-25]` says that one row has 17 and one has 25. A claim is a finer
label (its cell) that at least so many rows of the group have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from diversa.array_types import Bools, Ints

NO_ROWS = np.iinfo(np.int64).max
"""The backing of no claim at all, which bounds nothing."""


class Claim(NamedTuple):
    """A finer label that some rows of a group have for certain."""

    cell: str | None
    """The finer label; None is a missing value."""
    rows: int = 1
    """Rows of the group that have it at least: its backing."""
    excludes: bool = False
    """True if the rows have anything else of the label than the cell."""


class LabelClaims(NamedTuple):
    """The claims of one label."""

    claims: tuple[Claim, ...] = ()
    """All of them."""
    is_general: bool = False
    """True if the label may stand for several values."""
    disjoint: int = 0
    """Most rows that claims of disjoint cells name together."""


SINGLE = LabelClaims()
"""A single value: it says what all rows of the group have."""

GENERAL = LabelClaims(is_general=True)
"""Several values, of which nothing is claimed."""


def apart(claims: Iterable[Claim]) -> LabelClaims:
    """The claims of a label whose cells are disjoint."""
    every = tuple(claims)
    return LabelClaims(every, is_general=True, disjoint=sum(one.rows for one in every))


def overlapping(claims: Iterable[Claim]) -> LabelClaims:
    """The claims of a label any two of whose cells have values in common."""
    every = tuple(claims)
    most = max((claim.rows for claim in every), default=0)
    return LabelClaims(every, is_general=True, disjoint=most)


@dataclass(frozen=True, eq=False)
class ColumnClaims:
    """The claims of every label of a column, as compressed sparse rows.

    Example:
        >>> ends = apart([Claim("17"), Claim("25")])
        >>> column = ColumnClaims.of("age", ["[17-25]", "40"], [ends, SINGLE])
        >>> column.of_label(0), column.least.tolist()[0]
        ((Claim(cell='17', rows=1, excludes=False), Claim(cell='25', rows=1, \
excludes=False)), 1)
    """

    column: str
    """Name of the column."""
    labels: tuple[str | None, ...] = field(repr=False)
    """The labels; None is a missing value."""
    starts: Ints = field(repr=False)
    """The claims of label i are claims[starts[i]:starts[i + 1]]."""
    claims: tuple[Claim, ...] = field(repr=False)
    """All claims, label after label."""
    general: Bools = field(repr=False)
    """Mask of the labels that may stand for several values."""
    disjoint: Ints = field(repr=False)
    """Most rows that disjoint claims of each label name together."""

    @classmethod
    def of(
        cls, column: str, labels: Sequence[str | None], read: Sequence[LabelClaims]
    ) -> ColumnClaims:
        """The claims of all labels together."""
        lengths = [len(one.claims) for one in read]
        return cls(
            column,
            tuple(labels),
            np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
            tuple(claim for one in read for claim in one.claims),
            np.array([one.is_general for one in read], dtype=bool),
            np.array([one.disjoint for one in read], dtype=np.int64),
        )

    def of_label(self, label: int) -> tuple[Claim, ...]:
        """The claims of one label."""
        return self.claims[self.starts[label] : self.starts[label + 1]]

    @cached_property
    def rows(self) -> Ints:
        """The backing of each claim."""
        return np.array([claim.rows for claim in self.claims], dtype=np.int64)

    @cached_property
    def label(self) -> Ints:
        """The label of each claim."""
        return np.repeat(np.arange(len(self.labels)), np.diff(self.starts))

    @cached_property
    def least(self) -> Ints:
        """The least backing of the claims of each label; `NO_ROWS` without a claim."""
        least = np.full(len(self.labels), NO_ROWS, dtype=np.int64)
        np.minimum.at(least, self.label, self.rows)
        return least

    @cached_property
    def named(self) -> Ints:
        """Claims of each label that name what rows have, and not what they lack."""
        return self._count(self._names)

    @cached_property
    def named_by_one(self) -> Ints:
        """Those of them that a single row may stand behind."""
        return self._count(self._names & (self.rows == 1))

    @cached_property
    def _names(self) -> Bools:
        return np.array([not claim.excludes for claim in self.claims], dtype=bool)

    def _count(self, chosen: Bools) -> Ints:
        return np.bincount(self.label[chosen], minlength=len(self.labels)).astype(
            np.int64
        )
