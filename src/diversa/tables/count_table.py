# SPDX-License-Identifier: Apache-2.0
"""A counted table: after this, nothing touches rows until the release."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import is_

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Floats
from diversa.counts.cell_tuples import cell_tuples
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import (
    FrequencySet,
    frequency_set,
    people_attributes,
)
from diversa.counts.kinds import Kinds
from diversa.counts.sensitive import Sensitive
from diversa.counts.shared_dictionaries import share_dictionaries
from diversa.data.dictionary import Dictionary
from diversa.data.variants import Variants
from diversa.engines.counting import Counting
from diversa.engines.table import Table
from diversa.errors import PlanError, SourceError
from diversa.hierarchies.choice import HierarchyChoice
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.models.k_anonymity import rows_behind
from diversa.models.model import Model
from diversa.models.needs import Need, check_unnamed
from diversa.models.sensitive_model import SensitiveModel, population_attributes
from diversa.tables.floor import Floor, FloorSearch
from diversa.tables.hierarchy_choice import with_taxonomies
from diversa.tables.population_table import OwnPeople, RawPeople, count_people
from diversa.tables.table_input import OpenedTable, TableInput


@dataclass(frozen=True, eq=False)
class CountTable:
    """A table after counting: all that a search needs, and no row."""

    table: Table
    """The handle on the rows."""
    cells: Cells = field(repr=False)
    """Distinct tuples over quasi-identifiers and sensitive attributes."""
    dictionaries: tuple[Dictionary, ...] = field(repr=False)
    """The values of each quasi-identifier."""
    hierarchies: tuple[Hierarchy, ...] = field(repr=False)
    """One per quasi-identifier."""
    sensitive: tuple[Sensitive, ...] = field(repr=False)
    """The sensitive attributes."""
    own_codes: tuple[NDArray[np.int32], ...] = field(repr=False)
    """The code of each value of a dictionary in its hierarchy, which may know the
    values of the population too."""
    people: Cells | None = field(default=None, repr=False)
    """The population, where there is one, with the codes of the hierarchies."""
    kinds: Kinds | None = field(default=None, repr=False)
    """The people of the table, by their cells; None where every row is a person."""
    variants: tuple[Variants, ...] = ()
    """Sensitive values that were written in several ways, by column."""
    floor: Mapping[str, int] = field(default_factory=dict)
    """The levels below which values are not distinct, where there are any."""
    memory: int | None = None
    """Bytes that the work may take; None where there is no limit."""
    choices: tuple[HierarchyChoice, ...] = field(default=(), repr=False)
    """For each quasi-identifier, its hierarchy and who chose it."""
    least: int = 1
    """The least number of rows at an end of the numbers that shape an automatic
    hierarchy."""
    rows_beyond: int = 0
    """Rows of the source that were left out: their people have enough others."""
    noise_key: bytes | None = field(default=None, repr=False)
    """The owner's key of secret noise for this table and plan, if a ledger gives one;
    otherwise the noise is drawn."""
    weights: Floats | None = field(default=None, repr=False)
    """The sum of the sampling weights of the rows of each cell, where there are any."""

    @property
    def rows_dropped(self) -> int:
        """Rows removed because a sensitive value is missing (policy `drop`)."""
        return self.table.rows - self.cells.rows

    @property
    def divides_people(self) -> bool:
        """True if the quasi-identifiers of a person differ between rows."""
        if self.kinds is None:
            return False
        names = [hierarchy.attribute for hierarchy in self.hierarchies]
        number = cell_tuples(self.cells, names).number[self.kinds.cells]
        low, high = (
            extreme.reduceat(number, self.kinds.starts[:-1])
            for extreme in (np.minimum, np.maximum)
        )
        return not np.array_equal(low, high)

    def finest(self, models: tuple[Model, ...]) -> FrequencySet:
        """The frequency set of the bottom node, with the attributes of the models."""
        looked_at = sensitive_for(self.sensitive, models)
        finest = frequency_set(
            self.cells,
            self.hierarchies,
            looked_at,
            people=self.people,
            kinds=self.kinds,
        )
        check_unnamed(models, finest.groups)
        for model in models:
            model.check_counts(finest.groups)
        return finest

    def reshape(self, rows: Mapping[str, NDArray[np.int64]]) -> CountTable:
        """The same table with automatic hierarchies as some of its rows shape them.

        `rows` has the number of these rows with each value of each quasi-identifier.
        """
        choices = tuple(
            choice.by_rows(rows[choice.column], self.least)
            if choice.is_automatic and choice.column not in self.floor
            else choice
            for choice in self.choices
        )
        return self.with_choices(choices)

    def with_choices(self, choices: tuple[HierarchyChoice, ...]) -> CountTable:
        """The table with these hierarchies; it is the same one where none differs."""
        if all(map(is_, choices, self.choices)):
            return self
        hierarchies = tuple(
            hierarchy if new is old else new.hierarchy
            for hierarchy, new, old in zip(
                self.hierarchies, choices, self.choices, strict=True
            )
        )
        return replace(self, choices=choices, hierarchies=hierarchies)

    @property
    def own_hierarchies(self) -> tuple[Hierarchy, ...]:
        """The hierarchies for the values of the table alone, with the same labels."""
        return tuple(
            replace(hierarchy, maps=tuple(level[codes] for level in hierarchy.maps))
            for hierarchy, codes in zip(self.hierarchies, self.own_codes, strict=True)
        )


def count_table(
    opened: OpenedTable, models: Sequence[Model] = (), *, least_rows: int = 2
) -> CountTable:
    """Collect the values, count the cells and build the hierarchies.

    The models are bound to their sensitive attributes; these are counted. A table of
    fewer than `least_rows` is refused.
    """
    table_input = opened.table_input
    check_rows(opened.table, least_rows)
    opened.check_roles()
    least = rows_behind(models)
    counted = opened.count(find_floor=floor_search(opened, least))
    check_left(counted.cells, least_rows)
    attributes = with_taxonomies(counted.sensitive, table_input.hierarchies)
    kinds = counted.kinds
    if kinds is not None and kinds.total == counted.cells.rows:
        kinds = None  # every row is a person
    if kinds is not None:
        attributes = people_attributes(counted.cells, kinds, attributes)
    needs: tuple[Need, ...] = ()
    if table_input.population is not None:
        needs = ("population",)
    for model in models:
        model.check(attributes, given=needs)
    names = table_input.roles.quasi_identifiers
    people = count_population(opened.engine, table_input, models)
    shared = share_dictionaries(counted.cells, people, names)
    given = {**table_input.hierarchies, **counted.floor.kinds}
    choices = tuple(
        HierarchyChoice.of(shared.cells.dictionary(name), given.get(name), least)
        for name in names
    )
    if kinds is not None:
        choices = tuple(by_people(one, shared.cells, kinds, least) for one in choices)
    return CountTable(
        opened.table,
        shared.cells,
        tuple(counted.cells.dictionary(name) for name in names),
        tuple(
            counted.floor.hierarchies.get(choice.column) or choice.hierarchy
            for choice in choices
        ),
        attributes,
        shared.own,
        shared.people,
        kinds,
        opened.variants,
        counted.floor.levels,
        opened.engine.budget(),
        choices,
        least,
        weights=counted.weights,
    )


def by_people(
    choice: HierarchyChoice, cells: Cells, kinds: Kinds, least: int
) -> HierarchyChoice:
    """The choice by people: an end that few people have must not shape a hierarchy."""
    if not choice.is_automatic:
        return choice
    size = choice.dictionary.size
    return choice.by_rows(kinds.having(cells.column(choice.column), size), least)


def floor_search(
    opened: OpenedTable, least: int
) -> Callable[[Sequence[Dictionary]], Floor] | None:
    """The search for the floor of a table; None where every value stays distinct."""
    table_input = opened.table_input
    if not any(table_input.floor.values()) and not table_input.fitted:
        return None
    if table_input.population is not None:
        if not table_input.floor:
            return None  # its people are counted by every value
        raise PlanError(
            "search.floor: must come without a population, whose people are counted by"
            " every value; leave one of them out"
        )
    return FloorSearch(
        opened.engine,
        opened.table,
        table_input.roles.quasi_identifiers,
        table_input.hierarchies,
        table_input.floor,
        table_input.fitted,
        least,
    ).find


def count_population(
    engine: Counting, table_input: TableInput, models: Sequence[Model]
) -> Cells | None:
    """Open and count the population of a table, if there is one."""
    source = table_input.population
    if source is None or isinstance(source, Cells):
        return source
    if isinstance(source, OwnPeople):
        return source.cells
    if isinstance(source, RawPeople):
        source = source.people  # it is generalized with the table, not before
    options = table_input.reading.shared
    return count_people(
        engine,
        engine.open(source.source, options=options),
        replace(table_input.roles, sensitive=tuple(population_attributes(models))),
        count=source.count,
        missing=table_input.missing,
        kinds=table_input.kinds,
        reading=options,
    )


def check_rows(table: Table, least_rows: int = 2) -> None:
    """Refuse a table in which nobody can be hidden among others."""
    if table.rows < least_rows:
        raise SourceError(
            f"table: must have at least two rows, got {table.rows}; one row cannot be"
            " hidden among others"
        )


def check_left(cells: Cells, least_rows: int = 2) -> None:
    """Refuse a table of which nearly all rows are dropped before anything is hidden."""
    if cells.rows < least_rows:
        raise SourceError(
            "table: must have at least two rows with a known sensitive value, got"
            f" {cells.rows}; rows without one are dropped (missing = drop)"
        )


def sensitive_for(
    sensitive: tuple[Sensitive, ...], models: tuple[Model, ...]
) -> tuple[Sensitive, ...]:
    """The sensitive attributes that some model looks at.

    Rows of a person that are published alike have the same values of all of them.
    """
    looking = [model for model in models if isinstance(model, SensitiveModel)]
    if any(model.joint for model in looking):
        return sensitive
    if any(model.counts_distinct_rows for model in models):
        return sensitive
    names = {model.on for model in looking}
    return tuple(attribute for attribute in sensitive if attribute.name in names)
