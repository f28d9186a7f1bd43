# SPDX-License-Identifier: Apache-2.0
"""An open table: counted once, for those who ask more than once.

A notebook, a sweep over models or an application opens a table, searches it for several
models, looks at what each costs, and publishes what it likes best. The steps are those
of `pipeline.anonymize`: open, search, publish. The table is open until it is closed;
what it holds in memory are its distinct tuples, and no row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self, Unpack

from diversa.attacks.assumptions import Assumptions
from diversa.attacks.attack_result import Attacks
from diversa.attacks.battery import attacks_on
from diversa.audits.audit_result import Audit
from diversa.counts.groups import Groups
from diversa.engines.engine import Engine, EngineChoice
from diversa.engines.registry import open_engine
from diversa.errors import InputError, NoSolutionError, PlanError
from diversa.methods import make_task
from diversa.models import models_from
from diversa.models.model import Model
from diversa.models.sensitive_model import population_attributes
from diversa.open_tables.frontier import (
    ASKED,
    FrontierPoint,
    find_point,
    with_other_models,
    with_value,
)
from diversa.open_tables.present_table import (
    audit_present,
    group_present,
    risk_present,
)
from diversa.open_tables.proposal import Proposal
from diversa.pipeline import decide, publish, recode, targets_of
from diversa.plan.keywords import PlanKeywords, revise
from diversa.plan.plan import Plan
from diversa.plan.uses import check_used, settle
from diversa.progress import Clock, Phases, silent
from diversa.record.folder import reserve
from diversa.release.release import Release
from diversa.release.targets import as_path
from diversa.risks.distinction import NEARLY
from diversa.risks.risk import THRESHOLD
from diversa.risks.table_risk import TableRisk
from diversa.search.lattice.lattice_report import LatticeReport
from diversa.search.planner import search_all
from diversa.sweeps.axis import axes_of, plans_of
from diversa.sweeps.sweep import Sweep, SweepPoint
from diversa.sweeps.yardstick import Yardstick
from diversa.tables.count_table import CountTable, count_table
from diversa.tables.keeping import check_kept
from diversa.tables.table_input import OpenedTable, TableInput


def open(  # noqa: A001 - `diversa.open`, as files are opened
    source: object,
    plan: Plan | Path | str | None = None,
    *,
    engine: EngineChoice = None,
    phases: Phases = silent,
    **words: Unpack[PlanKeywords],
) -> OpenTable:
    """Open a table and count it, for several questions.

    Args:
        source: A path (CSV, Parquet, JSON) or a pandas, Polars or PyArrow frame.
        plan: A plan or the path of a plan file; or give its words instead.
        engine: The engine that reads and writes, or its name; DuckDB by default.
        phases: Told of every phase, for progress bars.
        words: The words of a plan, see `PlanKeywords`: quasi_identifiers, sensitive,
            identifiers, hierarchies, missing, population, ...; models and settings of
            the search may be left to `search`.

    Returns:
        The open table: close it, or use it in a `with` statement.
    """
    settled, clock = settle(plan, words), Clock(phases)
    with ExitStack() as stack:
        running = stack.enter_context(open_engine(engine, source))
        with clock.phase("read"):
            table_input = TableInput.of_plan(source, settled, engine=engine)
            opened = table_input.open_in(running)
        with clock.phase("count"):
            settled.check_columns(opened.table.columns)
            counted = count_table(opened, settled.bound_models())
            check_kept(opened, counted.sensitive)
        return OpenTable(settled, running, opened, counted, phases, stack.pop_all())


class OpenTable:
    """A table that was opened and counted; see `diversa.open`."""

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

    def search(self, **words: Unpack[PlanKeywords]) -> Proposal:
        """Find what to publish so that the models hold.

        Args:
            words: Words of a plan that say what is looked for: models, suppression,
                suppress_by, method, algorithm, objective, seed, ...

        Raises:
            NoSolutionError: No release satisfies the models.
        """
        return self._propose(words, None)

    def choose(
        self, levels: Mapping[str, int], **words: Unpack[PlanKeywords]
    ) -> Proposal:
        """Judge chosen levels: what they cost, and what would be suppressed.

        Args:
            levels: The level of each quasi-identifier.
            words: The models and settings, as for `search`.

        Raises:
            NoSolutionError: A model fails at these levels, in more rows than may go.
        """
        return self._propose(words, levels)

    def publish(
        self,
        chosen: Proposal | Mapping[str, int],
        *,
        out: Path | str | None = None,
        replace: bool = False,
        format: str | None = None,  # noqa: A002 - the word of the command line
        keep_order: bool = False,
        tokens: Path | str | None = None,
        mapping: Path | str | None = None,
        recoding: Path | str | None = None,
        evidence: bool | None = None,
        **words: Unpack[PlanKeywords],
    ) -> Release:
        """Publish what a search decided, or chosen levels; audited like any release.

        Args:
            chosen: What `search` found, or the level of each quasi-identifier.
            out: Folder of the release; without it, a frame comes back as `.frame`.
            replace: Let the release take the place of one that is in the folder.
            format: "csv" or "parquet" for the folder; that of the source by default.
            keep_order: Give a frame back in its own row order, with its own index.
            tokens: Where the secret mapping of `tokens` identifiers goes.
            mapping: Where the applied value mapping of the quasi-identifiers goes.
            recoding: Where the recoding goes, to `apply` it to later rows.
            evidence: Whether risk, attacks and utility are measured; see `anonymize`.
            words: For chosen levels the models and settings, as for `search`.

        Raises:
            NoSolutionError: A model fails at the chosen levels.
        """
        proposal = self._proposal_of(chosen, words)
        plan, source = proposal.plan, self._opened.table_input.source
        with reserve(as_path(out)):
            targets = targets_of(
                source,
                plan,
                out=out,
                replace=replace,
                format=format,
                tokens=tokens,
                mapping=mapping,
                recoding=recoding,
            )
            clock, counted = Clock(self._phases), self._count_for(plan.bound_models())
            draft = recode(
                self._engine,
                counted,
                plan,
                proposal.decision,
                targets,
                clock,
                auditor=self._opened.table_input.engine,
                evidence=evidence,
            )
            return publish(draft, source, keep_order=keep_order)

    def lattice(self, **words: Unpack[PlanKeywords]) -> LatticeReport:
        """Every node of the lattice that satisfies the models."""
        check_used("lattice", words)
        plan, clock = self.plan_for(**words), Clock(self._phases)
        with clock.phase("search") as progress:
            counted = self._count_for(plan.bound_models())
            task = make_task(counted, plan, progress)
            found = search_all(task, algorithm=plan.search.algorithm)
            return LatticeReport.of(task, found, floor=counted.floor)

    def frontier(
        self, vary: str, values: Sequence[object], **words: Unpack[PlanKeywords]
    ) -> tuple[FrontierPoint, ...]:
        """Find the loss of the best release for each value of a setting.

        Args:
            vary: The word of a plan that varies, such as "suppression"; or the spec of
                a model with `{}` in the place of what varies, such as "k-anonymity:{}",
                which is asked for beside the other models.
            values: The values, in any order.
            words: The models and settings that stay the same, as for `search`.
        """
        stated = with_other_models(self._plan.privacy.models, vary, words)
        plans = [(value, with_value(vary, value, stated)) for value in values]
        return tuple(find_point(self.search, value, each) for value, each in plans)

    def sweep(
        self,
        over: Mapping[str, Iterable[object]],
        *,
        privacy: str | None = None,
        **words: Unpack[PlanKeywords],
    ) -> Sweep:
        """Find the best release for each value of a setting: its loss and its privacy.

        Args:
            over: What varies, with its values: the parameter of a model that is asked
                for (`{"k": range(2, 21)}`, or `"t-closeness.t"` where several models
                have a t) or a setting such as "suppression" or "method". Of several,
                every combination is tried.
            privacy: What privacy is measured by: the name of a model for the level that
                it attains, "average risk" or "highest risk". The model that varies by
                default.
            words: The models and settings that stay the same, as for `search`.

        Returns:
            The points with the Pareto frontier; it writes itself as CSV, JSON and SVG.
        """
        plan, axes = self.plan_for(**words), axes_of(over)
        plans = list(plans_of(plan, axes))
        yardstick = Yardstick.choose(plan, axes, privacy)
        points = [self._sweep_point(values, each, yardstick) for values, each in plans]
        return Sweep.of((axis.name for axis in axes), yardstick, points)

    def groups(self, proposal: Proposal | None = None) -> Groups:
        """Rows that look alike: in the table as it is, or as it would be published.

        Args:
            proposal: What a search decided; suppressed rows are in no group, unless
                they are published with `*`, where they are the last one.
        """
        if proposal is None:
            return group_present(self._count_for(), self._plan)
        counted = self._count_for(proposal.plan.bound_models())
        counted = proposal.decision.counted or counted
        recoding = proposal.decision.recoding
        return recoding.recode(counted).groups_with_stars

    def audit(
        self, models: str | Model | Sequence[str | Model] = (), *, groups: int = 10
    ) -> Audit:
        """Audit the table as it is: its levels, and a verdict on each model.

        Args:
            models: Models or their specs.
            groups: How many violating groups to show at most.
        """
        bound = self._bind(models)
        return audit_present(self._count_for(bound), self._plan, bound, groups=groups)

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
        return attacks_on(group_present(self._count_for(), self._plan), assumed)

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
        return risk_present(
            self._count_for(),
            self._plan,
            sampling_fraction=sampling_fraction,
            threshold=threshold,
            nearly=nearly,
            most=most,
        )

    def close(self) -> None:
        """Free what was counted, and the engine if it was started for this table."""
        self._counted.clear()
        self._resources.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

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

    def _propose(
        self, words: PlanKeywords, levels: Mapping[str, int] | None
    ) -> Proposal:
        """Search a release, or judge the levels that were chosen."""
        plan, clock = self.plan_for(**words), Clock(self._phases)
        counted = self._count_for(plan.bound_models())
        decision = decide(counted, plan, clock, levels=levels)
        return Proposal(plan, decision, self._mark)

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

    def _proposal_of(
        self, chosen: Proposal | Mapping[str, int], words: PlanKeywords
    ) -> Proposal:
        """The proposal to publish; chosen levels are judged now."""
        if isinstance(chosen, Mapping):
            return self.choose(chosen, **words)
        if words:
            raise PlanError(
                f"{', '.join(words)}: must come with chosen levels, got what a search"
                " has decided; say it when you search"
            )
        if chosen.made_for is not self._mark:
            raise InputError(
                "chosen: must be what a search of this table has decided, got that of"
                " another table; search this one"
            )
        return chosen

    def _sweep_point(
        self, settings: Mapping[str, object], plan: Plan, yardstick: Yardstick
    ) -> SweepPoint:
        try:
            plan.check(self._opened.table.columns)
            counted = self._count_for(plan.bound_models())
            decision = decide(counted, plan, Clock(self._phases))
        except NoSolutionError as error:
            return SweepPoint(settings, failure=str(error))
        except InputError as error:
            if "method" in settings:  # it does not fit the models; others may
                return SweepPoint(settings, failure=str(error))
            raise
        groups = self.groups(Proposal(plan, decision, self._mark))
        return SweepPoint.of(settings, decision, groups, yardstick)

    def _bind(self, models: str | Model | Sequence[str | Model]) -> tuple[Model, ...]:
        """Models or their specs, each bound to its sensitive attribute."""
        names, asked = self._plan.roles.sensitive, models_from(models)
        return tuple(bound for model in asked for bound in model.bind(names))
