# SPDX-License-Identifier: Apache-2.0
"""Cells of a population: people numbered, and generalized as a release is.

What an adversary knows of people is known of them as they are, not of groups: people
with other values stay other people, also where a release has them in one group.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts.cells import Cells
from diversa.counts.level_maps import KEY_SPACE
from diversa.counts.population import PERSON, person_dictionary
from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import Hierarchy


def with_persons(people: Cells, attributes: Sequence[str]) -> Cells:
    """Number the distinct people, where it is known what they have.

    The columns of `people` are the attributes that tell them apart, then sensitive
    ones.
    """
    columns = [dictionary.column for dictionary in people.dictionaries]
    places = len(attributes)
    if len(columns) == places or PERSON in columns:
        return people
    person = number_lines(people.codes[:, :places], people.dictionaries[:places])
    rows = np.bincount(person, weights=people.counts).astype(np.int64)
    return Cells(
        (
            *people.dictionaries[:places],
            person_dictionary(rows),
            *people.dictionaries[places:],
        ),
        np.insert(people.codes, places, person, axis=1),
        people.counts,
    )


def number_lines(codes: Codes, dictionaries: Sequence[Dictionary]) -> Ints:
    """Number the distinct lines of codes."""
    number, space = np.zeros(len(codes), dtype=np.int64), 1
    for column, dictionary in zip(codes.T, dictionaries, strict=True):
        if space * dictionary.size >= KEY_SPACE:
            distinct, number = np.unique(number, return_inverse=True)
            space = len(distinct)
        number, space = number * dictionary.size + column, space * dictionary.size
    return np.unique(number, return_inverse=True)[1]


def generalize(
    people: Cells, hierarchies: Sequence[Hierarchy], levels: Sequence[int]
) -> Cells:
    """Write people with the labels of a node, as a release is written."""
    cells = with_persons(people, [hierarchy.attribute for hierarchy in hierarchies])
    dictionaries, codes = list(cells.dictionaries), cells.codes.copy()
    for place, (hierarchy, level) in enumerate(zip(hierarchies, levels, strict=True)):
        coded = hierarchy.maps[level][codes[:, place]]
        rows = np.bincount(
            coded, weights=cells.counts, minlength=hierarchy.sizes[level]
        )
        labels = Dictionary.build(
            hierarchy.attribute, hierarchy.labels[level], rows.astype(int)
        )
        dictionaries[place] = labels
        codes[:, place] = label_codes(hierarchy.labels[level], labels)[coded]
    return Cells(tuple(dictionaries), codes, cells.counts)


def label_codes(labels: Sequence[object], dictionary: Dictionary) -> Codes:
    """The code of each label in a dictionary of them."""
    place = {id(value): code for code, value in enumerate(dictionary.values)}
    lost = len(dictionary.values)
    return np.array([place.get(id(label), lost) for label in labels], dtype=np.int32)
