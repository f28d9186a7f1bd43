# SPDX-License-Identifier: Apache-2.0
"""Bucketization: two tables instead of one, joined by the number of a group.

The quasi-identifier table has every row with its values as they are and its group; the
sensitive table has the number of rows of each sensitive value in a group. Readers see
who is in the table, but not which value belongs to whom.

Reference:
    X. Xiao, Y. Tao, Anatomy: Simple and Effective Privacy Preservation, VLDB 2006.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from diversa.engines.engine import Engine
from diversa.engines.row_recoding import CountedTuples, Grouping, TupleColumn
from diversa.engines.table import Table
from diversa.metrics.recode_pieces import recode_pieces
from diversa.metrics.recoded import Recoded
from diversa.models.model import Model
from diversa.recodings.groupings import free_name, grouping_of, is_divided
from diversa.recodings.pieces import Pieces
from diversa.recodings.recoding import PublishedTables, Recoding
from diversa.recodings.release_tuples import (
    level_columns,
    select_columns,
    value_column,
)
from diversa.tables.count_table import CountTable

DISCLOSED = (
    "Quasi-identifiers are published as they are: who knows those of a person sees"
    " which row is hers (identity), and that she is in the table (presence).",
)
"""Facts that such a release does not hide, whatever the models."""


@dataclass(frozen=True, eq=False, kw_only=True)
class TwoTables(Recoding):
    """Groups of rows whose quasi-identifiers are published as they are.

    Suppressed rows are dropped: nothing of them could be published.
    """

    pieces: Pieces = field(repr=False)
    """The group of each published row."""
    group_column: str = field()
    """Name of the column with the number of the group, in both tables."""

    @property
    def sensitive(self) -> str:
        """The sensitive attribute."""
        (attribute,) = self.pieces.histograms.sensitive
        return attribute.name

    @property
    def row_columns(self) -> tuple[str, ...]:
        """The columns of the quasi-identifier table."""
        return tuple(name for name in self.columns if name != self.sensitive)

    @property
    def sensitive_table(self) -> tuple[str, str, str]:
        """The columns of the sensitive table: group, value, rows."""
        keys = self.group_column, self.sensitive
        return (*keys, free_name("count", keys))

    @property
    def discloses(self) -> tuple[str, ...]:
        """Presence in the table is not hidden, whatever the models."""
        return DISCLOSED

    @cached_property
    def grouping(self) -> Grouping | None:
        """The group of every published row."""
        pieces, column = self.pieces, self.group_column
        by_rows = not pieces.complete or is_divided(pieces.finest)
        return grouping_of(pieces.finest, pieces.group, None, column, by_rows=by_rows)

    def tables_of_counts(
        self, counted: CountTable
    ) -> PublishedTables[CountedTuples] | None:
        """Both tables from counts; see `Recoding.tables_of_counts`."""
        pieces, groups = self.pieces, self.pieces.groups
        cell, runs = pieces.cells
        codes, levels = pieces.table.codes.take(cell, axis=1), pieces.table.levels
        columns = [
            replace(column, runs=runs)
            for column in level_columns(self.maps, counted.hierarchies, levels, codes)
        ]
        number = TupleColumn(self.group_column, pieces.group, None)
        sizes = pieces.histograms.sizes
        rows = select_columns(self.row_columns, [*columns, number], sizes)
        if rows is None:
            return None
        group = np.repeat(np.arange(len(groups)), np.diff(groups.starts))
        told = (
            TupleColumn(self.group_column, group, None),
            value_column(groups.sensitive[0].dictionary, groups.values),
            TupleColumn(self.sensitive_table[-1], groups.counts, None),
        )
        return PublishedTables(
            rows, CountedTuples(told, np.ones(len(group), dtype=np.int64))
        )

    def recode(self, counted: CountTable) -> Recoded:
        """The counted table beside its release; see `Recoding.recode`."""
        pieces, cells = self.pieces, counted.cells
        return recode_pieces(
            cells, counted.sensitive, pieces=pieces.finest, group=pieces.group
        )

    @property
    def saving_obstacle(self) -> str | None:
        """Groups are made of these rows only."""
        return (
            "groups are put together from the rows at hand, so that there is no rule"
            " for others; publish later rows with a release of their own"
        )

    def tables(self, engine: Engine, recoded: Table) -> PublishedTables[Table]:
        """The quasi-identifier table and the sensitive table of recoded rows."""
        *keys, count = self.sensitive_table
        return PublishedTables(
            engine.select(recoded, self.row_columns),
            engine.tally(recoded, keys, count=count),
        )


def unfit(model: Model) -> str | None:
    """Reason why a model cannot be judged on buckets; None if it can."""
    if model.needs_rows_alike:
        return "it asks that rows look alike"
    if not model.judges_alone:
        return "it judges more than a group by itself"
    return None
