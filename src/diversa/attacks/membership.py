# SPDX-License-Identifier: Apache-2.0
"""The membership attack: labels and a public table tell who is certainly in the table.

A label that states a value (`{Cuba, Peru}`: somebody has Cuba) puts so many rows of its
group into a cell of its box. Whoever fits the cell is in the table for certain if no
more people of the population fit it than rows are claimed there; so is everybody of a
box that has as many rows as people who fit it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.attacks.exposure import Exposure, percent
from diversa.attacks.table_groups import TableGroups
from diversa.audits.box_people import BoxPeople
from diversa.audits.label_audit import audit_labels
from diversa.audits.population_match import ColumnMatch
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.light_numpy import runs
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.labels.claim import ColumnClaims
from diversa.labels.covers import covers
from diversa.labels.table_claims import TableClaims
from diversa.models.needs import NONE_GIVEN
from diversa.record.attack_record import NotMade


@dataclass(frozen=True, eq=False, kw_only=True)
class LabelMembership(Exposure):
    """People of a population who are certainly in the table; `worst` is their share.

    Reference:
        A. Cohen, Attacks on Deidentification's Defenses, USENIX Security 2022.
    """

    name = "membership"
    unit: str = "person"

    by_labels: int
    """People who are certain by what labels state."""
    by_box: int
    """People who are certain because nobody else of the population fits their box."""

    def in_words(self) -> str:
        if not self.exposed:
            return "nobody of the population is certainly in the table"
        alone = (
            f"{self.by_box:,} because the population has nobody else in their box"
            if self.by_box
            else "none because of a box alone"
        )
        labels = f"{self.by_labels:,} by labels" if self.by_labels else "none by labels"
        return (
            f"{self.exposed:,} people of the population ({percent(self.share)}) are"
            f" certainly in the table: {labels}; {alone}"
        )


@dataclass(frozen=True, eq=False)
class CertainPeople:
    """People of a population who are certainly in a table, by their kind."""

    number: Ints
    """The number of people of each kind, who are alike."""
    by_labels: Bools
    """Kinds that are certain by what labels state."""
    by_box: Bools
    """Kinds that are certain because all who fit a box have a row in it."""
    groups: Ints
    """Numbers of the groups with such people."""

    @property
    def certain(self) -> Bools:
        """Kinds that are certain for one reason or the other."""
        return self.by_labels | self.by_box


def label_membership(examined: TableGroups) -> Exposure | NotMade:
    """Make the membership attack on a table, or say why it cannot be made."""
    table, boxes = examined.table, examined.boxes
    if boxes is None:
        levels = table.population is not None and examined.gap is None
        why = str(examined.gap) if examined.gap else NONE_GIVEN["population"]
        return NotMade(LabelMembership.name, None, OF_LEVELS if levels else why)
    meaning = None if table.group else table.label_meaning
    claims = audit_labels(examined.published, meaning, table.reading.hints)
    if claims is None:
        return NotMade(LabelMembership.name, None, NUMBERED)
    return membership(examined.published, claims, boxes, table.hierarchies)


OF_LEVELS = "labels are levels, which state nothing of single rows; see presence"
"""Why labels of levels tell no more than the presence attack."""

NUMBERED = "labels must be those of whole groups, got groups with numbers"
"""Why groups that are told apart by numbers are not read."""


def membership(
    published: FrequencySet,
    claims: TableClaims,
    boxes: BoxPeople,
    hierarchies: Mapping[str, HierarchyKind],
) -> LabelMembership:
    """Count the people of a population who are certainly in the table."""
    found = certain_people(published, claims, boxes, hierarchies)
    number = found.number
    total, exposed = int(number.sum()), int(number[found.certain].sum())
    return LabelMembership(
        exposed=exposed,
        total=total,
        groups=len(published),
        affected=found.groups,
        worst=exposed / total if total else None,
        by_labels=int(number[found.by_labels].sum()),
        by_box=int(number[found.by_box].sum()),
    )


def certain_people(
    published: FrequencySet,
    claims: TableClaims,
    boxes: BoxPeople,
    hierarchies: Mapping[str, HierarchyKind],
) -> CertainPeople:
    """Find the people of a population who are certainly in the table.

    Args:
        published: The groups of the table.
        claims: What their labels state.
        boxes: The people of the population, a superset of those of the table.
        hierarchies: The hierarchies by which labels are read, by column.
    """
    pairs = GroupPeople.of(boxes, published)
    sizes = published.groups.sizes
    full = pairs.inside == sizes
    by_box = np.zeros(len(boxes.number), dtype=bool)
    by_box[pairs.kind[full[pairs.group]]] = True
    by_labels = np.zeros_like(by_box)
    hit = full & (pairs.inside > 0)
    for place, column in enumerate(boxes.columns):
        cells = CellMatch.of(
            claims.columns[place], column, hierarchies.get(column.name)
        )
        group, claim = claims.pairs(place)
        own = replace(pairs, value=boxes.values[pairs.kind, place])
        sure = own.people_in(group, cells, claim) == claims.columns[place].rows[claim]
        kind, line = own.kinds_in(group[sure], cells, claim[sure])
        by_labels[kind] = True
        hit[group[sure][line]] = True
    return CertainPeople(boxes.number, by_labels, by_box, np.flatnonzero(hit))


@dataclass(frozen=True, eq=False)
class CellMatch:
    """The values of a population that are in the cells of claims."""

    fits: Bools
    """True where a value (lines) is in a cell (columns)."""
    cell: Ints
    """The cell of each claim."""
    excludes: Bools
    """Claims of rows that are not in the cell."""

    @classmethod
    def of(
        cls, claims: ColumnClaims, column: ColumnMatch, kind: HierarchyKind | None
    ) -> CellMatch:
        """Read the cells of all claims of a column as the values they stand for."""
        texts = list(dict.fromkeys(claim.cell for claim in claims.claims))
        place = {text: number for number, text in enumerate(texts)}
        cover = covers(texts, column.values, hierarchy=kind)
        fits = np.zeros((column.values.size, len(texts)), dtype=bool)
        fits.reshape(-1)[cover.keys] = True
        return cls(
            fits,
            np.array([place[claim.cell] for claim in claims.claims], dtype=np.int64),
            np.array([claim.excludes for claim in claims.claims], dtype=bool),
        )

    def has(self, value: Ints, claim: Ints) -> Bools:
        """Whether each value is in the cell of a claim."""
        return self.fits[value, self.cell[claim]] != self.excludes[claim]


@dataclass(frozen=True, eq=False)
class GroupPeople:
    """The kinds of people who fit each group, group after group."""

    starts: Ints
    """The kinds of group g are kind[starts[g]:starts[g + 1]]."""
    kind: Ints
    """The kind of people."""
    group: Ints
    """The group that they fit."""
    number: Ints
    """People of the kind."""
    value: Ints
    """The code of their value in the column that is looked at."""

    @classmethod
    def of(cls, boxes: BoxPeople, published: FrequencySet) -> GroupPeople:
        """The people of a population by groups."""
        kind, group = boxes.pairs(published)
        order = np.argsort(group, kind="stable")
        kind, group = kind[order], group[order]
        starts = np.searchsorted(group, np.arange(len(published) + 1))
        return cls(
            starts.astype(np.int64),
            kind,
            group,
            boxes.number[kind],
            np.zeros(len(kind), dtype=np.int64),
        )

    @property
    def inside(self) -> Ints:
        """People who fit each group."""
        groups = len(self.starts) - 1
        return np.bincount(self.group, self.number, groups).astype(np.int64)

    def people_in(self, group: Ints, cells: CellMatch, claim: Ints) -> Ints:
        """People of each group who are in the cell of a claim."""
        line, place = self._of(group)
        inside = cells.has(self.value[place], claim[line])
        people = np.bincount(line[inside], self.number[place[inside]], len(group))
        return people.astype(np.int64)

    def kinds_in(self, group: Ints, cells: CellMatch, claim: Ints) -> tuple[Ints, Ints]:
        """Kinds of people of groups in cells of claims, each with its line of these."""
        line, place = self._of(group)
        inside = cells.has(self.value[place], claim[line])
        return self.kind[place[inside]], line[inside]

    def _of(self, group: Ints) -> tuple[Ints, Ints]:
        lengths = np.diff(self.starts)[group]
        line = np.repeat(np.arange(len(group)), lengths)
        return line, runs(self.starts[group], lengths)
