# SPDX-License-Identifier: Apache-2.0
"""The people of a population inside the boxes of a published table.

Boxes of groups may overlap: then a person fits the labels of several groups, and a row
of each of them may be the person's. Every group still has the number of people who fit
its labels.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.audits.population_match import ColumnMatch, fitting_blocks
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.groups import Groups
from diversa.counts.light_numpy import runs
from diversa.counts.population import Population, person_dictionary
from diversa.counts.population_cells import number_lines
from diversa.counts.sensitive import Sensitive
from diversa.data.meaning import format_label
from diversa.errors import BesideError
from diversa.hierarchies.hierarchy import TOP


@dataclass(frozen=True, eq=False)
class BoxPeople:
    """The people of a population, and the labels of a table that fit their values."""

    columns: tuple[ColumnMatch, ...] = field(repr=False)
    """The labels and the values of each quasi-identifier."""
    people: Cells = field(repr=False)
    """The people; their first columns are the quasi-identifiers."""

    @cached_property
    def _kind(self) -> Ints:
        """The kind of people of each line."""
        places = len(self.columns)
        return number_lines(
            self.people.codes[:, :places], self.people.dictionaries[:places]
        )

    @cached_property
    def _lines(self) -> tuple[Ints, Ints]:
        """The first line of each kind of people who are alike, and their number."""
        _, first = np.unique(self._kind, return_index=True)
        number = np.bincount(self._kind, self.people.counts, len(first))
        return first.astype(np.int64), number.astype(np.int64)

    @property
    def values(self) -> Codes:
        """The values of each kind of people who are alike, one line each."""
        return self.people.codes[self._lines[0], : len(self.columns)]

    @property
    def number(self) -> Ints:
        """The number of people of each kind."""
        return self._lines[1]

    def pairs(self, published: FrequencySet) -> tuple[Ints, Ints]:
        """Each kind of people with each group whose labels fit its values.

        Suppressed rows are those of people who fit no other group.
        """
        labels = self._labels(published)
        starred = self._starred(labels)
        own = np.flatnonzero(~starred)
        kinds, groups = [], []
        for begin, fits in fitting_blocks(self.columns, self.values, labels[own]):
            kind, group = np.nonzero(fits)
            kinds.append(kind + begin)
            groups.append(own[group])
        kind = np.concatenate([np.empty(0, np.int64), *kinds])
        group = np.concatenate([np.empty(0, np.int64), *groups])
        if starred.any():
            alone = np.setdiff1d(np.arange(len(self.number)), kind)
            kind = np.concatenate([kind, alone])
            rest = np.full(len(alone), np.flatnonzero(starred)[0])
            group = np.concatenate([group, rest])
        return kind, group

    def _labels(self, published: FrequencySet) -> Ints:
        """The labels of each group by their codes in the columns, one line each.

        Groups may have codes of labels and values together.
        """
        lines = []
        for column, hierarchy, codes in zip(
            self.columns, published.hierarchies, published.codes, strict=True
        ):
            own = column.labels
            place = {format_label(label): code for code, label in enumerate(own.values)}
            if own.missing_code is not None:
                place[None] = own.missing_code
            names = map(format_label, hierarchy.labels[0])
            code = np.array([place.get(name, -1) for name in names], dtype=np.int64)
            lines.append(code[codes])
        return np.array(lines, dtype=np.int64).reshape(len(lines), -1).T

    def _starred(self, labels: Ints) -> Bools:
        starred = np.full(len(labels), bool(self.columns))
        for column, label in zip(self.columns, labels.T, strict=True):
            stars = np.append([value == TOP for value in column.labels.values], False)
            starred &= stars.astype(bool)[label]
        return starred

    def population(self, published: FrequencySet) -> Population:
        """The people who fit each group of the table.

        They are told apart where it is known what they have.
        """
        kind, group = self.pairs(published)
        if len(published) and not len(kind):
            raise BesideError(
                "population: must have people of the table, got no line that fits the"
                " labels of a group; give the people whom the rows may be"
            )
        overlaps = len(np.unique(kind)) < len(kind)
        if len(self.people.dictionaries) > len(self.columns):
            return replace(
                self._with_secrets(kind, group, published), overlaps=overlaps
            )
        inside = np.bincount(group, self.number[kind], len(published))
        absent = int(self.number.sum() - self.number[np.unique(kind)].sum())
        people = Population.from_sizes(
            inside.astype(np.int64).tolist(), absent=[absent] if absent else []
        )
        return replace(people, overlaps=overlaps)

    def _with_secrets(
        self, kind: Ints, group: Ints, published: FrequencySet
    ) -> Population:
        """The people who fit each group, told apart, with what they have.

        Whoever fits several groups is another person in each of them; whoever fits none
        is in one more group.
        """
        rest = np.setdiff1d(np.arange(len(self.number)), kind)
        size = len(published)
        kind = np.concatenate([kind, rest])
        group = np.concatenate([group, np.full(len(rest), size)])
        order = np.lexsort((kind, group))
        kind, group = kind[order], group[order]
        lines = np.argsort(self._kind, kind="stable")
        lengths = np.bincount(self._kind, minlength=len(self.number))
        begins = np.cumsum(lengths) - lengths
        line = lines[runs(begins[kind], lengths[kind])]
        person = np.repeat(np.arange(len(kind)), lengths[kind])
        counts = self.people.counts[line]
        own = self.people.codes[line, len(self.columns) :]
        starts = np.searchsorted(group[person], np.arange(size + 1 + bool(len(rest))))
        people = Groups(
            starts.astype(np.int64),
            np.arange(len(line), dtype=np.int32),
            counts,
            np.column_stack([person, own]).astype(np.int32),
            (
                Sensitive(person_dictionary(self.number[kind])),
                *(Sensitive(d) for d in self.people.dictionaries[len(self.columns) :]),
            ),
        )
        place = np.where(people.sizes[:size] > 0, np.arange(size), -1)
        return Population(people, place)
