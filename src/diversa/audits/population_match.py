# SPDX-License-Identifier: Apache-2.0
"""The people of a population, matched with the labels of a published table.

A label stands for values (`30-39`, `130**`, `{Cuba, Peru}`): a person is in the group
whose labels stand for all of the person's own values. What an adversary knows of people
is known of them as they are; a population that was generalized like the table counts
them, and no longer tells what is known of whom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from diversa.counts.cells import Cells
from diversa.counts.population_cells import number_lines, with_persons
from diversa.counts.shared_dictionaries import share
from diversa.data.dictionary import Dictionary
from diversa.data.meaning import format_label
from diversa.errors import BesideError
from diversa.hierarchies.hierarchy import TOP, HierarchyKind
from diversa.labels.label import STAR, members, read_spans
from diversa.models.needs import Gap

BLOCK = 2**22
"""Pairs of a group and a person that are compared at once."""

GENERALIZED = Gap(
    "what people with other values have, whom the population has in one line",
    "give the people with their own values as the population (--population FILE)",
)
"""The gap where a population is as general as the table."""

AMBIGUOUS = Gap(
    "the group of people who fit the labels of several groups",
    "no population decides it, because the groups overlap",
)
"""The gap where groups overlap."""


@dataclass(frozen=True, eq=False)
class PopulationMatch:
    """The people of a population by the labels of a table."""

    cells: Cells = field(repr=False)
    """The people; those who match a group have its labels."""
    gap: Gap | None = None
    """Why it is not known who matches which group, if so."""
    beliefs: Gap | None = None
    """Why it is not known what is known of whom, if so."""

    @property
    def certain(self) -> Cells:
        """The people, where it is known who matches which group; else refuse them."""
        if self.gap is not None:
            raise BesideError(
                f"population: must be matched with the table, but {self.gap}"
            )
        return self.cells


def match_people(
    people: Cells,
    cells: Cells,
    names: Sequence[str],
    hierarchies: Mapping[str, HierarchyKind],
) -> PopulationMatch:
    """Give people the labels of the groups that they match; others keep their values.

    Args:
        people: The people as they were counted, the quasi-identifiers first.
        cells: The table.
        names: The quasi-identifiers.
        hierarchies: Those of quasi-identifiers, which say what labels mean.
    """
    columns = [
        ColumnMatch.of(
            cells.dictionary(name), people.dictionary(name), hierarchies.get(name)
        )
        for name in names
    ]
    unread = [column.name for column in columns if column.is_unread]
    beliefs = GENERALIZED if any(one.is_generalized for one in columns) else None
    if unread:
        return PopulationMatch(people, unread_gap(unread[0]), beliefs)
    persons = with_persons(people, names)
    label = labels_of_values(columns, persons)
    if label is None:
        label = labels_of_groups(columns, cells, persons, names)
    if label is None:
        return PopulationMatch(people, AMBIGUOUS, beliefs)
    return PopulationMatch(with_labels(persons, columns, label), None, beliefs)


def unread_gap(name: str) -> Gap:
    """The gap where it is not known what a label stands for."""
    return Gap(
        f"the values that labels of '{name}' stand for",
        f"give its hierarchy (--hierarchy {name}=FILE)",
    )


@dataclass(frozen=True, eq=False)
class ColumnMatch:
    """The labels of a column beside the values that people have in it."""

    labels: Dictionary = field(repr=False)
    """The labels of the table."""
    values: Dictionary = field(repr=False)
    """The values of the people."""
    fits: NDArray[np.bool_] = field(repr=False)
    """Whether a label (columns) may stand for a value (lines)."""
    general: NDArray[np.bool_] = field(repr=False)
    """Whether a value is written as a label is, and fits that label alone."""
    is_read: bool = True
    """Whether everything is known that its labels stand for."""

    @classmethod
    def of(
        cls, labels: Dictionary, values: Dictionary, hierarchy: HierarchyKind | None
    ) -> ColumnMatch:
        """Read the labels of a column."""
        from diversa.labels.covers import covers, spelling_of  # few audits read labels
        from diversa.labels.label_reader import LabelReader

        every = [*labels.values, *([] if labels.missing_code is None else [None])]
        cover = covers(every, values, hierarchy=hierarchy)
        fits = np.zeros((values.size, len(every)), dtype=bool)
        fits.reshape(-1)[cover.keys] = True
        same = np.zeros_like(fits)
        texts = [format_label(label) for label in every]
        reading = LabelReader(texts, values, spelling_of(values, every, hierarchy))
        same[reading.exact(every)] = True
        general = np.zeros(values.size, dtype=bool)
        general[: len(values.texts)] = [is_general(text) for text in values.texts]
        fits = np.where(general[:, None], same, fits | same)
        lonely = np.flatnonzero(~fits.any(axis=0))
        unclear = [texts[label] for label in lonely if not is_legible(texts[label])]
        homeless = not fits.any(axis=1).all()
        return cls(labels, values, fits, general, not (unclear and homeless))

    @property
    def name(self) -> str:
        """Name of the column."""
        return self.labels.column

    @property
    def is_unread(self) -> bool:
        """Whether people without a label may be those of a label without people."""
        return not self.is_read

    @property
    def is_generalized(self) -> bool:
        """Whether people who match a label are known by that label only."""
        return bool((self.general & self.fits.any(axis=1)).any())

    @property
    def is_function(self) -> bool:
        """Whether no value fits two labels."""
        return bool((self.fits.sum(axis=1) <= 1).all())

    @property
    def only_label(self) -> NDArray[np.int64]:
        """The label of each value that fits one label only; -1 without one."""
        return np.where(self.fits.any(axis=1), self.fits.argmax(axis=1), -1)


def is_general(text: str) -> bool:
    """Whether a value is written as the label of several values.

    >>> [is_general(text) for text in ("1*", "20-39", "{a, b}", "31", "2024", "Peru")]
    [True, True, True, False, False, False]
    """
    spans = read_spans(text)
    ranges = bool(spans) and not any(span.is_point for span in spans)
    return STAR in text or bool(members(text)) or ranges


def is_legible(text: str | None) -> bool:
    """Whether a label says itself what it stands for."""
    return text is None or is_general(text) or bool(read_spans(text))


def labels_of_values(
    columns: Sequence[ColumnMatch], people: Cells
) -> NDArray[np.int64] | None:
    """The labels of each line of people; None where a value fits several labels."""
    if not all(column.is_function for column in columns):
        return None
    label = np.full((len(columns), len(people.codes)), -1, dtype=np.int64)
    for place, column in enumerate(columns):
        label[place] = column.only_label[people.codes[:, place]]
    return label


def labels_of_groups(
    columns: Sequence[ColumnMatch],
    cells: Cells,
    people: Cells,
    names: Sequence[str],
) -> NDArray[np.int64] | None:
    """The labels of the group that each line of people matches; -1 without one.

    None where somebody matches several groups. Groups of stars alone match nobody:
    they are anyone who matches no other group.
    """
    places = [place_of(cells, name) for name in names]
    groups = np.unique(cells.codes[:, places], axis=0)
    stars = [np.append([v == TOP for v in one.labels.values], False) for one in columns]
    starred = np.logical_and.reduce(
        [star[line] for star, line in zip(stars, groups.T, strict=True)]
    )
    groups = groups[~starred]
    own = people.codes[:, : len(names)]
    dictionaries = people.dictionaries[: len(names)]
    _, first, person = np.unique(
        number_lines(own, dictionaries), return_index=True, return_inverse=True
    )
    tuples = own[first]
    matches = np.zeros(len(tuples), dtype=np.int64)
    group = np.full(len(tuples), -1, dtype=np.int64)
    step = max(1, BLOCK // max(1, len(groups)))
    for start in range(0, len(tuples), step):
        some = tuples[start : start + step]
        fits = np.logical_and.reduce(
            [
                one.fits[line][:, labels]
                for one, line, labels in zip(columns, some.T, groups.T, strict=True)
            ]
        )
        matches[start : start + step] = fits.sum(axis=1)
        if len(groups):
            group[start : start + step] = fits.argmax(axis=1)
    if (matches > 1).any():
        return None
    label = np.full((len(names), len(tuples)), -1, dtype=np.int64)
    label[:, matches == 1] = groups[group[matches == 1]].T
    return label[:, person]


def place_of(cells: Cells, name: str) -> int:
    """The place of a column among those of cells."""
    return [dictionary.column for dictionary in cells.dictionaries].index(name)


def with_labels(
    people: Cells, columns: Sequence[ColumnMatch], label: NDArray[np.int64]
) -> Cells:
    """People with labels in the place of their values, where they have some."""
    dictionaries, codes = list(people.dictionaries), people.codes.copy()
    for place, (column, labels) in enumerate(zip(columns, label, strict=True)):
        shared = share(column.labels, column.values)
        has = labels >= 0
        codes[:, place] = shared.other[people.codes[:, place]]
        codes[has, place] = shared.own[labels[has]]
        size = shared.dictionary.size
        rows = np.bincount(codes[:, place], people.counts, minlength=size)
        dictionaries[place] = replace(
            shared.dictionary, counts=rows.astype(np.int64)[:size]
        )
    return Cells(tuple(dictionaries), codes, people.counts)
