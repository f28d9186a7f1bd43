# SPDX-License-Identifier: Apache-2.0
"""The original table behind a release, as far as an audit needs it.

Some models compare a group with the whole table, before rows were suppressed. The
published rows alone do not tell its distribution. An audit gets it from the original,
and the groups of the original around the published ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diversa.counts import kernels
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet, frequency_set, people_attributes
from diversa.counts.groups import Groups
from diversa.counts.sensitive import Sensitive
from diversa.counts.supersets import supersets_of_parts
from diversa.counts.wide_keys import keys_at
from diversa.data.dictionary import Dictionary
from diversa.data.meaning import Places, format_label
from diversa.data.missing import MissingPolicy
from diversa.engines.counting import Counting
from diversa.engines.table import Table
from diversa.errors import BesideError, HierarchyError
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.tables.expansion import expand_lines
from diversa.tables.hierarchy_choice import with_taxonomies
from diversa.tables.one_spelling import one_spelling
from diversa.tables.role_cells import RoleCells, count_roles
from diversa.tables.table_input import TableInput

if TYPE_CHECKING:
    from diversa.recodings.partition import Partition


@dataclass(frozen=True, eq=False)
class Reference:
    """The counts of the original table that an audit needs."""

    sensitive: tuple[Sensitive, ...] = field(repr=False)
    """The sensitive attributes, with the counts of the original and taxonomies."""
    around: FrequencySet | None = field(default=None, repr=False)
    """The original at the node of the release; coarser nodes hold the natural
    supersets of the published groups."""
    partition: Partition | None = field(default=None, repr=False)
    """The published parts of the original, with the cuts that made them; the parts
    before each cut are natural supersets too."""
    trees_in_part: tuple[str, ...] = ()
    """The attributes with values of which the taxonomy is not known."""

    @property
    def is_around(self) -> bool:
        """True if the groups of the original around each group are known."""
        if self.around is None:
            return self.partition is not None
        return all(hierarchy.height > 0 for hierarchy in self.around.hierarchies)

    def encode(self, cells: Cells) -> Cells:
        """Encode the sensitive values of a release by the original's dictionaries.

        These also have the values that vanished from the release.
        """
        codes, dictionaries = cells.codes.copy(), list(cells.dictionaries)
        for place, dictionary in enumerate(cells.dictionaries):
            original = self._originals.get(dictionary.column, dictionary)
            if original is not dictionary:
                codes[:, place] = codes_in(original, dictionary)[codes[:, place]]
                dictionaries[place] = original
        return Cells(tuple(dictionaries), codes, cells.counts)

    @property
    def _originals(self) -> dict[str, Dictionary]:
        return {attribute.name: attribute.dictionary for attribute in self.sensitive}

    def hierarchies_of(self, cells: Cells) -> dict[str, Hierarchy]:
        """What is above the labels of a table, as far as the original tells."""
        if self.around is None:
            return {}
        found = (
            above_labels(hierarchy, level, cells.dictionary(hierarchy.attribute))
            for hierarchy, level in zip(
                self.around.hierarchies, self.around.levels, strict=True
            )
        )
        return {one.attribute: one for one in found if one is not None}

    def with_supersets(self, published: FrequencySet) -> Groups:
        """The published groups, with the groups of the original around them."""
        if self.partition is not None:
            return with_ancestors(self.partition, published)
        if self.around is None:
            return published.groups
        walk = partial(supersets_in, self.around, published)
        return replace(published.groups, supersets=walk)


def above_labels(
    original: Hierarchy, level: int, labels: Dictionary
) -> Hierarchy | None:
    """The hierarchy above labels of a level; None if it does not know one of them."""
    codes = label_codes(original.labels[level], [*labels.values])
    starred = np.array([label == TOP for label in labels.values], dtype=bool)
    if (codes[~starred] < 0).any():
        return None
    return Hierarchy.from_labels(
        labels,
        [
            [
                TOP if code < 0 else original.labels[upper][up]
                for code, up in zip(
                    codes, original.step(level, upper)[codes], strict=True
                )
            ]
            for upper in range(level + 1, original.height + 1)
        ],
    )


def supersets_in(
    around: FrequencySet, published: FrequencySet
) -> Iterator[tuple[NDArray[np.int64], Groups]]:
    """Walk over the coarser nodes of the original, for the published groups."""
    from diversa.counts.coarser_nodes import coarser_nodes  # few models ask for it

    place = places_in(around, published)
    place[lacks_rows(around.groups, published.groups, place)] = -1
    return supersets_of_parts(partial(coarser_nodes, around), place)


def lacks_rows(
    original: Groups, published: Groups, place: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Mark published groups with rows that the original lacks: nothing is around them.

    Args:
        original: The groups of the original.
        published: The groups of the release.
        place: The group of the original with the labels of each published one, or -1.
    """
    lacks = np.zeros(len(published), dtype=bool)
    for attribute in original.sensitive:
        size = attribute.dictionary.size
        ours, theirs = (
            groups.histogram(attribute.name) for groups in (published, original)
        )
        wanted = place[ours.group] * size + ours.values
        keys = np.append(theirs.group * size + theirs.values, -1)
        found = np.searchsorted(keys[:-1], wanted)
        rows = np.where(keys[found] == wanted, np.append(theirs.counts, 0)[found], 0)
        lacks[ours.group[rows < ours.counts]] = True
    return lacks


