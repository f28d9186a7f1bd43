# SPDX-License-Identifier: Apache-2.0
"""Beliefs in the sensitive values of a person, by the rows or the people who fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diversa.attacks.belief import (
    Believer,
    IntervalBelief,
    KindBelief,
    Weights,
    surest_kinds,
)
from diversa.attacks.proximity import usual_width
from diversa.attacks.row_weights import (
    NOTHING_LEFT,
    exclusion_mask,
    people_with_values,
    table_weights,
)
from diversa.counts.frequency_set import combine_sensitive
from diversa.counts.groups import Groups
from diversa.counts.kinds import Kinds
from diversa.counts.sensitive import Sensitive
from diversa.counts.visits import Visits
from diversa.errors import InputError
from diversa.metrics.recoded import Recoded
from diversa.tables.count_table import CountTable

Facts = Mapping[str, Sequence[str]]
"""For each sensitive attribute the values that the person is known not to have."""


@dataclass(frozen=True)
class ValueBelief:
    """The belief in one sensitive value of the person."""

    value: str | None
    """The value; None if it is missing."""
    prior: float
    """Its share in the whole table: the belief about anybody."""
    before: float | None
    """The belief of a reader of the table; None if no row fits."""
    after: float | None
    """The belief of a reader of the release; None if no group fits."""


@dataclass(frozen=True)
class WiderBelief:
    """The surest belief in a kind of values, or in an interval of numbers."""

    words: str
    """The kind or the interval."""
    before: float | None
    """The belief of a reader of the table; None if no row fits."""
    after: float | None
    """The belief of a reader of the release; None if no group fits."""


@dataclass(frozen=True)
class AttributeBeliefs:
    """The beliefs in all values of one sensitive attribute."""

    on: str
    values: tuple[ValueBelief, ...]
    """Every value of the table, the most probable before first."""
    wider: tuple[WiderBelief, ...] = ()
    """The surest kind of every height, and the surest interval of numbers."""


def changes(
    attribute: Sensitive,
    before: NDArray[np.float64],
    after: NDArray[np.float64] | None,
    facts: Sequence[str],
) -> tuple[ValueBelief, ...]:
    """The belief in every value, before and after."""
    first = row_shares(attribute, before, facts)
    second = None if after is None else row_shares(attribute, after, facts)
    texts = (*attribute.dictionary.texts, None)
    shares = attribute.dictionary.counts / attribute.dictionary.counts.sum()
    every = [
        ValueBelief(
            texts[code],
            float(shares[code]),
            None if first is None else float(first[code]),
            None if second is None else float(second[code]),
        )
        for code in range(attribute.dictionary.size)
    ]
    return surest_first(every)


def surest_first(beliefs: Iterable[ValueBelief]) -> tuple[ValueBelief, ...]:
    """Beliefs in their order: the most probable before comes first."""
    every = sorted(beliefs, key=lambda one: (-(one.before or 0), -(one.after or 0)))
    return tuple(every)


def wider_beliefs(
    attribute: Sensitive, before: Sequence[int], after: Sequence[int] | None
) -> tuple[WiderBelief, ...]:
    """The surest kinds and the surest interval, by the weights of values.

    They are the surest by the release, or by the table without one.
    """
    weights = [Weights.of(one) for one in (before, after) if one and any(one)]
    if not weights:
        return ()
    first, last = weights[0], weights[-1]
    believer = Believer(attribute, table_weights(attribute), first, last)
    found: list[tuple[str, KindBelief | IntervalBelief]] = [
        (f"{one.kind} (height {one.height})", one)
        for one in surest_kinds(believer.kinds())
    ]
    if attribute.is_numeric:
        within = believer.interval(usual_width(attribute))
        if within is not None:
            found.append((f"from {within.low} to {within.high}", within))
    is_after = after is not None and any(after)
    return tuple(
        WiderBelief(
            words,
            one.posterior if any(before) else None,
            one.with_facts if is_after else None,
        )
        for words, one in found
    )


def row_shares(
    attribute: Sensitive, rows: NDArray[np.float64], facts: Sequence[str]
) -> NDArray[np.float64] | None:
    """The share of rows that have each value; None if there is no row.

    Rows with an excluded value are left out.
    """
    if rows.sum() == 0:
        return None
    left = np.where(exclusion_mask(attribute, facts), 0, rows)
    if left.sum() == 0:
        raise InputError(NOTHING_LEFT.format(attribute.name, "row"))
    return left / left.sum()


def cell_groups(release: Recoded) -> NDArray[np.int64]:
    """The published group of each cell; -1 where it is suppressed."""
    group = np.full(len(release.original.counts), -1, dtype=np.int64)
    if release.entries is not None:
        group[release.entries.cell] = release.entries.group
    return group


def people_of_cells(
    counted: CountTable, kinds: Kinds, chosen: NDArray[np.bool_]
) -> Groups:
    """The people with a row in one of the chosen cells, as one group.

    They have the values that they have there.
    """
    values, combinations = combine_sensitive(counted.cells, counted.sensitive)
    cells = kinds.cells.astype(np.int32)
    visits = Visits(
        kinds.starts,
        cells,
        values[kinds.cells],
        kinds.people,
        combinations,
        counted.sensitive,
    )
    one = np.zeros(len(chosen), dtype=np.int32)
    return visits.select(chosen).move(one).in_groups(1)


def beliefs_of_people(
    sensitive: Sequence[Sensitive], before: Groups, after: Groups | None, facts: Facts
) -> tuple[AttributeBeliefs, ...]:
    """The beliefs by the people who fit; each of them may have several values."""
    every = []
    for place, attribute in enumerate(sensitive):
        excluded = exclusion_mask(attribute, facts.get(attribute.name, ()))
        shares = [
            None if group is None else people_shares(group, place, excluded)
            for group in (before, after)
        ]
        prior = attribute.reference_counts / attribute.reference_size
        texts = (*attribute.dictionary.texts, None)
        beliefs = (
            ValueBelief(
                texts[code],
                float(prior[code]),
                *(None if one is None else float(one[code]) for one in shares),
            )
            for code in range(attribute.dictionary.size)
        )
        every.append(AttributeBeliefs(attribute.name, surest_first(beliefs)))
    return tuple(every)


def people_shares(
    group: Groups, place: int, excluded: NDArray[np.bool_]
) -> NDArray[np.float64] | None:
    """The share of people who have each value; None where nobody is left.

    Whoever has an excluded value is left out.
    """
    if group.rows == 0:
        return None
    having, people = people_with_values(group, place, excluded)
    if people == 0:
        name = group.sensitive[place].name
        raise InputError(NOTHING_LEFT.format(name, "person"))
    return having / people
