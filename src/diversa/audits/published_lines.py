# SPDX-License-Identifier: Apache-2.0
"""The lines of a release beside those that its original would have."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.audits.reference import codes_in
from diversa.counts.cells import Cells
from diversa.counts.kinds import Kinds
from diversa.counts.population_cells import number_lines
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.tables.role_cells import RoleCells


def not_among(extra: int, lacking: int = 0) -> str:
    """Say that the published rows are not those of the original."""
    return (
        "must have the rows of the original table, as the manifest says, got"
        f" {extra:,} that are not among them, and {lacking:,} too few"
    )


@dataclass(frozen=True, eq=False)
class PublishedLines:
    """The distinct lines of a release, and those that its original would have."""

    dictionaries: tuple[Dictionary, ...] = field(repr=False)
    """Values of each column: labels of the release, other values of the original."""
    codes: Codes = field(repr=False)
    """The distinct lines."""
    published: Ints = field(repr=False)
    """Published rows of each line."""
    place: Ints = field(repr=False)
    """The line of each cell of the original; -1 without a group."""

    @classmethod
    def of(
        cls, published: Cells, original: Cells, labels: Ints, width: int
    ) -> PublishedLines:
        """Number the lines; the first columns, so many, have labels."""
        dictionaries = published.dictionaries[:width] + original.dictionaries[width:]
        ours = published.codes.copy()
        for column in range(width, len(dictionaries)):
            codes = codes_in(dictionaries[column], published.dictionaries[column])
            ours[:, column] = codes[ours[:, column]]
        has = labels[0] >= 0
        theirs = np.concatenate([labels.T, original.codes[:, width:]], axis=1)[has]
        both = np.concatenate([ours, theirs.astype(ours.dtype)])
        number = number_lines(both, dictionaries)
        _, first = np.unique(number, return_index=True)
        rows = np.bincount(number[: len(ours)], published.counts, len(first))
        place = np.full(len(has), -1, dtype=np.int64)
        place[has] = number[len(ours) :]
        return cls(dictionaries, both[first], rows.astype(np.int64), place)

    def rows_of(self, original: Cells) -> Ints:
        """Rows of the original in each line."""
        has = self.place >= 0
        rows = np.bincount(self.place[has], original.counts[has], len(self.codes))
        return rows.astype(np.int64)

    @property
    def cells(self) -> Cells:
        """The lines with their published rows."""
        return Cells(self.dictionaries, self.codes, self.published)

    def fault(self, expected: Ints, *, may_lack: bool = False) -> str:
        """Say that the published rows are not the expected ones; empty if they are.

        With `may_lack`, some of these may not be published.
        """
        extra = int(np.maximum(self.published - expected, 0).sum())
        lacking = int(np.maximum(expected - self.published, 0).sum())
        if not extra and (may_lack or not lacking):
            return ""
        return not_among(extra, lacking)

    def kinds(self, kinds: Kinds) -> Kinds:
        """The people of the original by the lines that they are in."""
        return kinds.select(self.place >= 0).move(self.place[self.place >= 0])

    def groups(
        self, kinds: Kinds, sensitive: tuple[Sensitive, ...], width: int
    ) -> RoleCells:
        """The published rows by labels and sensitive values, with their people."""
        every = range(len(self.dictionaries))
        chosen = [*every[:width], *every[len(every) - len(sensitive) :]]
        dictionaries = tuple(self.dictionaries[place] for place in chosen)
        codes = np.ascontiguousarray(self.codes[:, chosen])
        number = number_lines(codes, dictionaries)
        _, first = np.unique(number, return_index=True)
        rows = np.bincount(number, self.published, len(first)).astype(np.int64)
        cells = Cells(dictionaries, codes[first], rows)
        return RoleCells(cells, sensitive, kinds=kinds.move(number))
