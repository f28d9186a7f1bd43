# SPDX-License-Identifier: Apache-2.0
"""The original table behind a release, as far as an audit needs it.

Some models compare a group with the whole table, before rows were suppressed. The
published rows alone do not tell its distribution. An audit gets it from the original,
and the groups of the original around the published ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diversa.audits.original_groups import above_labels, supersets_in, with_ancestors
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet, frequency_set, people_attributes
from diversa.counts.groups import Groups
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.data.meaning import Places
from diversa.data.missing import MissingPolicy
from diversa.engines.counting import Counting
from diversa.engines.table import Table
from diversa.errors import BesideError, HierarchyError
from diversa.hierarchies.hierarchy import Hierarchy
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
        """The hierarchies above the labels of a table, as far as the original tells."""
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
