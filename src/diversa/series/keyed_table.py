# SPDX-License-Identifier: Apache-2.0
"""The current table with its keys: one line for every person."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from diversa.audits.series_audit import check_once
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet, single_cell_groups
from diversa.counts.level_maps import LevelMaps
from diversa.counts.sensitive import Sensitive
from diversa.data.column_names import nearest_column
from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPolicy, check_missing
from diversa.engines.engine import Engine
from diversa.engines.table import Table
from diversa.errors import RoleError, SourceError
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.plan.plan import Plan
from diversa.tables.hierarchy_choice import build_hierarchy
from diversa.tables.role_cells import secret, values_of, without_missing


@dataclass(frozen=True, eq=False)
class KeyedTable:
    """The people of a table."""

    table: Table
    """The handle on the rows."""
    cells: Cells = field(repr=False)
    """Quasi-identifiers, the sensitive attribute and the key: a line per person."""
    hierarchies: tuple[Hierarchy, ...] = field(repr=False)
    """One per quasi-identifier."""
    missing: MissingPolicy
    """The meaning of a missing sensitive value."""

    @property
    def keys(self) -> Dictionary:
        """The keys."""
        return self.cells.dictionaries[-1]

    @property
    def secret(self) -> Dictionary:
        """The sensitive values."""
        return self.cells.dictionaries[-2]

    @property
    def dropped(self) -> int:
        """Rows removed because the sensitive value is missing (policy `drop`)."""
        return self.table.rows - self.cells.rows

    @property
    def people(self) -> NDArray[np.str_]:
        """The key of each person."""
        return np.array(self.keys.texts, dtype=np.str_)[self.cells.codes[:, -1]]

    @property
    def values(self) -> tuple[str | None, ...]:
        """The sensitive values by their codes; None is the missing one."""
        lost = () if self.secret.missing_code is None else (None,)
        return (*self.secret.texts, *lost)

    def some(self, chosen: NDArray[np.bool_]) -> KeyedTable:
        """The table with some of the people only."""
        cells = self.cells
        some = Cells(cells.dictionaries, cells.codes[chosen], cells.counts[chosen])
        return replace(self, cells=some)

    @property
    def finest(self) -> FrequencySet:
        """Every person as a tuple of their own, at the bottom node."""
        secret = Sensitive(self.secret, self.missing)
        return single_cell_groups(self.cells, LevelMaps(self.hierarchies), [secret])


def count_people(engine: Engine, table: Table, plan: Plan, key: str) -> KeyedTable:
    """Count a table with its keys; refuse keys that do not tell people apart."""
    plan.check(table.columns)
    check_key(table, plan, key)
    names = (*plan.roles.columns_to_count, key)
    kinds, hints = plan.kinds, plan.reading.hints
    every = [
        values_of(engine, table, name, kind=kinds.get(name), hints=hints)
        for name in names
    ]
    hidden = [secret(every[-2], plan.reading), replace(every[-1], sensitive=True)]
    missing = plan.privacy.missing
    check_missing(hidden[0], missing)
    check_known(hidden[1])
    cells = engine.count(table, [*every[:-2], *hidden])
    if missing is MissingPolicy.DROP:
        cells = without_missing(cells, plan.roles.sensitive)
    check_once(cells.codes[:, -1], cells.counts, key)
    order = np.argsort(cells.codes[:, -1])  # the same for every engine and row order
    cells = Cells(cells.dictionaries, cells.codes[order], cells.counts[order])
    hierarchies = [
        build_hierarchy(cells.dictionary(name), plan.hierarchies, plan.bound_models())
        for name in plan.roles.quasi_identifiers
    ]
    return KeyedTable(table, cells, tuple(hierarchies), missing)


def check_key(table: Table, plan: Plan, key: str) -> None:
    """Refuse a key that is no column, or one that is published."""
    if table.rows == 0:
        raise SourceError("table: must have rows, got none")
    if key not in table.columns:
        raise RoleError(
            f"key: must be a column of the table, got '{key}';"
            f" {nearest_column(key, table.columns)}"
        )
    if key in plan.roles.columns_to_count:
        raise RoleError(
            f"key: must not be published, got '{key}', which is a quasi-identifier or"
            " sensitive; name the column that tells people apart"
        )


def check_known(keys: Dictionary) -> None:
    """Refuse rows without a key."""
    if keys.missing_code is not None:
        raise RoleError(
            f"key: '{keys.column}' must name a person in every row, got"
            f" {keys.counts[-1]} rows without one"
        )
