# SPDX-License-Identifier: Apache-2.0
"""The published part of a table: what may be measured for others to see.

Whoever has a release can subtract it from every number on the whole table, and what is
left is about the rows that were withheld. So evidence is measured on the rows that are
published, as they were, and knows only the values that they have: nothing of a withheld
row is left in it to subtract. Only how many there are is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools, Floats, Ints
from diversa.counts.cells import Cells
from diversa.counts.groups import Groups
from diversa.counts.people_histograms import people_of_table
from diversa.counts.sensitive import Sensitive
from diversa.counts.supersets import no_supersets
from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import Hierarchy, with_missing
from diversa.hierarchies.tree import Tree
from diversa.metrics.recoded import CellEntries, Recoded
from diversa.metrics.sides import Sides


def public_part(recoded: Recoded, people: Cells | None = None) -> Recoded:
    """A table and its release without the rows that were withheld, but their number.

    Everybody may know the values of a population (`people`).
    """
    entries = recoded.entries
    if entries is None or recoded.is_part:
        return recoded
    kept = entries.group >= 0
    rows = np.bincount(
        entries.cell[kept],
        weights=entries.rows[kept],
        minlength=len(recoded.original.counts),
    ).astype(np.int64)
    lines = np.flatnonzero(rows)
    original = Cells(
        recoded.original.dictionaries, recoded.original.codes[lines], rows[lines]
    )
    names = [side.hierarchy.attribute for side in recoded.sides]
    used = {
        dictionary.column: occurring(original, dictionary.column, people, names)
        for dictionary in original.dictionaries
    }
    number = np.cumsum(rows > 0) - 1
    group = entries.group[kept]
    box = group if entries.box is entries.group else entries.box[kept]
    return replace(
        Recoded.of_entries(
            narrow_cells(original, used),
            [
                with_values(
                    attribute,
                    narrow_dictionary(
                        attribute.dictionary, used[attribute.name], original
                    ),
                    used[attribute.name],
                )
                for attribute in recoded.sensitive
            ],
            [
                narrow_side(side, used[side.hierarchy.attribute], recoded.boxes)
                for side in recoded.sides
            ],
            CellEntries(number[entries.cell[kept]], box, group, entries.rows[kept]),
            levels=recoded.levels,
            star=recoded.star,
        ),
        coded=recoded.coded,
        withheld=recoded.suppressed,
        is_part=True,
    )


def cells_in_release(recoded: Recoded) -> Bools:
    """Mark the cells of a table that have a published row."""
    marks = np.ones(len(recoded.original.counts), dtype=np.bool_)
    entries = recoded.entries
    if entries is not None and not recoded.is_part:
        marks[:] = False
        marks[entries.cell[entries.group >= 0]] = True
    return marks


def occurring(
    cells: Cells, name: str, people: Cells | None, quasi_identifiers: Sequence[str]
) -> Ints:
    """The codes of a column that cells have, or people of the population."""
    codes = cells.column(name)
    if people is not None and name in quasi_identifiers:
        codes = np.concatenate([codes, people.column(name)])
    return np.flatnonzero(np.bincount(codes))


def narrow_cells(cells: Cells, used: dict[str, Ints]) -> Cells:
    """Cells whose dictionaries know the used values only."""
    codes = [
        np.searchsorted(used[dictionary.column], cells.column(dictionary.column))
        for dictionary in cells.dictionaries
    ]
    return Cells(
        tuple(
            narrow_dictionary(dictionary, used[dictionary.column], cells)
            for dictionary in cells.dictionaries
        ),
        np.stack(codes, axis=1).astype(np.int32)
        if codes
        else np.empty((len(cells.counts), 0), dtype=np.int32),
        cells.counts,
    )


def narrow_dictionary(dictionary: Dictionary, used: Ints, cells: Cells) -> Dictionary:
    """The used values, with the rows that cells have of each."""
    rows = np.bincount(
        cells.column(dictionary.column), weights=cells.counts, minlength=dictionary.size
    )
    return dictionary.narrow(used, rows.astype(np.int64))


def with_values(attribute: Sensitive, dictionary: Dictionary, used: Ints) -> Sensitive:
    """A sensitive attribute with some of its values, and their place in its tree."""
    taxonomy = attribute.taxonomy
    return replace(
        attribute,
        dictionary=dictionary,
        people=None,  # those of the table are not those of its part
        taxonomy=None if taxonomy is None else narrow_hierarchy(taxonomy, used),
    )


def narrow_hierarchy(hierarchy: Hierarchy, used: Ints) -> Hierarchy:
    """A hierarchy of the used values, with the labels that they have."""
    levels = [np.unique(codes[used], return_inverse=True) for codes in hierarchy.maps]
    tree = hierarchy.declared_tree
    return Hierarchy(
        hierarchy.attribute,
        tuple(codes.ravel().astype(np.int32) for _, codes in levels),
        tuple(
            tuple(names[code] for code in codes.tolist())
            for names, (codes, _) in zip(hierarchy.labels, levels, strict=True)
        ),
        None if tree is None else Tree(tree.names, tree.parents, tree.nodes[used]),
        narrow_numbers(hierarchy, levels[0][0]),
    )


def narrow_numbers(hierarchy: Hierarchy, used: NDArray[np.integer]) -> Floats | None:
    """The numbers of the used codes of level 0.

    A missing value stands behind the greatest of them, which must be a used one.
    """
    if hierarchy.numbers is None:
        return None
    own = used[used < len(hierarchy.numbers)]
    numbers = hierarchy.numbers[own]
    if len(own) and hierarchy.labels[0][own[-1]] is None:
        return with_missing(numbers[:-1])
    return numbers


def narrow_side(side: Sides, used: Ints, boxes: int) -> Sides:
    """The labels that boxes have, with the used values that they cover."""
    return side.of_boxes(boxes).among(narrow_hierarchy(side.hierarchy, used), used)


def as_whole_table(groups: Groups) -> Groups:
    """Groups that are compared with each other alone, and with no row beside them.

    Sensitive attributes know the values of these groups only, and count their rows.
    """
    if not groups.sensitive:
        return replace(groups, supersets=no_supersets)
    codes, attributes = [], []
    profiles, values, counts = groups.profiles, groups.values, groups.counts
    if profiles is not None:
        values, profiles, counts = profiles.narrow(values, counts)
        each = np.repeat(counts, np.diff(profiles.starts))
        rows = np.bincount(profiles.members, each, len(groups.combinations))
    else:
        rows = np.bincount(values, counts, len(groups.combinations))
    here = rows > 0
    for place, attribute in enumerate(groups.sensitive):
        column = groups.combinations[:, place]
        used = np.flatnonzero(np.bincount(column[here]))
        size = attribute.dictionary.size
        counted = np.bincount(column, weights=rows, minlength=size).astype(np.int64)
        dictionary = attribute.dictionary.narrow(used, counted)
        attributes.append(with_values(attribute, dictionary, used))
        codes.append(np.searchsorted(used, column[here]))
    number = (np.cumsum(here) - 1).astype(np.int32)
    whole = replace(
        groups,
        values=number[values] if profiles is None else values,
        combinations=np.stack(codes, axis=1).astype(np.int32),
        sensitive=tuple(attributes),
        supersets=no_supersets,
        profiles=None if profiles is None else profiles.rename(number),
        visits=None,  # they name the combinations of the whole table
    )
    counts_people = any(one.people is not None for one in groups.sensitive)
    return with_own_people(whole) if counts_people else whole


def with_own_people(groups: Groups) -> Groups:
    """Groups of people that are compared with the people of all these groups."""
    every = np.zeros(len(groups.values), dtype=np.int32)
    together = groups.regroup(every, 1, groups.values, groups.counts)
    attributes = tuple(
        replace(attribute, people=people_of_table(together, place))
        for place, attribute in enumerate(groups.sensitive)
    )
    return replace(groups, sensitive=attributes)
