# SPDX-License-Identifier: Apache-2.0
"""The hierarchies of a table: of its quasi-identifiers and of its sensitive values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.engines.counting import Counting
from diversa.engines.table import Table
from diversa.hierarchies.choice import HierarchyChoice
from diversa.hierarchies.hierarchy import Hierarchy, HierarchyKind
from diversa.models.k_anonymity import rows_behind
from diversa.models.model import Model
from diversa.tables.role_cells import values_of

if TYPE_CHECKING:
    from diversa.plan.plan import Plan


def with_taxonomies(
    sensitive: Sequence[Sensitive], hierarchies: Mapping[str, HierarchyKind]
) -> tuple[Sensitive, ...]:
    """The sensitive attributes with the trees that are declared for them."""
    return tuple(
        replace(
            attribute,
            taxonomy=hierarchies[attribute.name].build(attribute.dictionary),
        )
        if attribute.name in hierarchies
        else attribute
        for attribute in sensitive
    )


def build_hierarchy(
    dictionary: Dictionary,
    hierarchies: Mapping[str, HierarchyKind],
    models: Sequence[Model] = (),
) -> Hierarchy:
    """The declared hierarchy of a quasi-identifier, or an automatic one."""
    given = hierarchies.get(dictionary.column)
    return HierarchyChoice.of(dictionary, given, rows_behind(models)).hierarchy


def choose_hierarchies(
    engine: Counting, table: Table, plan: Plan
) -> tuple[HierarchyChoice, ...]:
    """The hierarchy of each quasi-identifier, for the values of a table."""
    plan.check_columns(table.columns)
    return tuple(
        HierarchyChoice.of(
            values_of(
                engine,
                table,
                name,
                kind=plan.kinds.get(name),
                hints=plan.reading.hints,
            ),
            plan.hierarchies.get(name),
            rows_behind(plan.bound_models()),
        )
        for name in plan.roles.quasi_identifiers
    )
