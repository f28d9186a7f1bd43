# SPDX-License-Identifier: Apache-2.0
"""Counting a table for a plan: after this, nothing touches rows until the release."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet, frequency_set
from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPolicy, check_missing
from diversa.data.sensitive import Sensitive
from diversa.engines.engine import Engine, Table
from diversa.hierarchies.automatic import automatic
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.models.model import Model, SensitiveModel
from diversa.plan import Plan


@dataclass(frozen=True, eq=False)
class Counted:
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

    @property
    def dropped(self) -> int:
        """Rows removed because a sensitive value is missing (policy `drop`)."""
        return self.table.rows - self.cells.rows

    def finest(self, models: tuple[Model, ...]) -> FrequencySet:
        """The frequency set of the bottom node with what the models look at."""
        looked_at = needed(self.sensitive, models)
        return frequency_set(self.cells, self.hierarchies, looked_at)


def count_table(engine: Engine, table: Table, plan: Plan) -> Counted:
    """Collect the values, build the hierarchies and count the cells."""
    plan.check(table.columns)
    known, secret = plan.roles.quasi_identifiers, plan.roles.sensitive
    every = {
        name: engine.values(table, name, kind=plan.columns.get(name))
        for name in (*known, *secret)
    }
    for name in secret:
        every[name] = replace(every[name], sensitive=True)
        check_missing(every[name], plan.privacy.missing)
    dictionaries = tuple(every[name] for name in known)
    hierarchies = tuple(build_hierarchy(one, plan) for one in dictionaries)
    cells = engine.count(table, tuple(every.values()))
    if plan.privacy.missing is MissingPolicy.DROP:
        cells, every = without_missing(cells, secret)
    return Counted(
        table,
        cells,
        dictionaries,
        hierarchies,
        tuple(Sensitive(every[name], plan.privacy.missing) for name in secret),
    )


def build_hierarchy(dictionary: Dictionary, plan: Plan) -> Hierarchy:
    """The declared hierarchy of a quasi-identifier, or an automatic one."""
    declared = plan.hierarchies.get(dictionary.column)
    return (declared or automatic(dictionary)).build(dictionary)


def without_missing(
    cells: Cells, columns: tuple[str, ...]
) -> tuple[Cells, dict[str, Dictionary]]:
    """Remove the cells with a missing value in one of the columns."""
    kept = np.ones(len(cells.counts), dtype=bool)
    for name in columns:
        missing = cells.dictionary(name).missing_code
        if missing is not None:
            kept &= cells.column(name) != missing
    counts, codes = cells.counts[kept], cells.codes[kept]
    dictionaries = []
    for place, one in enumerate(cells.dictionaries):
        rows = np.bincount(codes[:, place], weights=counts, minlength=one.size)
        size = len(one.values) if one.column in columns else one.size
        dictionaries.append(replace(one, counts=rows[:size].astype(np.int64)))
    every = {one.column: one for one in dictionaries}
    return Cells(tuple(dictionaries), codes, counts), every


def needed(
    sensitive: tuple[Sensitive, ...], models: tuple[Model, ...]
) -> tuple[Sensitive, ...]:
    """The sensitive attributes that some model looks at."""
    looking = [model for model in models if isinstance(model, SensitiveModel)]
    if any(model.joint for model in looking):
        return sensitive
    names = {model.on for model in looking}
    return tuple(one for one in sensitive if one.name in names)
