# SPDX-License-Identifier: Apache-2.0
"""A table before it is opened: its source, its columns and all that is known beside it.

Every front function makes one `TableInput` of its keywords and hands it on. A release
folder of ours says most of it by itself (`record.reading`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, Unpack

from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary, Kind
from diversa.data.label_meaning import ASSUMED, LabelMeaning
from diversa.data.missing import MissingPersonPolicy, MissingPolicy
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles, column_names
from diversa.data.variants import Variants
from diversa.engines.counting import Counting
from diversa.engines.engine import EngineChoice
from diversa.engines.registry import open_counting
from diversa.engines.table import Table
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.tables.expansion import expand_lines
from diversa.tables.floor import Floor
from diversa.tables.input_parts import (
    PeopleInput,
    RoleNames,
    SensitiveTable,
    choose,
    hierarchy_of,
    population_from,
)
from diversa.tables.one_spelling import one_spelling
from diversa.tables.role_cells import RoleCells, count_roles

if TYPE_CHECKING:
    from diversa.models.model import Model
    from diversa.plan.plan import Plan

LOG = logging.getLogger(__name__)
"""Logs the size of a table, never its content."""


@dataclass(frozen=True, eq=False)
class TableInput:
    """All that is needed to open a table and to count it.

    Example:
        >>> table = TableInput.of("people.csv", quasi_identifiers="zip", missing="own")
        >>> table.roles.quasi_identifiers, table.missing
        (('zip',), <MissingPolicy.OWN: 'own'>)
    """

    source: object
    """A path or a frame; the folder of a release, see `record.reading`; or a table that
    the engine has open."""
    roles: Roles = field(default_factory=Roles)
    """The roles of the columns."""
    missing: MissingPolicy = MissingPolicy.RAISE
    """The meaning of a missing sensitive value."""
    reading: ReadOptions = field(default_factory=ReadOptions)
    """The read options of a text file."""
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    """Columns of a text file that hold a number or a date."""
    hierarchies: Mapping[str, HierarchyKind] = field(default_factory=dict)
    """The hierarchies; for a sensitive attribute the tree of its values."""
    population: PeopleInput | None = None
    """The people whom the rows may be."""
    engine: EngineChoice = None
    """The engine that reads the table, or its name; None chooses one."""
    models: tuple[Model, ...] = ()
    """The models of its manifest, for a release of Diversa."""
    levels: Mapping[str, int] = field(default_factory=dict)
    """The level of each quasi-identifier, for a release that has levels."""
    group: str | None = None
    """The column with the number of the group, for a release that publishes it."""
    sensitive_table: SensitiveTable | None = None
    """The table of sensitive values, for a release in two tables."""
    averages: bool = False
    """True if numbers are means or medians, which do not show the values behind
    them."""
    label_meaning: LabelMeaning | None = ASSUMED
    """What labels say of rows; None if the quasi-identifiers are none."""
    floor: Mapping[str, int] = field(default_factory=dict)
    """The level from which on values of quasi-identifiers are distinct."""
    missing_person: MissingPersonPolicy = MissingPersonPolicy.RAISE
    """The meaning of a row that does not say whose it is."""
    whole_visits: bool = False
    """True if others know all of a row or nothing, where a person has several."""
    fitted: bool = False
    """True if the floor may rise until the cells fit in the memory of the engine."""

    @classmethod
    def of(
        cls,
        source: object,
        *,
        missing: MissingPolicy | str = MissingPolicy.RAISE,
        reading: ReadOptions | None = None,
        kinds: Mapping[str, Kind | str] | None = None,
        hierarchies: Mapping[str, object] | None = None,
        population: object = None,
        engine: EngineChoice = None,
        **roles: Unpack[RoleNames],
    ) -> TableInput:
        """Take the keywords of a front function in the forms that users give them."""
        unknown = roles.keys() - RoleNames.__annotations__
        if unknown:
            raise TypeError(f"of() has no keyword {', '.join(sorted(unknown))}")
        return cls(
            source,
            Roles(
                column_names(roles.get("identifiers", ())),
                column_names(roles.get("quasi_identifiers", ())),
                column_names(roles.get("sensitive", ())),
            ),
            choose("missing", missing, MissingPolicy),
            reading or ReadOptions(),
            {
                str(column): choose(f"kinds.{column}", kind, Kind)
                for column, kind in (kinds or {}).items()
            },
            {
                str(column): hierarchy_of(hierarchy)
                for column, hierarchy in (hierarchies or {}).items()
            },
            population_from(population),
            engine,
        )

    @classmethod
    def of_plan(
        cls, source: object, plan: Plan, *, engine: EngineChoice = None
    ) -> TableInput:
        """Open a table by a plan."""
        return cls(
            source,
            plan.roles,
            plan.privacy.missing,
            plan.reading,
            plan.kinds,
            plan.hierarchies,
            plan.privacy.population,
            engine,
            floor=dict(plan.search.floor),
            missing_person=plan.people.missing_person,
            whole_visits=plan.people.known == "whole-visits",
        )

    @property
    def group_columns(self) -> tuple[str, ...]:
        """The columns that distinguish groups: quasi-identifiers and a group number."""
        names, group = self.roles.quasi_identifiers, self.group
        return names if group is None else (*names, group)

    @property
    def sensitive_trees(self) -> dict[str, HierarchyKind]:
        """The hierarchies of sensitive attributes."""
        return {
            column: hierarchy
            for column, hierarchy in self.hierarchies.items()
            if column in self.roles.sensitive
        }

    @property
    def reads_population(self) -> bool:
        """True if a population has to be read first."""
        return not isinstance(self.population, Cells | None)

    @contextmanager
    def open(
        self,
        columns: Sequence[str] | None = None,
        *,
        alone: bool = True,
        every: bool = False,
    ) -> Iterator[OpenedTable]:
        """Open the table, and close it at the end.

        Without columns, those with a role are counted. A small frame that is read alone
        is counted without an engine. With `every`, all other columns are read, too.
        """
        counted = self.roles.columns_to_count if columns is None else columns
        counted = (*counted, *self.roles.columns_of("weight"))
        alone = alone and not (
            self.reads_population
            or self.reading.missing_texts("frame")
            or self.roles.count is not None
        )
        with open_counting(self.engine, self.source, counted, alone=alone) as engine:
            own = (*self.group_columns, *self.roles.every)
            yield self.open_in(engine, columns=None if every else (*counted, *own))

    def open_in(
        self,
        engine: Counting,
        *,
        ordered: bool = False,
        columns: Sequence[str] | None = None,
    ) -> OpenedTable:
        """Open the table in an engine that is running.

        A frame always keeps its row numbers, a file only if it is `ordered`.
        """
        table = self.source
        if not isinstance(table, Table):
            table = engine.open(
                table, options=self.reading, ordered=ordered, columns=columns
            )
        LOG.info(
            "opened: %d rows and %d columns (%s)",
            table.rows,
            len(table.columns),
            table.source,
        )
        lines = table
        if self.roles.count in table.places:
            table = expand_lines(engine, table, str(self.roles.count))
        names = self.roles.columns_to_count
        if self.roles.sensitive and set(names) <= table.places.keys():
            engine.gather(table, names)  # in one pass with the others
        spelled = one_spelling(
            engine,
            table,
            self.roles.sensitive,
            reading=self.reading,
            kinds=self.kinds,
        )
        source = lines if lines is not table else None
        return OpenedTable(engine, spelled.table, self, spelled.variants, source)

    def count(self) -> RoleCells:
        """Open the table, check its columns and count those with a role."""
        with self.open() as opened:
            opened.check_roles()
            return opened.count()


@dataclass(frozen=True, eq=False)
class OpenedTable:
    """A table in the engine that has it open."""

    engine: Counting
    """The engine."""
    table: Table
    """The handle on the rows."""
    table_input: TableInput
    """The table before it was opened."""
    variants: tuple[Variants, ...] = ()
    """Sensitive values that were written in several ways, by column."""
    source: Table | None = None
    """The table as it was opened, where its lines stand for several people each."""

    @property
    def lines(self) -> Table:
        """The rows of the source, of which each may stand for several people."""
        return self.source or self.table

    def check_roles(self) -> None:
        """Refuse roles that do not fit the columns of the table."""
        self.table_input.roles.check(self.table.columns)

    def without_absent(
        self, *names: Literal["person", "weight", "count"]
    ) -> OpenedTable:
        """The table without the roles of columns that it lacks."""
        roles, columns = self.table_input.roles, {*self.table.columns}
        absent = [name for name in names if {*roles.columns_of(name)} - columns]
        if not absent:
            return self
        rows = replace(self.table_input, roles=roles.without(absent))
        return replace(self, table_input=rows)

    def count(
        self,
        roles: Roles | None = None,
        *,
        find_floor: Callable[[Sequence[Dictionary]], Floor] | None = None,
    ) -> RoleCells:
        """Count the columns with a role."""
        return count_roles(
            self.engine,
            self.table,
            self.table_input.roles if roles is None else roles,
            missing=self.table_input.missing,
            kinds=self.table_input.kinds,
            reading=self.table_input.reading,
            missing_person=self.table_input.missing_person,
            find_floor=find_floor,
        )