def codes_in(original: Dictionary, published: Dictionary) -> NDArray[np.int32]:
    """The code of every published value in the original, which must have them all.

    A value with another spelling (`true`, `1.50`) is found by its meaning.
    """
    places = Places.of(original.values, original.spelling, folded=original.by_meaning)
    codes = [places.the_one(value) for value in published.values]
    if published.missing_code is not None:
        codes.append(original.missing_code)
    strange = sum(code is None for code in codes)
    if strange:
        raise BesideError(
            f"original table: must have every value of '{original.column}', got a table"
            f" that lacks {strange} of them; name the one that the release was made"
            " from"
        )
    return np.array(codes, dtype=np.int32)


def places_in(around: FrequencySet, published: FrequencySet) -> NDArray[np.int64]:
    """The group of the original with the labels of each published group, or -1."""
    codes = np.array(
        [
            label_codes(theirs.labels[level], ours.labels[0])[line]
            for theirs, level, ours, line in zip(
                around.hierarchies,
                around.levels,
                published.hierarchies,
                published.codes,
                strict=True,
            )
        ],
        dtype=np.int32,
    ).reshape(len(around.levels), len(published))
    occurring = (codes >= 0).all(axis=0)
    both = np.concatenate([around.codes, codes[:, occurring]], axis=1)
    number, _ = kernels.group_keys(*keys_at(around.maps, around.levels, both))
    place = np.full(len(published), -1, dtype=np.int64)
    place[occurring] = number[len(around) :]  # the original has the first numbers
    return np.where(place < len(around), place, -1)


def label_codes(
    labels: Sequence[object], published: Sequence[object]
) -> NDArray[np.int32]:
    """The code of each published label, or -1."""
    places = Places.of(labels)
    codes = [places.the_one(label) for label in published]
    return np.array([-1 if code is None else code for code in codes], dtype=np.int32)


def with_ancestors(partition: Partition, published: FrequencySet) -> Groups:
    """Published groups, with the parts that they were cut from."""
    from diversa.recodings.partition import ancestors

    walk = partial(
        supersets_of_parts,
        partial(ancestors, partition),
        parts_in(partition, published),
    )
    return replace(published.groups, supersets=walk)


