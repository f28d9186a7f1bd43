# SPDX-License-Identifier: Apache-2.0
"""Counterfeit rows: a recoding by people, with rows that nobody is behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diversa.data.identifiers import Treatment
from diversa.engines.engine import Added, ColumnMap, Grouping
from diversa.recodings.full_domain import LocalRecoding


@dataclass(frozen=True, eq=False)
class Counterfeited:
    """Groups of single people, told apart by a key, and counterfeit rows in them."""

    local: LocalRecoding = field(repr=False)
    """The groups of the people and their boxes: a tuple for every person."""
    key: ColumnMap = field(repr=False)
    """The key, which is not published."""
    person: NDArray[np.int32] = field(repr=False)
    """The code of each person's key."""
    added: Added = field(repr=False)
    """The counterfeit rows."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns to publish, in order."""
        return self.local.columns

    @property
    def maps(self) -> tuple[ColumnMap, ...]:
        """What the codes of the quasi-identifiers mean."""
        return self.local.maps

    @property
    def suppressed(self) -> NDArray[np.int32]:
        """People who are not published have no group."""
        return self.local.suppressed

    @property
    def star(self) -> bool:
        """People who are not published leave no row."""
        return False

    @property
    def identifiers(self) -> Mapping[str, Treatment]:
        """No identifier is published: a counterfeit row has none."""
        return {}

    @property
    def dropped_missing(self) -> tuple[str, ...]:
        """Rows that were dropped have no group."""
        return ()

    @cached_property
    def grouping(self) -> Grouping | None:
        """The group of every person, and the counterfeit rows."""
        boxes, partition = self.local.grouping, self.local.partition
        if boxes is None:
            return None
        codes = np.concatenate([partition.finest.codes, self.person[None, :]])
        return replace(
            boxes,
            codes=np.ascontiguousarray(codes.T),
            group=partition.part.astype(np.int64),
            keys=(self.key,),
            place=None,
            added=self.added,
        )
