# SPDX-License-Identifier: Apache-2.0
"""Attacks by who has several releases: with a key of the people, or without one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from diversa.array_types import Ints
from diversa.attacks.composition import Composition, composition
from diversa.attacks.composition_population import in_population
from diversa.attacks.exposure import Exposure
from diversa.attacks.label_pairs import LabelledGroups, LabelPairs, label_pairs
from diversa.attacks.like_target import read_population
from diversa.attacks.table_groups import TableGroups, count_known
from diversa.attacks.values_left import GroupValues
from diversa.audits.reference import Reference
from diversa.audits.series_audit import (
    POLICIES,
    check_once,
    count_keys,
    follow,
    shared_codes,
)
from diversa.audits.two_tables import count_sensitive_table
from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary
from diversa.data.roles import Roles
from diversa.engines.registry import open_engine
from diversa.errors import InputError, RoleError
from diversa.models.republication import NOBODY, Membership
from diversa.record.attack_record import NotMade
from diversa.record.reading import as_published, is_release
from diversa.tables.table_input import OpenedTable, TableInput

Findings = Sequence[Composition | LabelPairs | NotMade]
"""Releases put together for each sensitive attribute, or why they are not."""


@dataclass(frozen=True, eq=False)
class Roster:
    """People whose quasi-identifiers are known."""

    cells: Cells
    """Their distinct tuples."""
    by: str
    """Who they are, in words."""
    counted: bool = True
    """False if they are rows of a release, who need not be in the others."""


def together_in_words(findings: Findings) -> str:
    """What releases make certain when they are published together, in a sentence."""
    parts = [
        f"nothing is counted, it {found.why}"
        if isinstance(found, NotMade)
        else f"they make {found.together}"
        + ("" if len(findings) == 1 else f" ('{found.on}')")
        for found in findings
    ]
    return f"Published together {'; '.join(parts)}"


def intersect_releases(
    table: TableInput, releases: Sequence[object], key: str
) -> list[Exposure | NotMade]:
    """The intersection attack on each sensitive attribute, by a key."""
    from diversa.attacks.intersection import intersection  # few have a key

    if table.missing not in POLICIES:
        why = "needs releases in which every sensitive value is known"
        return [NotMade("intersection", None, why)]
    if table.sensitive_table is not None:
        followed = follow_two_tables(table, releases, key)
        return [intersection(followed, on=table.sensitive_table.value)]
    attacks: list[Exposure | NotMade] = []
    with open_engine(table.engine, table.source) as engine:
        series = [
            replace(table, source=release).open_in(engine)
            for release in (*releases, table.source)
        ]
        for name in table.roles.sensitive:
            roles = Roles((key,), table.group_columns, (name,))
            keyed = replace(table, roles=roles)
            counted = [
                count_keys(replace(release, table_input=keyed)) for release in series
            ]
            attacks.append(intersection(follow(counted), on=name))
    return attacks


def follow_two_tables(
    table: TableInput, releases: Sequence[object], key: str
) -> list[Membership]:
    """Number people and values of releases in two tables alike, the attacked one last.

    The key is a column of the rows.
    """
    every = [*(beside(table, release) for release in releases), table]
    with open_engine(table.engine, table.source) as engine:
        counted = [count_key_in_buckets(one.open_in(engine), key) for one in every]
    people = shared_codes([one.keys for one in counted])
    values = shared_codes([one.values for one in counted])
    return [
        one.membership(person, value)
        for one, person, value in zip(counted, people, values, strict=True)
    ]


@dataclass(frozen=True, eq=False)
class KeysInBuckets:
    """The keys of the rows of each group, and the values of each group."""

    keys: Dictionary
    """The keys."""
    values: Dictionary
    """The sensitive values."""
    rows: Cells
    """Group and key of each row."""
    group: Ints
    """The group in the sensitive table, of each group of the rows."""
    table: Cells
    """Group and value of each line of the sensitive table."""

    def membership(self, person: Ints, value: Ints) -> Membership:
        """The groups by the shared numbers of people and values."""
        codes, keyed = self.table.codes, self.rows.codes[:, 1] < len(self.keys.values)
        nobody = np.full(len(codes), NOBODY)
        groups = Membership.of(
            codes[:, 0], value[codes[:, 1]], nobody, self.table.counts
        )
        who = self.rows.codes[keyed]
        check_once(who[:, 1], self.rows.counts[keyed], self.keys.column)
        return replace(groups, person=person[who[:, 1]], group=self.group[who[:, 0]])


def count_key_in_buckets(opened: OpenedTable, key: str) -> KeysInBuckets:
    """Count the keys of a release in two tables."""
    sensitive_table = opened.table_input.sensitive_table
    if sensitive_table is None:
        raise InputError(
            "releases: must all be in two tables, got one in one table; with a key,"
            " compare releases of one kind"
        )
    roles = Roles(quasi_identifiers=(sensitive_table.group, key))
    roles.check(opened.table.columns)
    table = count_sensitive_table(opened, sensitive_table).cells
    rows = opened.count(roles).cells
    groups, keys = rows.dictionaries
    place = {text: code for code, text in enumerate(table.dictionaries[0].texts)}
    number = np.array([place[text] for text in groups.texts], dtype=np.int64)
    return KeysInBuckets(keys, table.dictionaries[1], rows, number, table)


def compose_tables(
    every: Sequence[TableGroups], *, known: object = None, original: object = None
) -> Findings:
    """Put releases together that are counted, the attacked one last; see `composition`.

    People are the known ones, those of the original, or the rows of a release in two
    tables; without any, labels are compared.
    """
    if any(one.table.averages for one in every):
        why = "needs releases that show values, got means or medians of them"
        return [NotMade("composition", None, why)]
    roster = find_roster(every, known, original)
    names = every[-1].table.roles.sensitive
    found = [compose_groups(every, roster, name) for name in names]
    population = read_population(every[-1].table)
    if population is None:
        return found
    cells = None if roster is None else roster.cells
    return [
        one
        if isinstance(one, NotMade)
        else replace(
            one, population=in_population(every, cells, population, str(one.on))
        )
        for one in found
    ]


def beside(table: TableInput, release: object) -> TableInput:
    """Another release, by its record; else with the columns of the attacked table."""
    if is_release(release):
        plain = replace(
            table,
            roles=Roles(),
            missing=TableInput(None).missing,
            models=(),
            levels={},
            group=None,
            sensitive_table=None,
            averages=False,
        )
        own = as_published(replace(plain, source=release, population=None))
    elif table.sensitive_table is not None:
        raise InputError(
            "releases: must be release folders beside one in two tables, got a table;"
            " name the folder, whose record says what its tables hold"
        )
    else:
        own = replace(table, source=release, population=None, levels={})
    lacking = [n for n in table.roles.sensitive if n not in own.roles.sensitive]
    if lacking:
        raise RoleError(
            f"releases: must have the sensitive attribute '{lacking[0]}', got a release"
            f" with {', '.join(own.roles.sensitive) or 'none'}; name releases of one"
            " table"
        )
    return replace(own, roles=own.roles.without(("person",)))


def find_roster(
    releases: Sequence[TableGroups], known: object, original: object
) -> Roster | None:
    """The people whose quasi-identifiers are known; None without any."""
    names = list(
        dict.fromkeys(n for one in releases for n in one.table.roles.quasi_identifiers)
    )
    table = releases[-1].table
    if known is not None:
        return Roster(count_known(table, known, names, where="known"), "known people")
    if original is not None and not isinstance(original, Reference):
        cells = count_known(table, original, names, where="reference")
        return Roster(cells, "people of the original table")
    for release in reversed(releases):
        if release.tuples is not None:
            return Roster(
                release.tuples, "people in a release of two tables", counted=False
            )
    return None


def compose_groups(
    releases: Sequence[TableGroups], roster: Roster | None, on: str
) -> Composition | LabelPairs | NotMade:
    """Put releases together for one sensitive attribute."""
    histograms = [one.published.groups.histogram(on) for one in releases]
    codes = shared_codes([one.sensitive.dictionary for one in histograms])
    domain = max(int(own.max(initial=0)) for own in codes) + 1
    values = [
        GroupValues.of(histogram, own.astype(np.int64))
        for histogram, own in zip(histograms, codes, strict=True)
    ]
    if roster is not None:
        sizes = [one.published.groups.sizes for one in releases]
        matches = [one.match(roster.cells, where="known") for one in releases]
        people = roster.cells.counts if roster.counted else None
        return composition(
            list(zip(values, matches, sizes, strict=True)),
            people,
            domain=domain,
            by=roster.by,
            on=on,
        )
    return compose_labels(releases, values, domain, on)


def compose_labels(
    releases: Sequence[TableGroups],
    values: Sequence[GroupValues],
    domain: int,
    on: str,
) -> LabelPairs | NotMade:
    """Compare the labels of two releases, where nobody is known."""
    if len(releases) > 2:
        why = (
            "needs known people (known=, --known) or the original (reference=,"
            " --reference) where there are more than two releases"
        )
        return NotMade("composition", on, why)
    theirs, ours = (
        LabelledGroups(
            one.published,
            own,
            one.table.roles.quasi_identifiers,
            one.table.reading.hints,
        )
        for one, own in zip(releases, values, strict=True)
    )
    found = label_pairs(ours, theirs, domain=domain, on=on)
    return NotMade("composition", on, found) if isinstance(found, str) else found
