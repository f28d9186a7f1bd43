# SPDX-License-Identifier: Apache-2.0
"""Recodings: the decision of a search, as data.

A recoding says what happens to every row. It can be carried out by any engine, shown
to a person (`mapping`), saved, and applied again to new rows of the same domain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import add

import numpy as np
from numpy.typing import NDArray

from diversa.counts.cells import Cells
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary, as_text
from diversa.data.identifiers import Drop, Treatment
from diversa.data.roles import Roles
from diversa.engines.engine import ColumnMap, Grouping
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics.divided import recode_pieces
from diversa.metrics.objective import Outcome
from diversa.metrics.recoded import Recoded
from diversa.recodings.box_sides import sides_of
from diversa.recodings.boxes import boxes_of
from diversa.recodings.groupings import (
    chosen_cells,
    grouping_of,
    is_divided,
    lowest_maps,
)
from diversa.recodings.partition import Partition


@dataclass(frozen=True, eq=False)
class FullDomain:
    """Full-domain generalization: every value of an attribute goes to one level.

    Groups in which a model fails are suppressed: dropped, or starred.
    """

    hierarchies: tuple[Hierarchy, ...] = field(repr=False)
    """One per quasi-identifier."""
    dictionaries: tuple[Dictionary, ...] = field(repr=False)
    """The values of each quasi-identifier."""
    levels: tuple[int, ...]
    """The level of each quasi-identifier."""
    suppressed: NDArray[np.int32] = field(repr=False)
    """Level codes of the suppressed groups, one line each."""
    columns: tuple[str, ...]
    """The columns to publish, in order."""
    star: bool = False
    """Publish suppressed rows with `*` in every quasi-identifier."""
    identifiers: Mapping[str, Treatment] = field(default_factory=dict, repr=False)
    """What happens to each identifier."""
    dropped_missing: tuple[str, ...] = ()
    """Columns whose rows with a missing value are removed first."""

    @property
    def maps(self) -> tuple[ColumnMap, ...]:
        """How each quasi-identifier is generalized."""
        return tuple(
            ColumnMap(dictionary, hierarchy.maps[level], hierarchy.labels[level])
            for dictionary, hierarchy, level in zip(
                self.dictionaries, self.hierarchies, self.levels, strict=True
            )
        )

    @property
    def grouping(self) -> Grouping | None:
        """Groups are products of levels."""
        return None

    def recoded(
        self,
        cells: Cells,
        hierarchies: Sequence[Hierarchy],
        sensitive: Sequence[Sensitive] = (),
    ) -> Recoded:
        """The counted table beside its release, for metrics of utility.

        Args:
            cells: What was counted of the table.
            hierarchies: Those of the cells, which may know the population's values too.
            sensitive: The sensitive attributes that metrics look at.
        """
        lowest = [int(one.is_coded) for one in hierarchies]
        return Recoded.at_levels(
            cells,
            [one.uncoded for one in hierarchies],
            sensitive,
            levels=tuple(map(add, self.levels, lowest)),
            suppressed=self.suppressed,
            star=self.star,
        )

    def mapping(self) -> Iterator[tuple[str, str, str]]:
        """Every value of a quasi-identifier and what is published instead of it."""
        for one in self.maps:
            for value, code in zip(
                [*one.dictionary.texts, ""], one.codes.tolist(), strict=False
            ):
                label = one.labels[code]
                yield (
                    one.dictionary.column,
                    value,
                    "" if label is None else as_text(label),
                )


@dataclass(frozen=True, eq=False)
class LocalRecoding:
    """Local recoding: every group is published with the box of its own values."""

    partition: Partition = field(repr=False)
    """Which group each tuple of quasi-identifiers belongs to; a tuple that occurs more
    than once is divided (`pieces`)."""
    dictionaries: tuple[Dictionary, ...] = field(repr=False)
    """The values of each quasi-identifier."""
    columns: tuple[str, ...]
    """The columns to publish, in order."""
    star: bool = False
    """Publish suppressed rows with `*` in every quasi-identifier."""
    identifiers: Mapping[str, Treatment] = field(default_factory=dict, repr=False)
    """What happens to each identifier."""
    dropped_missing: tuple[str, ...] = ()
    """Columns whose rows with a missing value are removed first."""
    group_column: str | None = None
    """Where the number of the group is published, if it is; one of the columns."""

    @property
    def hierarchies(self) -> tuple[Hierarchy, ...]:
        """One per quasi-identifier."""
        return self.partition.finest.hierarchies

    @property
    def maps(self) -> tuple[ColumnMap, ...]:
        """What the codes of a cell mean."""
        return lowest_maps(self.dictionaries, self.hierarchies)

    @property
    def suppressed(self) -> NDArray[np.int32]:
        """Suppressed rows are those whose cell has no group."""
        return np.empty((0, len(self.dictionaries)), dtype=np.int32)

    @cached_property
    def grouping(self) -> Grouping | None:
        """The group of every published cell, and the boxes of the groups."""
        part, labels = self.partition.part, boxes_of(self.partition)
        kept = part >= 0
        published = self.partition.finest
        if not kept.all():
            published = chosen_cells(published, kept)
        by_rows = is_divided(self.partition.finest)
        return grouping_of(
            published, part[kept], labels, self.group_column, by_rows=by_rows
        )

    def recoded(
        self,
        cells: Cells,
        hierarchies: Sequence[Hierarchy],
        sensitive: Sequence[Sensitive] = (),
    ) -> Recoded:
        """The counted table beside its release; see `FullDomain.recoded`."""
        del hierarchies  # those of the partition are the same
        return recode_pieces(
            cells,
            sensitive,
            pieces=self.partition.finest,
            group=self.partition.part,
            sides=sides_of(self.partition),
            star=self.star,
        )


def published_columns(
    columns: tuple[str, ...], roles: Roles, identifiers: Mapping[str, Treatment]
) -> tuple[str, ...]:
    """The columns of the release: all but the identifiers that are dropped."""
    dropped = {
        name
        for name in roles.identifiers
        if isinstance(identifiers.get(name, Drop()), Drop)
    }
    return tuple(name for name in columns if name not in dropped)


def suppressed_groups(outcome: Outcome) -> NDArray[np.int32]:
    """The level codes of the groups that are not published, one line each."""
    codes = outcome.frequency_set.codes[:, ~outcome.kept]
    return np.ascontiguousarray(codes.T)
