# SPDX-License-Identifier: Apache-2.0
"""A person in a table: reads what an adversary knows, and finds the beliefs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diversa.attacks.joint_beliefs import OtherRelease
from diversa.attacks.known_rows import RosterRows
from diversa.attacks.like_target import CoveredPeople, PeopleLike, read_population
from diversa.attacks.neighbours import find_neighbours
from diversa.attacks.row_weights import MatchingGroups
from diversa.attacks.table_groups import KnownPeople, TableGroups
from diversa.attacks.target import Knowledge, Target, person_cells, target_beliefs
from diversa.counts.cells import Cells
from diversa.errors import RoleError


@dataclass(frozen=True, eq=False)
class Facts:
    """What is known beside the values of the person, as users give it."""

    exclude: Mapping[str, Sequence[object]] = field(default_factory=dict)
    """For each sensitive attribute, values that the person does not have."""
    neighbours: object = None
    """People whose values are known: values, or a table."""
    widths: Mapping[str, Fraction] = field(default_factory=dict)
    """The width of intervals of each attribute of numbers."""
    known: KnownPeople | None = None
    """People whom the adversary knows by their quasi-identifiers."""
    others: Sequence[TableGroups] = ()
    """Other releases that the person is in."""


def find_person(
    examined: TableGroups, target: Mapping[str, object], facts: Facts
) -> Target:
    """The beliefs about a person, known by some quasi-identifiers."""
    names, hints = examined.table.roles.quasi_identifiers, examined.table.reading.hints
    person = person_cells(target, names, hints)
    matches = examined.match(person, where="target")
    groups = np.unique(matches.groups)
    population = read_population(examined.table)
    like = None
    if population is not None and population.sensitive and len(groups):
        like = PeopleLike.of(population, person)
    rows = rows_of(examined, groups, person, like, facts.known)
    covered = None
    if like is not None and rows is None:
        covered = CoveredPeople.of(examined, like, groups)
    others = find_neighbours(examined, facts.neighbours)
    every = [beside(other, target, like) for other in facts.others]
    found = tuple(other for other in every if other.here.rows)
    lacking = [place for place, other in enumerate(every, 1) if not other.here.rows]
    notes = tuple(
        f"no row of the other release {place} matches the target: it is left out"
        for place in lacking
    )
    knowledge = Knowledge(
        facts.exclude, others, facts.widths, like, covered, rows, found, notes
    )
    return target_beliefs(examined.published.groups, matches, knowledge)


def rows_of(
    examined: TableGroups,
    groups: NDArray[np.int64],
    person: Cells,
    like: PeopleLike | None,
    known: KnownPeople | None,
) -> RosterRows | None:
    """The rows of the groups of a person, if all of them are known."""
    population = None if like is None else like.population
    if examined.places is not None:
        return RosterRows.of_two_tables(examined.places, groups, person, population)
    if known is None or population is None:
        return None
    sizes = examined.published.groups.sizes
    return RosterRows.roster(known, sizes, groups, person, population)


def beside(
    other: TableGroups, target: Mapping[str, object], like: PeopleLike | None
) -> OtherRelease:
    """Another release that the person is in, by the values that it has."""
    names = other.table.roles.quasi_identifiers
    shared = {name: value for name, value in target.items() if name in names}
    if not shared:
        raise RoleError(
            "releases: must have a quasi-identifier that is known of the target, got"
            f" a release with {', '.join(names)}"
        )
    person = person_cells(shared, names, other.table.reading.hints)
    matches = other.match(person, where="target")
    groups = other.published.groups
    here = MatchingGroups.of(groups, matches)
    alike = other.places is None and groups.people is None
    if like is None or not alike or not set(names) <= set(like.population.names):
        return OtherRelease(groups, here)
    return OtherRelease(groups, here, CoveredPeople.of(other, like, here.groups))
