# SPDX-License-Identifier: Apache-2.0
"""Stated claims: all that the labels of a published table say of single rows.

The claims of every label are found once; groups only look them up. A reader who makes
no use of how the groups were made knows exactly this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.counts.frequency_set import FrequencySet
from diversa.data.label_meaning import LabelMeaning
from diversa.data.meaning import format_label
from diversa.data.spelling import PLAIN, Spelling
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.labels.average_claims import average_states
from diversa.labels.claim import NO_ROWS, Claim, ColumnClaims
from diversa.labels.label_claims import LabelColumn


@dataclass(frozen=True, eq=False)
class TableClaims:
    """The claims of every group of a published table.

    Example:
        >>> sizes, label = np.array([5, 3]), np.array([[0, 1]])
        >>> ages = LabelColumn("age", ("[17-25]", "40"), LabelMeaning())
        >>> claims = TableClaims(sizes, (ages.claims(),), label, LabelMeaning())
        >>> claims.safety.tolist(), claims.downcoded.tolist(), claims.named_by_one
        ([1, 3], [2, 0], 2)
    """

    sizes: Ints = field(repr=False)
    """Rows of each group, or people."""
    columns: tuple[ColumnClaims, ...] = field(repr=False)
    """The claims of the labels of each column."""
    label: Ints = field(repr=False)
    """The label of each group in each column, one line per column."""
    meaning: LabelMeaning
    """The meaning of labels."""

    def __len__(self) -> int:
        return len(self.sizes)

    @cached_property
    def is_starred(self) -> Bools:
        """Mask of the groups with `*` in every column: suppressed rows."""
        starred = np.full(len(self), bool(self.columns))
        for column, label in zip(self.columns, self.label, strict=True):
            stars = np.array([text == TOP for text in column.labels], dtype=bool)
            starred &= stars[label]
        return starred

    def _of_groups(self, numbers: Sequence[Ints], nothing: int) -> Ints:
        """A number of each label, for each column and group."""
        lines = np.full((len(self.columns), len(self)), nothing, dtype=np.int64)
        for line, number, label in zip(lines, numbers, self.label, strict=True):
            line[:] = number[label]
        lines[:, self.is_starred] = nothing
        return lines

    @cached_property
    def safety(self) -> Ints:
        """Label safety of each group: the least backing of a claim, else its size."""
        least = self._of_groups([column.least for column in self.columns], NO_ROWS)
        return np.minimum(least.min(axis=0, initial=NO_ROWS), self.sizes)

    @cached_property
    def downcoded(self) -> Ints:
        """Rows of each group that get a finer label: disjoint claims of one column."""
        most = self._of_groups([column.disjoint for column in self.columns], 0)
        return np.minimum(most.max(axis=0, initial=0), self.sizes)

    @cached_property
    def restored(self) -> Ints:
        """Rows of each group of which all values are known.

        One column alone has several values, and each row is claimed in it.
        """
        disjoint = self._of_groups([column.disjoint for column in self.columns], 0)
        several = self._several
        alone = several.sum(axis=0) == 1
        claimed = (disjoint * several).max(axis=0, initial=0)
        return np.where(alone & (claimed >= self.sizes), self.sizes, 0)

    @property
    def _several(self) -> Ints:
        return self._of_groups(
            [column.general.astype(np.int64) for column in self.columns], 0
        )

    @cached_property
    def generalized(self) -> Bools:
        """Mask of the groups with a label that may stand for several values."""
        return np.asarray(self._several.sum(axis=0) > 0)

    @property
    def generalized_rows(self) -> int:
        """Rows of groups with a label that may stand for several values."""
        return int(self.sizes[self.generalized].sum())

    @cached_property
    def named(self) -> int:
        """Claims of all groups that name what rows have."""
        counts = [column.named for column in self.columns]
        return int(self._of_groups(counts, 0).sum())

    @cached_property
    def named_by_one(self) -> int:
        """Those of them that a single row may stand behind."""
        counts = [column.named_by_one for column in self.columns]
        return int(self._of_groups(counts, 0).sum())

    @property
    def least(self) -> int | None:
        """Label safety of the release: the least over its groups; None without one."""
        return int(self.safety.min()) if len(self) else None

    @property
    def share_downcoded(self) -> float:
        """Share of the generalized rows that get a finer label."""
        rows = self.generalized_rows
        return int(self.downcoded.sum()) / rows if rows else 0.0

    def of_group(self, group: int) -> dict[str, tuple[Claim, ...]]:
        """Column name to the claims of one group, for people who look at one."""
        if self.is_starred[group]:
            return {}
        return {
            column.column: column.of_label(int(label[group]))
            for column, label in zip(self.columns, self.label, strict=True)
            if len(column.of_label(int(label[group])))
        }

    def pairs(self, column: int) -> tuple[Ints, Ints]:
        """Group and claim of every claim of a column, over all groups."""
        claims, label = self.columns[column], self.label[column]
        lengths = np.diff(claims.starts)[label]
        lengths[self.is_starred] = 0
        group = np.repeat(np.arange(len(self)), lengths)
        begins = np.cumsum(lengths) - lengths
        claim = np.arange(len(group)) + np.repeat(
            claims.starts[label] - begins, lengths
        )
        return group, claim


@dataclass(frozen=True)
class PublicDomain:
    """Public knowledge of a column beside its labels."""

    spelling: Spelling = PLAIN
    """The spelling of numbers and dates."""
    values: Hierarchy | None = field(default=None, repr=False)
    """All values that rows may have, with their ancestors; None if not known."""


UNKNOWN = PublicDomain()
"""Nothing is known beside the labels."""


def table_claims(
    published: FrequencySet,
    meaning: LabelMeaning,
    known: Mapping[str, PublicDomain] | None = None,
) -> TableClaims:
    """Count what the labels of published groups claim.

    Args:
        published: The groups, whose values are the labels.
        meaning: The meaning of labels.
        known: What readers know of each column beside its labels.
    """
    sizes, domains = published.groups.sizes, known or {}
    columns, lines = [], []
    for hierarchy, codes in zip(published.hierarchies, published.codes, strict=True):
        domain = domains.get(hierarchy.attribute, UNKNOWN)
        labels = tuple(format_label(label) for label in hierarchy.labels[0])
        column = LabelColumn(
            hierarchy.attribute, labels, meaning, domain.spelling, domain.values
        )
        claims, label = column_claims(column, codes, sizes)
        columns.append(claims)
        lines.append(label)
    label = np.array(lines, dtype=np.int64).reshape(len(lines), len(published))
    return TableClaims(sizes, tuple(columns), label, meaning)


def column_claims(
    column: LabelColumn, codes: Codes, sizes: Ints
) -> tuple[ColumnClaims, Ints]:
    """The claims of a column, and the label of each group in it.

    What an average claims depends on the size of the group, so that a label counts as
    another one with each size.
    """
    if column.meaning.average is None:
        return column.claims(), codes.astype(np.int64)
    return average_states(column, codes, sizes)
