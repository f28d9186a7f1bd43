# SPDX-License-Identifier: Apache-2.0
"""Regrouping: from the current table and the register to the next release, as data."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diversa.engines.row_recoding import ColumnMap, ExtraRows
from diversa.errors import NoSolutionError
from diversa.methods.decision import Decision
from diversa.plan.search_section import with_tight_labels
from diversa.recodings.axes import axes_of
from diversa.recodings.box_style import BoxStyle, style_of
from diversa.recodings.counterfeits import CounterfeitRecoding
from diversa.recodings.groupings import free_name
from diversa.recodings.partition import Partition
from diversa.search.search_summary import SearchSummary
from diversa.search.series.m_invariant import NextRelease, PeopleOfSeries, m_invariant
from diversa.search.series.signatures import Signatures
from diversa.series.keyed_table import KeyedTable
from diversa.series.register import Register, Values, extend
from diversa.series.series_plan import SeriesPlan

METHOD = "m-invariance"
"""The name of the method in a manifest."""

REASON = (
    "the fewest people wait, then the fewest counterfeit rows; groups are halved so"
    " that they are narrow"
)
"""The summary of the search for groups."""


@dataclass(frozen=True, eq=False)
class Regrouping:
    """The next release, before it is written."""

    table: KeyedTable = field(repr=False)
    """The people of the current table."""
    register: Register = field(repr=False)
    """The people of the earlier releases."""
    values: Values = field(repr=False)
    """All sensitive values by their codes."""
    next_release: NextRelease = field(repr=False)
    """The group of each person."""
    columns: tuple[str, ...]
    """The columns of the release, that of the group last."""
    style: BoxStyle
    """The style of the published boxes."""

    @property
    def group_column(self) -> str:
        """The column with the number of the group."""
        return self.columns[-1]

    @cached_property
    def published(self) -> KeyedTable:
        """The people who are published."""
        return self.table.some(self.next_release.group >= 0)

    @cached_property
    def group(self) -> NDArray[np.int64]:
        """The group of each person who is published."""
        return self.next_release.group[self.next_release.group >= 0]

    @cached_property
    def counterfeits(self) -> NDArray[np.int64]:
        """The number of counterfeit rows of each group."""
        return np.bincount(
            self.next_release.counterfeit_group, minlength=self.next_release.groups
        )

    @property
    def people(self) -> NDArray[np.int64]:
        """The number of people in each group."""
        return np.bincount(self.group, minlength=self.next_release.groups)

    @cached_property
    def recoding(self) -> CounterfeitRecoding:
        """The groups of the people with their boxes, and the counterfeit rows."""
        finest, texts = self.published.finest, np.array(self.values, dtype=object)
        axes = axes_of(finest, self.style)
        part = self.group.astype(np.int32)
        return CounterfeitRecoding(
            dictionaries=self.table.cells.dictionaries[:-2],
            hierarchies=self.table.hierarchies,
            columns=self.columns,
            drop_missing=(self.table.secret.column,) if self.table.dropped else (),
            group_column=self.group_column,
            partition=Partition(
                finest, axes, part, self.next_release.groups, self.style
            ),
            key=ColumnMap.identity(self.table.keys),
            person=self.published.cells.codes[:, -1],
            extra=ExtraRows(
                self.next_release.counterfeit_group,
                self.table.secret.column,
                texts[self.next_release.counterfeit_value],
            ),
        )

    @property
    def decision(self) -> Decision:
        """The decision, for the manifest."""
        return Decision(
            METHOD,
            self.recoding,
            SearchSummary(METHOD, "best found", REASON, "loss"),
            self.recoding.partition.metrics(),
            int((self.next_release.group < 0).sum()),
        )

    def next_register(self, fingerprint: str | None) -> Register:
        """The register after this release."""
        before, release = self.register, self.next_release
        keys = np.concatenate([before.people, self.published.people])
        number = np.concatenate(
            [release.earlier[before.signature], release.signature[self.group]]
        )
        people, first = np.unique(keys, return_index=True)  # nobody's number changes
        used, signature = np.unique(number[first], return_inverse=True)
        signatures = release.signatures.take(used)
        values, codes = np.unique(signatures.values, return_inverse=True)
        group = np.full(len(people), -1)  # of those who are not in this release
        group[np.searchsorted(people, self.published.people)] = self.group
        return replace(
            before,
            releases=(*before.releases, fingerprint),
            values=tuple(self.values[code] for code in values.tolist()),
            signatures=Signatures(signatures.starts, codes),
            people=people,
            signature=signature,
            group=group,
        )


def regroup(
    table: KeyedTable, register: Register, series_plan: SeriesPlan
) -> Regrouping:
    """Decide the next release; refuse one in which nobody could be published."""
    values = extend(register.values, table.values)
    code = {value: number for number, value in enumerate(values)}
    codes = np.array([code[value] for value in table.values], dtype=np.int64)
    signature, last = register.look_up(table.people)
    people = PeopleOfSeries(
        codes[table.cells.codes[:, -2]], signature, table.finest, last
    )
    m, seed = series_plan.m, series_plan.plan.search.seed + len(register.releases)
    next_release = m_invariant(
        people, register.signatures, values=len(values), m=m, seed=seed
    )
    if next_release.groups == 0:
        raise NoSolutionError(
            f"m-invariance:{m}: nobody can be published; people of {m}"
            f" different values are needed, got {len(np.unique(people.value))} values"
            f" among {len(people.value):,} people.\nAsk for a smaller m."
        )
    roles = series_plan.plan.roles
    columns = tuple(
        column for column in table.table.columns if column in roles.columns_to_count
    )
    columns = (*columns, free_name("group", columns))
    asked = series_plan.plan.privacy.models
    style = style_of(METHOD, with_tight_labels(series_plan.plan.search), asked)
    return Regrouping(table, register, values, next_release, columns, style)
