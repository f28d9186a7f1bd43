# SPDX-License-Identifier: Apache-2.0
"""Frequency sets whose groups count people, made of the visits of people."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.counts.kinds import Kinds
from diversa.counts.people_histograms import people_of_table
from diversa.counts.sensitive import Sensitive
from diversa.counts.unnamed_rows import UnnamedRows
from diversa.counts.visits import Visits
from diversa.errors import PlanError

if TYPE_CHECKING:
    from diversa.counts.frequency_set import FrequencySet


def count_people(
    rows: FrequencySet, kinds: Kinds, number: Codes, first: Ints
) -> FrequencySet:
    """Count people instead of rows, in groups of one cell each at the bottom node.

    `number` has the group of each cell, `first` the first cell of each group.
    """
    groups = rows.groups
    cells = Visits(
        kinds.starts,
        kinds.cells.astype(np.int32),
        groups.values[kinds.cells],
        kinds.people,
        groups.combinations,
        groups.sensitive,
    )
    attributes = with_people_of_table(cells)
    counted = in_people(
        replace(
            rows,
            codes=np.ascontiguousarray(rows.codes[:, first]),
            rows=np.bincount(number, groups.counts, len(first)).astype(np.int64),
            visits=replace(cells, sensitive=attributes).move(number),
        )
    )
    if kinds.unnamed is None or not kinds.unnamed.any():
        return counted
    if counted.visits is not None:
        raise PlanError(
            "people.missing_person: must be raise or own where a person is in several"
            " groups, got worst; declare only quasi-identifiers that stay the same for"
            " a person"
        )
    lines = np.flatnonzero(kinds.unnamed)
    unnamed = UnnamedRows(number[lines], groups.values[lines], kinds.unnamed[lines])
    return replace(counted, groups=replace(counted.groups, unnamed=unnamed))


def with_people_of_table(visits: Visits) -> tuple[Sensitive, ...]:
    """The sensitive attributes with the people of the table, where they lack them."""
    if all(one.people is not None for one in visits.sensitive):
        return visits.sensitive
    whole = visits.move(np.zeros(visits.groups.max(initial=-1) + 1, dtype=np.int32))
    people = whole.in_groups(1)
    return tuple(
        replace(one, people=people_of_table(people, place))
        for place, one in enumerate(visits.sensitive)
    )


def in_people(counted: FrequencySet) -> FrequencySet:
    """The set whose groups have the people of its visits.

    Where nobody is in two groups, groups are rolled up as those of rows are.
    """
    visits = counted.visits
    if visits is None:
        return counted
    groups = visits.in_groups(counted.codes.shape[1])
    stays = None if visits.are_in_one_group else visits
    return replace(counted, groups=groups, visits=stays)


def select_groups(whole: FrequencySet, chosen: Bools) -> FrequencySet:
    """The chosen groups of a table in which somebody is in several."""
    visits = whole.visits
    if visits is None or chosen.all():
        return whole
    return in_people(
        replace(
            whole,
            codes=np.ascontiguousarray(whole.codes[:, chosen]),
            rows=whole.group_rows[chosen],
            visits=visits.select(chosen).move(np.cumsum(chosen) - 1),
        )
    )
