# SPDX-License-Identifier: Apache-2.0
"""Counterfeit rows: a recoding by people, with rows that belong to nobody."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from diversa.array_types import Codes
from diversa.engines.row_recoding import ColumnMap, CountedTuples, ExtraRows, Grouping
from diversa.recodings.local_recoding import LocalRecoding
from diversa.recodings.recoding import PublishedTables
from diversa.tables.count_table import CountTable


@dataclass(frozen=True, eq=False, kw_only=True)
class CounterfeitRecoding(LocalRecoding):
    """Groups of single people, told apart by a key, with counterfeit rows.

    Every person is a tuple of the partition. People who are not published have no group
    and no row. No identifier is published, since a counterfeit row has none.
    """

    key: ColumnMap = field(repr=False)
    """The key, which is not published."""
    person: Codes = field(repr=False)
    """The code of each person's key."""
    extra: ExtraRows = field(repr=False)
    """The counterfeit rows."""

    def tables_of_counts(
        self, counted: CountTable
    ) -> PublishedTables[CountedTuples] | None:
        """None: rows must be read, since they are those of single people."""
        del counted
        return None

    @cached_property
    def grouping(self) -> Grouping | None:
        """The group of every person, and the counterfeit rows."""
        boxes, partition = super().grouping, self.partition
        if boxes is None:
            return None
        codes = np.concatenate([partition.finest.codes, self.person[None, :]])
        return replace(
            boxes,
            codes=np.ascontiguousarray(codes.T),
            group=partition.part.astype(np.int64),
            keys=(self.key,),
            place=None,
            extra=self.extra,
        )
