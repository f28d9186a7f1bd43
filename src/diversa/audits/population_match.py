# SPDX-License-Identifier: Apache-2.0
"""The people of a population, matched with the labels of a published table.

A label stands for values (`30-39`, `130**`, `{Cuba, Peru}`). A person is in the group
whose labels stand for all of the person's values. A population that was generalized
like the table still counts people, but no longer tells what an adversary knows of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diversa.counts.cells import Cells
from diversa.counts.population_cells import number_lines, with_persons
from diversa.counts.shared_dictionaries import share
from diversa.data.dictionary import Dictionary
from diversa.data.meaning import format_label
from diversa.errors import BesideError
from diversa.hierarchies.hierarchy import TOP, HierarchyKind
from diversa.labels.label import STAR, exceptions, members, read_spans
from diversa.models.needs import Gap

if TYPE_CHECKING:
    from diversa.audits.box_people import BoxPeople

BLOCK = 2**22
"""Most pairs of a group and a person that are compared at once."""

GENERALIZED = Gap(
    "what people with other values have, whom the population has in one line",
    "give the people with their own values as the population (--population FILE)",
)
"""The gap of a population that is as general as the table."""

AMBIGUOUS = Gap(
    "the group of people who fit the labels of several groups",
    "no population decides it, because the groups overlap",
)
"""The gap of groups that overlap."""

AVERAGED = Gap(
    "the values behind published averages",
    "no population decides it; publish ranges (numbers = range) where it must be known",
)
"""The gap of labels that are means or medians of values."""


@dataclass(frozen=True, eq=False)
class PopulationMatch:
    """People of a population, by the labels of a table."""

    cells: Cells | None = field(repr=False)
    """The people; those who match a group have its labels. None if that is unknown."""
    gap: Gap | None = None
    """The reason why it is unknown."""
    beliefs: Gap | None = None
    """The reason why the knowledge about each person is lost, if so."""
    boxes: BoxPeople | None = field(default=None, repr=False)
    """The people with their own values, where these are given."""

    @property
    def overlap(self) -> Gap | None:
        """The reason why people are in no certain group, though their number is known.

        Whoever fits the labels of several groups counts in each of them.
        """
        return self.gap if self.cells is None and self.boxes is not None else None

    @property
    def certain(self) -> Cells:
        """The people; refused if their groups are not known."""
        if self.cells is None:
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
    """Give people the labels of their groups; others keep their values."""
    columns = [
        ColumnMatch.of(
            cells.dictionary(name), people.dictionary(name), hierarchies.get(name)
        )
        for name in names
    ]
    unread = [column.name for column in columns if not column.is_read]
    beliefs = GENERALIZED if any(one.is_generalized for one in columns) else None
    if unread:
        return PopulationMatch(None, unread_gap(unread[0]), beliefs)
    from diversa.audits.box_people import BoxPeople

    boxes = BoxPeople(tuple(columns), people)
    persons = with_persons(people, names)
    label = labels_of_values(columns, persons)
    if label is None:
        label = labels_of_groups(columns, cells, persons, names)
    if label is None:
        return PopulationMatch(None, AMBIGUOUS, beliefs, boxes)
    labelled = with_labels(persons, columns, label)
    return PopulationMatch(labelled, None, beliefs, boxes)


def unread_gap(name: str) -> Gap:
    """The gap of labels whose values are not known."""
    return Gap(
        f"the values that labels of '{name}' stand for",
        f"give its hierarchy (--hierarchy {name}=FILE)",
    )


@dataclass(frozen=True, eq=False)
class ColumnMatch:
    """The labels of a column and the people's values in it."""

    labels: Dictionary = field(repr=False)
    """The labels of the table."""
    values: Dictionary = field(repr=False)
    """The values of the people."""
    fits: NDArray[np.bool_] = field(repr=False)
    """True where a label (columns) may stand for a value (lines)."""
    general: NDArray[np.bool_] = field(repr=False)
    """True for a value that is itself a label, and fits that label only."""
    is_read: bool = True
    """False if people without a label may be those of an illegible label."""

    @classmethod
    def of(
        cls,
        labels: Dictionary,
        values: Dictionary,
        hierarchy: HierarchyKind | None,
        level: int | None = None,
    ) -> ColumnMatch:
        """Read the labels of a column as the values they stand for.

        `level` is that of the labels, where the table has one.
        """
        from diversa.labels.covers import covers, spelling_of  # few audits read labels
        from diversa.labels.label_reader import LabelReader

        every = [*labels.values, *([] if labels.missing_code is None else [None])]
        cover = covers(every, values, hierarchy=hierarchy, level=level)
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
    def is_generalized(self) -> bool:
        """True if people who match a label are known by that label only."""
        return bool((self.general & self.fits.any(axis=1)).any())

    @property
    def is_function(self) -> bool:
        """True if no value fits two labels."""
        return bool((self.fits.sum(axis=1) <= 1).all())

    @property
    def only_label(self) -> NDArray[np.int64]:
        """The first label that fits each value; -1 without one."""
        return np.where(self.fits.any(axis=1), self.fits.argmax(axis=1), -1)


def is_general(text: str) -> bool:
    """True if a text is the label of several values.

    >>> [is_general(text) for text in ("1*", "20-39", "{a, b}", "not {a}", "31", "P")]
    [True, True, True, True, False, False]
    """
    spans = read_spans(text)
    ranges = bool(spans) and not any(span.is_point for span in spans)
    return STAR in text or bool(members(exceptions(text) or text)) or ranges


def is_legible(text: str | None) -> bool:
    """True if a label says itself which values it stands for."""
    return text is None or is_general(text) or bool(read_spans(text))


def labels_of_values(
    columns: Sequence[ColumnMatch], people: Cells
) -> NDArray[np.int64] | None:
    """The labels of each line of people; None if a value fits several labels."""
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
    """The labels of the group of each line of people; -1 without a group.

    None if somebody matches several groups. A group of stars only is for people who
    match no other group.
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
    for start, fits in fitting_blocks(columns, tuples, groups):
        some = slice(start, start + len(fits))
        matches[some] = fits.sum(axis=1)
        if len(groups):
            group[some] = fits.argmax(axis=1)
    if (matches > 1).any():
        return None
    label = np.full((len(names), len(tuples)), -1, dtype=np.int64)
    label[:, matches == 1] = groups[group[matches == 1]].T
    return label[:, person]


def fitting_blocks(
    columns: Sequence[ColumnMatch],
    tuples: NDArray[np.integer],
    groups: NDArray[np.integer],
) -> Iterator[tuple[int, NDArray[np.bool_]]]:
    """Marks of tuples that the labels of each group fit, for some tuples after others.

    Each block begins with a tuple; its lines are tuples, its columns are groups.
    """
    step = max(1, BLOCK // max(1, len(groups)))
    for start in range(0, len(tuples), step):
        some = tuples[start : start + step]
        yield (
            start,
            np.logical_and.reduce(
                [
                    one.fits[line][:, labels]
                    for one, line, labels in zip(columns, some.T, groups.T, strict=True)
                ]
            ),
        )


def place_of(cells: Cells, name: str) -> int:
    """Position of a column of cells."""
    return [dictionary.column for dictionary in cells.dictionaries].index(name)


def with_labels(
    people: Cells, columns: Sequence[ColumnMatch], label: NDArray[np.int64]
) -> Cells:
    """Replace the values of people by their labels, if they have some."""
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
