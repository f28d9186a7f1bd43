# SPDX-License-Identifier: Apache-2.0
"""The people of a table that grows, counted over all batches.

A person may have rows in several batches and in several groups. The register knows
people by a keyed hash. Rows of a group are published all or none, because one more row
of a person who is there already changes no number of people.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.audits.cell_audit import KnownFacts
from diversa.audits.group_unions import see_together
from diversa.audits.population import group_as_published
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet, people_attributes
from diversa.counts.kinds import Kinds
from diversa.data.dictionary import Dictionary
from diversa.engines.people import check_missing
from diversa.errors import PlanError
from diversa.models.model import Model
from diversa.plan.plan import Plan
from diversa.search.task import holding
from diversa.series.append_choice import RowChoice, check_apart, choose_groups
from diversa.series.append_rows import GrowingTable, join_cells
from diversa.tables.role_cells import RoleCells

HASH_DIGITS = 32
"""Hexadecimal digits of a hash that are kept: no two people will share them."""


def person_faults(plan: Plan) -> list[str]:
    """The settings of people that are not defined for a table that grows."""
    if plan.roles.person is None:
        return []
    faults = []
    if plan.people.rows not in ("distinct", "all"):
        faults.append(
            f"people.rows: must be distinct or all with append, got {plan.people.rows};"
            " which rows of a person are drawn would depend on the batches"
        )
    if plan.people.missing_person != "raise":
        faults.append(
            "people.missing_person: must be raise with append, got"
            f" {plan.people.missing_person}; leave rows out that do not say whose they"
            " are"
        )
    return faults


def hash_people(cells: Cells, person: str, key: bytes) -> Cells:
    """The rows with keyed hashes in place of the people, in the last column."""
    own = cells.dictionaries[-1]
    lost = own.missing_code
    missing = 0 if lost is None else int(cells.counts[cells.codes[:, -1] == lost].sum())
    check_missing(person, missing, "raise")
    hashes = [
        hashlib.sha256(key + text.encode("utf-8", "surrogatepass")).hexdigest()
        for text in own.texts
    ]
    names = [one[:HASH_DIGITS] for one in hashes]
    known = Dictionary.build(person, names, [1] * len(names))
    place = np.argsort(np.argsort(np.array(names, dtype=np.str_), kind="stable"))
    codes = cells.codes.copy()
    codes[:, -1] = place[codes[:, -1]] if len(names) else codes[:, -1]
    return Cells((*cells.dictionaries[:-1], known), codes, cells.counts)


def without_repeats(fresh: Cells, others: Sequence[Cells], plan: Plan) -> Cells:
    """Rows without those that look like another row of the same person."""
    if plan.people.rows != "distinct":
        return fresh
    every = join_cells([*others, fresh], plan)
    _, first = np.unique(every.codes, axis=0, return_index=True)
    start = len(every.counts) - len(fresh.counts)
    new = first[first >= start] - start
    ones = np.ones(len(new), dtype=np.int64)
    return Cells(fresh.dictionaries, fresh.codes[np.sort(new)], ones)


@dataclass(frozen=True, eq=False)
class PeopleGroups:
    """The groups of a table that grows, judged by the people behind their rows."""

    table: GrowingTable = field(repr=False)
    """The rows; the last column has the people."""
    models: tuple[Model, ...]
    """The models."""

    def choose(self, *, apart: bool) -> RowChoice:
        """The groups whose rows are published now; see `choose_groups`."""
        group = self.group
        groups = int(group.max(initial=-1)) + 1
        sizes = np.bincount(
            group[self.first :], self.table.cells.counts[self.first :], groups
        ).astype(np.int64)
        published = np.arange(len(group)) < self.first

        def at(chosen: Bools) -> Bools:
            new = chosen[group] & ~published
            whole = self.holds(published | new, groups)
            return whole & self.holds(new, groups) if apart else whole

        check_apart(self.models, apart=apart)
        chosen = choose_groups(sizes > 0, sizes, at, alone=self.judges_alone)
        waiting = self.table.group_rows.waiting
        rows = np.where(chosen[self.table.cell[1].codes[:, 0]], waiting, 0)
        return RowChoice(rows, is_exact=bool((chosen == (sizes > 0)).all()))

    def few(self, taken: Ints) -> int:
        """New rows of groups that do not hold by the people of these rows alone."""
        group = self.group
        groups = int(group.max(initial=-1)) + 1
        new = np.concatenate([np.zeros(self.first, dtype=np.int64), taken])
        if not new.any():
            return 0
        holds = self.holds(new > 0, groups)
        return int(new[~holds[group]].sum())

    @property
    def judges_alone(self) -> bool:
        """True if the rows of one group do not matter for another."""
        if any(model.compares_with_table for model in self.models):
            return False
        if all(model.only_size for model in self.models):
            return True
        person = self.table.cells.codes[:, -1]
        pairs = np.unique(np.stack([person, self.group], axis=1), axis=0)
        several = len(pairs) > len(np.unique(person))
        return not several or self.table.plan.people.known == "whole-visits"

    @property
    def first(self) -> int:
        """The first line that is not published."""
        return self.table.published

    @property
    def group(self) -> Ints:
        """The group of each line."""
        cell, cells = self.table.cell
        return cells.codes[cell, 0].astype(np.int64)

    def holds(self, lines: Bools, groups: int) -> Bools:
        """True for groups in which the models hold by some lines, or without one.

        Where somebody is in several groups, models must hold for those who know only
        some quasi-identifiers of a row, too: no group holds if they do not.
        """
        result = np.ones(groups, dtype=bool)
        if not lines.any():
            return result
        rows = self.table.cells
        roles = self.table.plan.roles
        names = (*roles.quasi_identifiers, *roles.sensitive)
        places = [[one.column for one in rows.dictionaries].index(n) for n in names]
        codes, cell = np.unique(
            rows.codes[lines][:, places], axis=0, return_inverse=True
        )
        cell = cell.ravel().astype(np.int64)
        counts = np.bincount(cell, rows.counts[lines]).astype(np.int64)
        some = refresh(
            Cells(tuple(rows.dictionaries[place] for place in places), codes, counts)
        )
        _, person = np.unique(rows.codes[lines, -1], return_inverse=True)
        kinds = Kinds.of(person.ravel().astype(np.int64), cell)
        sensitive = self.table.group_rows.attributes(some)
        if kinds.total == some.rows:
            seen = group_as_published(some, roles.quasi_identifiers, sensitive, None)
        else:
            sensitive = people_attributes(some, kinds, sensitive)
            seen = group_as_published(
                some, roles.quasi_identifiers, sensitive, None, kinds
            )
        self.check(seen)
        order = np.lexsort(seen.codes[::-1]) if len(seen.codes) else np.arange(1)
        number = np.unique(self.group[lines])
        result[number] = holding(self.models, seen.groups)[order]
        if self.table.plan.people.known != "whole-visits":
            counted = RoleCells(some, tuple(sensitive), kinds=kinds)
            unknown = KnownFacts().unknown(sensitive, counted)
            together = see_together(seen, self.models, (), unknown)
            if any(together.fails_for.values()):
                result[:] = False
        return result

    def check(self, seen: FrequencySet) -> None:
        """Refuse models that are not defined where a person is in several groups."""
        if seen.visits is None:
            return
        faults = [
            f"{model.spec}: is not defined where a person is in several groups, as"
            " here; use frequency-l-diversity, or begin a table with quasi-identifiers"
            " that stay the same for a person"
            for model in self.models
            if model.in_people is None and not model.only_size
        ]
        if faults:
            raise PlanError(faults)


def refresh(cells: Cells) -> Cells:
    """Cells whose dictionaries have the values and the rows of these cells alone."""
    dictionaries, codes = [], cells.codes.copy()
    for place, one in enumerate(cells.dictionaries):
        rows = np.bincount(codes[:, place], cells.counts, one.size).astype(np.int64)
        used = np.flatnonzero(rows)
        dictionaries.append(replace(one, counts=rows).narrow(used, rows))
        codes[:, place] = np.searchsorted(used, codes[:, place])
    return Cells(tuple(dictionaries), codes.astype(np.int32), cells.counts)
