# SPDX-License-Identifier: Apache-2.0
"""The audit of a series of releases: their disclosures together.

The tables are the published ones with one more column, the key of each row's person.
The key serves to follow people and is never published. No result holds a key or a
sensitive value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from diversa.counts.population_cells import number_lines
from diversa.data.dictionary import Dictionary
from diversa.data.meaning import meaning
from diversa.data.missing import MissingPolicy, check_missing
from diversa.engines.engine import EngineChoice
from diversa.engines.registry import open_engine
from diversa.errors import InputError, RoleError
from diversa.models.republication import (
    NOBODY,
    Membership,
    Republication,
    judge_series,
)
from diversa.plan.keywords import PlanKeywords
from diversa.record.question import PlanChoice, ask
from diversa.tables.role_cells import secret, values_of
from diversa.tables.table_input import OpenedTable

POLICIES = (MissingPolicy.RAISE, MissingPolicy.OWN)
"""The policies for missing values that leave signatures known."""


def m_invariance(
    releases: Sequence[object],
    plan: PlanChoice = None,
    *,
    key: str,
    engine: EngineChoice = None,
    **words: Unpack[PlanKeywords],
) -> Republication:
    """Judge a series of releases by m-invariance.

    Args:
        releases: Paths or frames, the oldest first, as published but for the key.
        plan: A plan or the path of a plan file, whose roles and reading are used; or
            give the words instead.
        key: The column that tells who a row is about; where it is missing the row is
            counterfeit. A person may have one row in each release.
        engine: The engine that reads the tables, or its name; DuckDB by default.
        words: The words of a plan, see `PlanKeywords`: quasi_identifiers, sensitive
            (one attribute), missing (raise or own), reading and columns.
    """
    if len(releases) == 0:
        raise InputError(
            "releases: must be at least one table, got none; give the series of"
            " releases, the oldest first"
        )
    asked = [ask("m_invariance", release, plan, words).table for release in releases]
    tables = [
        replace(table, roles=replace(table.roles, identifiers=(key,)))
        for table in asked
    ]
    policy = tables[0].missing
    if policy not in POLICIES:
        raise InputError(
            f"missing: must be {' or '.join(POLICIES)} for a series, got {policy}; a"
            " signature must be known"
        )
    with open_engine(engine, tables[0].source) as opened:
        counted = [count_keys(table.open_in(opened)) for table in tables]
    return judge_series(follow(counted))


@dataclass(frozen=True, eq=False)
class KeyCounts:
    """The counts of a release with the keys of its people."""

    group: NDArray[np.int64] = field(repr=False)
    """The group of each distinct row."""
    values: Dictionary = field(repr=False)
    """The sensitive values."""
    value: NDArray[np.int32] = field(repr=False)
    """The code of the row's value."""
    keys: Dictionary = field(repr=False)
    """The keys."""
    key: NDArray[np.int32] = field(repr=False)
    """The code of the row's key."""
    rows: NDArray[np.int64] = field(repr=False)
    """Rows with these values."""

    @property
    def is_someone(self) -> NDArray[np.bool_]:
        """True for rows with a key; those without are counterfeit."""
        return self.key < len(self.keys.values)


def count_keys(opened: OpenedTable) -> KeyCounts:
    """Count one release; refuse one in which a person has two rows.

    The key is the only identifier, and there is one sensitive attribute.
    """
    opened.check_roles()
    table, engine, roles = opened.table, opened.engine, opened.table_input.roles
    kinds = opened.table_input.kinds
    names = (*roles.quasi_identifiers, *roles.sensitive, *roles.identifiers)
    *boxes, values, keys = (
        values_of(
            engine,
            table,
            name,
            kind=kinds.get(name),
            hints=opened.table_input.reading.hints,
        )
        for name in names
    )
    values = secret(values, opened.table_input.reading)
    check_missing(values, opened.table_input.missing)
    cells = engine.count(table, [*boxes, values, keys])
    keyed = KeyCounts(
        number_lines(cells.codes[:, :-2], cells.dictionaries[:-2]),
        values,
        cells.codes[:, -2],
        keys,
        cells.codes[:, -1],
        cells.counts,
    )
    people = keyed.is_someone
    check_once(keyed.key[people], keyed.rows[people], roles.identifiers[0])
    return keyed


def check_once(keys: NDArray[np.integer], rows: NDArray[np.int64], name: str) -> None:
    """Refuse a key that names a person in several rows."""
    twice = int((np.bincount(keys, weights=rows) > 1).sum())
    if twice:
        raise RoleError(
            f"key: '{name}' must name a person in one row of a release at most, got"
            f" {twice} keys in several rows; name a column that tells people apart"
        )


def follow(releases: Sequence[KeyCounts]) -> list[Membership]:
    """Number people and values alike in all releases."""
    people = shared_codes([release.keys for release in releases])
    values = shared_codes([release.values for release in releases])
    return [
        Membership.of(
            release.group,
            value[release.value],
            np.where(release.is_someone, person[release.key], NOBODY),
            release.rows,
        )
        for release, person, value in zip(releases, people, values, strict=True)
    ]


def shared_codes(dictionaries: Sequence[Dictionary]) -> list[NDArray[np.int64]]:
    """The code of each value in the union of the dictionaries; missing is last."""
    texts = [np.array([*words_of(dictionary), ""]) for dictionary in dictionaries]
    distinct, place = np.unique(np.concatenate(texts), return_inverse=True)
    ends = np.cumsum([len(column) for column in texts])
    codes = np.split(place, ends[:-1])
    for column in codes:
        column[-1] = len(distinct)
    return codes


def words_of(dictionary: Dictionary) -> list[str]:
    """The meanings of the values of a dictionary, comparable across releases."""
    if not dictionary.by_meaning:
        return [*dictionary.texts]
    spelling = dictionary.spelling
    return [str(meaning(value, spelling, folded=True)) for value in dictionary.values]
