# SPDX-License-Identifier: Apache-2.0
"""Counting a table for a plan: after this, nothing touches rows until the release."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet, frequency_set
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.engines.engine import Engine, Table
from diversa.engines.role_cells import count_roles
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
    """Collect the values, count the cells and build the hierarchies."""
    plan.check(table.columns)
    counted = count_roles(
        engine,
        table,
        plan.roles,
        missing=plan.privacy.missing,
        kinds=plan.columns,
    )
    attributes = tuple(with_taxonomy(one, plan) for one in counted.sensitive)
    for model in plan.bound_models():
        model.check(attributes)
    names = plan.roles.quasi_identifiers
    dictionaries = tuple(counted.cells.dictionary(name) for name in names)
    return Counted(
        table,
        counted.cells,
        dictionaries,
        tuple(build_hierarchy(one, plan) for one in dictionaries),
        attributes,
    )


def with_taxonomy(attribute: Sensitive, plan: Plan) -> Sensitive:
    """A sensitive attribute with the tree that the plan declares for it."""
    declared = plan.hierarchies.get(attribute.name)
    if declared is None:
        return attribute
    return replace(attribute, taxonomy=declared.build(attribute.dictionary))


def build_hierarchy(dictionary: Dictionary, plan: Plan) -> Hierarchy:
    """The declared hierarchy of a quasi-identifier, or an automatic one."""
    declared = plan.hierarchies.get(dictionary.column)
    return (declared or automatic(dictionary)).build(dictionary)


def needed(
    sensitive: tuple[Sensitive, ...], models: tuple[Model, ...]
) -> tuple[Sensitive, ...]:
    """The sensitive attributes that some model looks at."""
    looking = [model for model in models if isinstance(model, SensitiveModel)]
    if any(model.joint for model in looking):
        return sensitive
    names = {model.on for model in looking}
    return tuple(one for one in sensitive if one.name in names)
