# SPDX-License-Identifier: Apache-2.0
"""An open table as it is, before anything is published: its groups, audit and risk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from diversa.audits.audit import KnownFacts, audit_cells
from diversa.audits.audit_result import Audit
from diversa.audits.population import group_as_published
from diversa.audits.population_match import PopulationMatch
from diversa.audits.reference import Reference
from diversa.counts.frequency_set import frequency_set
from diversa.counts.groups import Groups
from diversa.models.model import Model
from diversa.plan.plan import Plan
from diversa.risks.distinction import quasi_identifier_sets
from diversa.risks.risk import risks
from diversa.risks.table_risk import TableRisk
from diversa.tables.count_table import CountTable
from diversa.tables.role_cells import RoleCells


def group_present(counted: CountTable, plan: Plan) -> Groups:
    """The groups of rows with the same quasi-identifiers."""
    return group_as_published(
        counted.cells, plan.roles.quasi_identifiers, counted.sensitive, counted.people
    ).groups


def audit_present(
    counted: CountTable, plan: Plan, models: Sequence[Model], *, groups: int
) -> Audit:
    """Audit a table by models that are bound to its sensitive attributes."""
    people = counted.people
    audit = audit_cells(
        RoleCells(counted.cells, counted.sensitive),
        quasi_identifiers=plan.roles.quasi_identifiers,
        models=models,
        groups=groups,
        facts=KnownFacts(
            None if people is None else PopulationMatch(people),
            around(counted) if any(m.looks_around for m in models) else None,
            dropped=counted.rows_dropped,
        ),
    )
    return replace(audit, equality=plan.reading.equality, variants=counted.variants)


def risk_present(
    counted: CountTable,
    plan: Plan,
    *,
    sampling_fraction: float | None,
    threshold: float,
    nearly: float,
    most: int,
) -> TableRisk:
    """Measure the risk of being found in a table, and the columns behind it."""
    groups = group_present(counted, plan)
    found = risks(
        groups.sizes,
        population=groups.population,
        sampling_fraction=sampling_fraction,
        threshold=threshold,
    )
    names = plan.roles.quasi_identifiers
    sets = quasi_identifier_sets(counted.cells, names, nearly=nearly, most=most)
    return TableRisk(found, sets)


def around(counted: CountTable) -> Reference:
    """The table as its own original, with the groups around each of its groups."""
    cells, sensitive = counted.cells, counted.sensitive
    return Reference(sensitive, frequency_set(cells, counted.hierarchies, sensitive))