def parts_in(partition: Partition, published: FrequencySet) -> NDArray[np.int64]:
    """The part with the box or the number of each published group, or -1."""
    from diversa.recodings.boxes import boxes_of

    names = [axis.attribute for axis in partition.finest.hierarchies]
    boxes: Sequence[Sequence[object]] = boxes_of(partition)
    if [axis.attribute for axis in published.hierarchies] != names:
        boxes = ([*range(partition.parts)],)  # groups are published by number
    lines, labels = [], []
    for own, axis, codes in zip(
        boxes, published.hierarchies, published.codes, strict=True
    ):
        distinct = {format_label(label): label for label in own}
        number = {text: place for place, text in enumerate(distinct)}
        lines.append([number[format_label(label)] for label in own])
        labels.append(label_codes(list(distinct.values()), axis.labels[0])[codes])
    part_of = {box: part for part, box in enumerate(zip(*lines, strict=True))}
    published_boxes = zip(*(line.tolist() for line in labels), strict=True)
    places = [part_of.get(box, -1) for box in published_boxes]
    return np.array(places, dtype=np.int64)


def find_reference(
    engine: Counting, reference: object, table: TableInput, counted: RoleCells
) -> Reference:
    """The original of an audited table; None stands for the table itself."""
    if isinstance(reference, Reference):
        return reference
    if reference is None:
        return own_reference(table, counted)
    return read_reference(engine, reference, table)


def read_reference(engine: Counting, source: object, table: TableInput) -> Reference:
    """Count an original table for the audit of its release.

    Natural supersets are known only if every quasi-identifier of the release has a
    hierarchy, and a level in the manifest.
    """
    names, levels = table.roles.quasi_identifiers, table.levels
    hierarchies = table.hierarchies
    located = all(name in levels and name in hierarchies for name in names)
    # Without a policy a release has no missing value: such rows were dropped.
    dropped = table.missing is MissingPolicy.RAISE
    reading, count = table.reading.shared, table.roles.count
    opened = source
    if not isinstance(opened, Table):
        opened = engine.open(source, options=reading)
    if count in opened.places:
        opened = expand_lines(engine, opened, str(count))
    spelled = one_spelling(
        engine,
        opened,
        table.roles.sensitive,
        reading=reading,
        kinds=table.kinds,
    )
    counted = count_roles(
        engine,
        spelled.table,
        replace(table.roles, quasi_identifiers=names if located else ()),
        missing=MissingPolicy.DROP if dropped else table.missing,
        kinds=table.kinds,
        reading=reading,
        missing_person=table.missing_person,
    )
    sensitive = in_people(counted, with_taxonomies(counted.sensitive, hierarchies))
    if not located:
        return Reference(sensitive)
    built = [hierarchies[name].build(counted.cells.dictionary(name)) for name in names]
    node = [levels[name] for name in names]
    around = frequency_set(
        counted.cells, built, sensitive, levels=node, kinds=counted.kinds
    )
    return Reference(sensitive, around)


def own_reference(table: TableInput, counted: RoleCells) -> Reference:
    """Take a table as its own original; hierarchies give the groups around its own."""
    names, hierarchies = table.roles.quasi_identifiers, table.hierarchies
    attributes = in_people(counted, with_taxonomies(counted.sensitive, hierarchies))
    if not any(name in hierarchies for name in names):
        return Reference(attributes)
    try:
        built = [
            hierarchies[name].build(counted.cells.dictionary(name))
            if name in hierarchies
            else Hierarchy.from_labels(counted.cells.dictionary(name), [])
            for name in names
        ]
    except HierarchyError:
        if table.population is None:
            raise
        return Reference(attributes)  # they say what the labels mean for people
    around = frequency_set(counted.cells, built, attributes, kinds=counted.kinds)
    return Reference(attributes, around)


def in_people(
    counted: RoleCells, sensitive: tuple[Sensitive, ...]
) -> tuple[Sensitive, ...]:
    """The attributes with the people of a table, where these are counted."""
    if counted.kinds is None:
        return sensitive
    return people_attributes(counted.cells, counted.kinds, sensitive)
