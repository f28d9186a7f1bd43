# SPDX-License-Identifier: Apache-2.0
"""Full-domain generalization: every value of an attribute goes to one level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from operator import add

import numpy as np

from diversa.array_types import Bools, Codes
from diversa.counts import kernels
from diversa.counts.frequency_set import FrequencySet, frequency_set
from diversa.counts.suppression import select
from diversa.counts.wide_keys import keys_at
from diversa.data.dictionary import as_text
from diversa.engines.row_recoding import ColumnMap, CountedTuples
from diversa.metrics.objective import Outcome
from diversa.metrics.recoded import Recoded
from diversa.recodings.picture import Picture
from diversa.recodings.recoding import Pictures, PublishedTables, Recoding
from diversa.recodings.release_tuples import group_tuples, level_columns
from diversa.tables.count_table import CountTable


@dataclass(frozen=True, eq=False, kw_only=True)
class FullDomain(Recoding):
    """Full-domain generalization: a level for each quasi-identifier.

    Groups in which a model fails are suppressed: dropped, or starred.
    """

    node: tuple[int, ...]
    """The level of each quasi-identifier."""
    failing: Codes = field(repr=False)
    """Level codes of the groups in which a model fails, one line each."""

    @property
    def maps(self) -> tuple[ColumnMap, ...]:
        """The labels of each quasi-identifier on its level."""
        return tuple(
            ColumnMap(dictionary, hierarchy.maps[level], hierarchy.labels[level])
            for dictionary, hierarchy, level in zip(
                self.dictionaries, self.hierarchies, self.node, strict=True
            )
        )

    @property
    def suppressed(self) -> Codes:
        """Level codes of the suppressed groups, one line each."""
        return self.failing

    @property
    def levels(self) -> dict[str, int]:
        """The level of each quasi-identifier."""
        names = [hierarchy.attribute for hierarchy in self.hierarchies]
        return dict(zip(names, self.node, strict=True))

    @property
    def has_cells(self) -> bool:
        """False: levels decide about values, not about cells."""
        return False

    def tables_of_counts(
        self, counted: CountTable
    ) -> PublishedTables[CountedTuples] | None:
        """The released tuples with their counts; see `Recoding.tables_of_counts`."""
        hierarchies = counted.hierarchies
        node = frequency_set(
            counted.cells, hierarchies, counted.sensitive, levels=self.node
        )
        codes, groups, kept = node.codes, node.groups, ~self._fails(node)
        if self.star:
            codes = np.where(kept, codes, np.int32(-1))
        elif not kept.all():
            codes, groups = codes[:, kept], select(groups, kept)
        columns = level_columns(self.maps, hierarchies, self.node, codes)
        tuples = group_tuples(self.columns, columns, groups)
        return None if tuples is None else PublishedTables(tuples)

    def _fails(self, node: FrequencySet) -> Bools:
        """Mask of the groups of the node that are suppressed."""
        failing = self.failing.T.reshape(len(self.node), -1)
        both = np.concatenate([failing, node.codes], axis=1)
        number, _ = kernels.group_keys(*keys_at(node.maps, node.levels, both))
        fails: Bools = number[failing.shape[1] :] < failing.shape[1]
        return fails

    def recode(self, counted: CountTable) -> Recoded:
        """The counted table beside its release; see `Recoding.recode`."""
        coded = [int(hierarchy.is_coded) for hierarchy in counted.hierarchies]
        recoded = Recoded.at_levels(
            counted.cells,
            [hierarchy.without_coding for hierarchy in counted.hierarchies],
            counted.sensitive,
            levels=tuple(map(add, self.node, coded)),
            suppressed=self.failing,
            star=self.star,
        )
        return replace(recoded, coded=sum(coded))

    def picture(self, pictures: Pictures) -> Picture | None:
        """The lattice, with the node that was chosen."""
        return pictures.lattice(self.node)

    def mapping(self) -> Iterator[tuple[str, str, str]]:
        """Every value of a quasi-identifier with its label."""
        for column in self.maps:
            for value, code in zip(
                [*column.dictionary.texts, ""], column.codes.tolist(), strict=False
            ):
                label = column.labels[code]
                yield (
                    column.dictionary.column,
                    value,
                    "" if label is None else as_text(label),
                )


def failing_groups(outcome: Outcome) -> Codes:
    """The level codes of the groups that are not published, one line each."""
    codes = outcome.frequency_set.codes[:, ~outcome.kept]
    return np.ascontiguousarray(codes.T)
