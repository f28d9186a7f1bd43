# SPDX-License-Identifier: Apache-2.0
"""An open table as it is, before anything is published: its counts, audit and risk."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Unpack

from diversa.attacks.assumptions import Assumptions
from diversa.attacks.attack_result import Attacks
from diversa.attacks.battery import attacks_on
from diversa.attacks.corruption import corruptions
from diversa.audits.audit_result import Audit
from diversa.audits.cell_audit import KnownFacts, audit_cells
from diversa.audits.population import group_as_published
from diversa.audits.population_match import PopulationMatch
from diversa.audits.reference import Reference
from diversa.counts.frequency_set import frequency_set
from diversa.counts.groups import Groups
from diversa.engines.engine import Engine
from diversa.errors import InputError, PlanError
from diversa.files.closing import Closing
from diversa.models import models_from
from diversa.models.model import Model
from diversa.models.sensitive_model import population_attributes
from diversa.open_tables.frontier import ASKED
from diversa.plan.keywords import PlanKeywords, revise
from diversa.plan.plan import Plan
from diversa.progress import Phases
from diversa.risks.distinction import NEARLY, quasi_identifier_sets
from diversa.risks.risk import THRESHOLD
from diversa.risks.table_risk import TableRisk, risk_of_groups
from diversa.tables.count_table import CountTable, count_table
from diversa.tables.role_cells import RoleCells
from diversa.tables.sampling_weights import group_weights
from diversa.tables.table_input import OpenedTable


class PresentTable(Closing):
    """A table that was opened and counted, and questions about it as it is."""

    def __init__(
        self,
        plan: Plan,
        engine: Engine,
        opened: OpenedTable,
        counted: CountTable,
        phases: Phases,
        resources: ExitStack,
    ) -> None:
        self._plan = plan
        self._engine = engine
        self._opened = opened
        self._counted = {population_attributes(plan.bound_models()): counted}
        self._phases = phases
        self._resources = resources
        self._mark = object()
        self._rows, self._tuples = opened.table.rows, len(counted.cells.counts)

    @property
    def plan(self) -> Plan:
        """The plan with which the table was opened."""
        return self._plan

    @property
    def rows(self) -> int:
        """Rows of the table."""
        return self._rows

    @property
    def counted(self) -> CountTable:
        """The counts of the table: distinct tuples, dictionaries and hierarchies.

        Raises:
            InputError: The table is closed.
        """
        return self._count_for()

    @property
    def is_open(self) -> bool:
        """True until the table is closed."""
        return bool(self._counted)

    def close(self) -> None:
        """Free what was counted, and the engine if it was started for this table."""
        self._counted.clear()
        self._resources.close()

    def __repr__(self) -> str:
        roles = self._plan.roles
        state = "" if self.is_open else "closed, "
        facts = f"{state}rows {self._rows:,}, distinct {self._tuples:,}"
        known = ", ".join(roles.quasi_identifiers)
        secret = ", ".join(roles.sensitive) or "none"
        return f"<OpenTable: {facts}; quasi-identifiers {known}; sensitive {secret}>"

    def plan_for(self, **words: Unpack[PlanKeywords]) -> Plan:
        """The plan of a question: what the table was opened with, and these words.

        Args:
            words: The models and settings, as for `search`.

        Raises:
            PlanError: The words do not fit the table, or were to be said before.
        """
        faults = [
            f"{word}: must be said when the table is opened, got it later; a table that"
            " is open was counted with it"
            for word in words
            if word in PlanKeywords.__annotations__ and word not in ASKED
        ]
        if faults:
            raise PlanError(faults)
        plan = revise(self._plan, **words) if words else self._plan
        plan.check(self._opened.table.columns)
        return plan

    @property
    def present_groups(self) -> Groups:
        """The groups of rows with the same quasi-identifiers, or of their people."""
        counted, names = self.counted, self._plan.roles.quasi_identifiers
        return group_as_published(
            counted.cells, names, counted.sensitive, counted.people, counted.kinds
        ).groups

    def audit(
        self, models: str | Model | Sequence[str | Model] = (), *, groups: int = 10
    ) -> Audit:
        """Audit the table as it is: its levels, and a verdict on each model.

        Args:
            models: Models or their specs.
            groups: How many violating groups to show at most.
        """
        bound = self._bind(models)
        counted = self._count_for(bound)
        people, looks_around = counted.people, any(m.looks_around for m in bound)
        audit = audit_cells(
            RoleCells(counted.cells, counted.sensitive, kinds=counted.kinds),
            quasi_identifiers=self._plan.roles.quasi_identifiers,
            models=bound,
            groups=groups,
            facts=KnownFacts(
                None if people is None else PopulationMatch(people),
                own_reference(counted) if looks_around else None,
                dropped=counted.rows_dropped,
                whole_visits=self._plan.people.known == "whole-visits",
            ),
        )
        equality = self._plan.reading.equality
        return replace(audit, equality=equality, variants=counted.variants)

    def attack(
        self,
        assumptions: Assumptions | None = None,
        *,
        models: str | Model | Sequence[str | Model] = (),
    ) -> Attacks:
        """Make every attack that applies to the table as it is.

        Args:
            assumptions: What the adversary knows; see `Assumptions`.
            models: What a publisher was to satisfy, for the minimality attack.
        """
        assumed = assumptions or Assumptions()
        if bound := self._bind(models):
            assumed = replace(assumed, rule=bound)
        groups = self.present_groups
        known = corruptions(groups, assumed.corruption, assumed.seed)
        return attacks_on(groups, assumed).with_more(tuple(known))

    def risk(
        self,
        *,
        sampling_fraction: float | None = None,
        threshold: float = THRESHOLD,
        nearly: float = NEARLY,
        most: int = 3,
    ) -> TableRisk:
        """Measure the risk of being found in the table as it is; see `diversa.risk`.

        Args:
            sampling_fraction: The share of the population that is in the table.
            threshold: What risk of a row is taken to be too high.
            nearly: From which share of different tuples on columns nearly identify.
            most: The most columns of a set that is looked at.
        """
        counted, groups = self.counted, self.present_groups
        names, weights = self._plan.roles.quasi_identifiers, counted.weights
        found = risk_of_groups(
            groups,
            None if weights is None else group_weights(counted.cells, names, weights),
            sampling_fraction=sampling_fraction,
            threshold=threshold,
        )
        sets = quasi_identifier_sets(
            counted.cells, names, nearly=nearly, most=most, kinds=counted.kinds
        )
        return TableRisk(found, sets)

    def _count_for(self, models: tuple[Model, ...] = ()) -> CountTable:
        """The counted table, if it has what the models look at.

        A population is counted again where models ask what sensitive values its people
        have, which is not known before.
        """
        if not self._counted:
            raise InputError("table: is closed; open it again")
        asked = (
            population_attributes(models)
            if self._plan.privacy.population is not None
            else ()
        )
        if asked and asked not in self._counted:
            self._counted[asked] = count_table(self._opened, models)
        counted = self._counted.get(asked) or next(iter(self._counted.values()))
        for model in models:
            model.check(counted.sensitive, given=self._plan.privacy.needs_met)
        return counted

    def _bind(self, models: str | Model | Sequence[str | Model]) -> tuple[Model, ...]:
        """Models or their specs, each bound to its sensitive attribute."""
        names, asked = self._plan.roles.sensitive, models_from(models)
        return tuple(bound for model in asked for bound in model.bind(names))


def own_reference(counted: CountTable) -> Reference:
    """The table as its own original, with the groups around each of its groups."""
    cells, sensitive = counted.cells, counted.sensitive
    return Reference(sensitive, frequency_set(cells, counted.hierarchies, sensitive))
