# SPDX-License-Identifier: Apache-2.0
"""The recount of what is published: the audit that a draft must pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from diversa.audits.audit import audit_input, audit_table
from diversa.audits.audit_result import Audit
from diversa.audits.decision_labels import label_meaning
from diversa.audits.original_groups import label_codes
from diversa.audits.reference import Reference
from diversa.audits.row_places import every_label
from diversa.audits.two_tables import audit_buckets
from diversa.counts.cells import Cells
from diversa.counts.population_cells import generalize
from diversa.data.label_meaning import LabelMeaning
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.engines.engine import Engine, EngineChoice
from diversa.engines.table import Table
from diversa.errors import InternalError
from diversa.methods.decision import Decision
from diversa.models.model import Model
from diversa.plan.plan import Plan
from diversa.recodings.recoding import PublishedTables
from diversa.record.reading import release_reading
from diversa.tables.count_table import CountTable
from diversa.tables.population_table import OwnPeople
from diversa.tables.role_cells import RoleCells
from diversa.tables.table_input import OpenedTable, TableInput


@dataclass(frozen=True, eq=False)
class Recount:
    """How published tables are counted anew, by the decision that made them."""

    engine: Engine
    """The engine that has the rows."""
    counted: CountTable
    """The table as it was."""
    plan: Plan
    """The plan."""
    decision: Decision
    """The decision."""
    auditor: EngineChoice = None
    """The engine of the audit; None for a new one."""
    people_table: Table | None = None
    """The published rows with the person behind each, where people are counted."""

    @property
    def reading(self) -> ReadOptions:
        """The options that read the published files."""
        return release_reading(
            spreadsheet_safe=self.plan.writing.spreadsheet_safe,
            equality=self.plan.reading.equality,
        )

    def audit(self, published: PublishedTables[Any]) -> Audit:
        """Count what was published anew, and the people behind it."""
        if self.people_table is None:
            return self.audit_rows(published, self.plan.bound_models())
        return self.audit_people(self.people_table, published)

    def audit_rows(
        self, published: PublishedTables[Any], models: Sequence[Model] = ()
    ) -> Audit:
        """Count the published rows anew; a release tells empty text from missing."""
        table = self.input_of(published)
        columns = self.decision.recoding.sensitive_table
        if columns is not None:
            return audit_buckets(
                published,
                columns,
                table,
                models=models,
                reference=self.reference,
            )
        table = replace(table, label_meaning=self.label_meaning)
        return audit_input(table, models=models, reference=self.reference)

    def input_of(self, published: PublishedTables[Any]) -> TableInput:
        """The published rows, as they are read for an audit."""
        plan = self.plan
        return self.with_counts(
            TableInput.of(
                published.rows,
                quasi_identifiers=self.group_names,
                sensitive=plan.roles.sensitive,
                missing=plan.privacy.missing,
                reading=self.reading,
                population=self.population,
                engine=self.auditor,
            )
        )

    def with_counts(self, table: TableInput) -> TableInput:
        """The published table, with the column of counts that it may have."""
        roles = replace(table.roles, count=self.plan.roles.count)
        return replace(table, roles=roles)

    @property
    def label_meaning(self) -> LabelMeaning | None:
        """The meaning of published labels; None where groups have numbers."""
        return label_meaning(self.decision.recoding, self.plan.bound_models())

    def audit_people(self, people: Table, published: PublishedTables[Any]) -> Audit:
        """Count the people behind the published rows.

        The file does not say whose a row is; only the engine knows. So the rows that it
        counts must be those of the file.
        """
        plan = self.plan
        roles = Roles(
            quasi_identifiers=self.group_names,
            sensitive=plan.roles.sensitive,
            person=plan.roles.person,
        )
        table = TableInput(
            None,
            roles,
            plan.privacy.missing,
            missing_person=plan.people.missing_person,
            whole_visits=plan.people.known == "whole-visits",
            label_meaning=self.label_meaning,
        )
        opened = OpenedTable(self.engine, people, table)
        counted = opened.count()
        if not are_same_rows(counted.cells, self.input_of(published).count()):
            raise InternalError(
                "audit: the published rows are not those whose people were counted"
            )
        audit = audit_table(
            opened,
            models=plan.bound_models(),
            reference=self.reference,
            counted=counted,
        )
        return replace(audit, person=None)  # it is withheld

    @property
    def group_names(self) -> tuple[str, ...]:
        """The published columns that make the groups."""
        group = self.decision.recoding.group_column
        return self.plan.roles.quasi_identifiers if group is None else (group,)

    @property
    def population(self) -> Cells | OwnPeople | None:
        """The population of the plan, generalized as the table is.

        Boxes are matched with the people as they are.
        """
        node, people = self.decision.node, self.counted.people
        if people is None:
            return None
        if node is None:
            return OwnPeople(people)
        return generalize(people, self.counted.hierarchies, node.levels)

    @property
    def reference(self) -> Reference:
        """The table before anything was suppressed, for models that compare with it."""
        decision = self.decision
        partition = decision.recoding.partition_with_trail
        return Reference(self.counted.sensitive, decision.node, partition)


def are_same_rows(ours: Cells, published: RoleCells) -> bool:
    """True if published rows are those of an engine, each as often as there.

    A file may spell a value otherwise: `1.50` is 1.5.
    """
    theirs = published.cells
    lines = [
        label_codes(every_label(own), every_label(other))[theirs.codes[:, place]]
        for place, (own, other) in enumerate(
            zip(ours.dictionaries, theirs.dictionaries, strict=True)
        )
    ]
    codes = np.stack(lines, axis=1)
    order, place = np.lexsort(ours.codes.T), np.lexsort(codes.T)
    return np.array_equal(ours.codes[order], codes[place]) and np.array_equal(
        ours.counts[order], theirs.counts[place]
    )
