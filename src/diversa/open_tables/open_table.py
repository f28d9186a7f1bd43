# SPDX-License-Identifier: Apache-2.0
"""An open table: counted once, for those who ask more than once.

A notebook, a sweep over models or an application opens a table, searches it for several
models, looks at what each costs, and publishes what it likes best. The steps are those
of `pipeline.anonymize`: open, search, publish. The table is open until it is closed;
what it holds in memory are its distinct tuples, and no row.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Unpack

from diversa.counts.groups import Groups
from diversa.engines.engine import EngineChoice
from diversa.engines.registry import open_engine
from diversa.errors import InputError, NoSolutionError, PlanError
from diversa.open_tables.frontier import (
    FrontierPoint,
    find_point,
    with_other_models,
    with_value,
)
from diversa.open_tables.present_table import PresentTable
from diversa.open_tables.proposal import Proposal
from diversa.pipeline import decide, list_nodes, recode
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.plan.uses import check_used, settle
from diversa.progress import Clock, Phases, silent
from diversa.release.publish import publish
from diversa.release.release import Release
from diversa.release.targets import Targets
from diversa.search.lattice.lattice_report import LatticeReport
from diversa.suggestions.repeating_columns import check_people
from diversa.sweeps.axis import axes_of, plans_of
from diversa.sweeps.sweep import Sweep, SweepPoint
from diversa.sweeps.yardstick import Yardstick
from diversa.tables.count_table import count_table
from diversa.tables.drawn_rows import draw_rows
from diversa.tables.keeping import check_kept
from diversa.tables.table_input import TableInput


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
            check_people(running, opened.lines, settled)
            drawn = draw_rows(running, opened, settled)
            counted = count_table(drawn, settled.bound_models())
            check_kept(drawn, counted.sensitive)
            beyond = opened.table.rows - drawn.table.rows
            counted = dataclasses.replace(counted, rows_beyond=beyond)
        return OpenTable(settled, running, drawn, counted, phases, stack.pop_all())


class OpenTable(PresentTable):
    """A table that was opened and counted; see `diversa.open`."""

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
        plan, table_input = proposal.plan, self._opened.table_input
        targets = Targets(
            source=table_input.source,
            out=out,
            replace=replace,
            format=format,
            keep_order=keep_order,
            tokens=tokens,
            mapping=mapping,
            recoding=recoding,
            evidence=evidence,
        )
        with targets.reserve(plan.identifiers):
            targets.check_writing(plan)
            draft = recode(
                self._engine,
                self._count_for(plan.bound_models()),
                plan,
                proposal.decision,
                targets,
                Clock(self._phases),
                auditor=table_input.engine,
            )
            return publish(draft)

    def lattice(self, **words: Unpack[PlanKeywords]) -> LatticeReport:
        """Every node of the lattice that satisfies the models."""
        check_used("lattice", words)
        plan, clock = self.plan_for(**words), Clock(self._phases)
        return list_nodes(self._count_for(plan.bound_models()), plan, clock)

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
        person = self._plan.roles.person
        return Sweep.of((axis.name for axis in axes), yardstick, points, person)

    def groups(self, proposal: Proposal | None = None) -> Groups:
        """Rows that look alike: in the table as it is, or as it would be published.

        Where the plan names the person of a row, they are people who look alike.

        Args:
            proposal: What a search decided; suppressed rows are in no group, unless
                they are published with `*`, where they are the last one.
        """
        if proposal is None:
            return self.present_groups
        counted = self._count_for(proposal.plan.bound_models())
        decision = proposal.decision
        counted = decision.counted or counted
        recoded = decision.recoding.recode(counted)
        if counted.kinds is None:
            return recoded.groups_with_stars
        distinct = proposal.plan.people.rows == "distinct"
        return recoded.people_with_stars(counted.kinds, distinct=distinct)

    def _propose(
        self, words: PlanKeywords, levels: Mapping[str, int] | None
    ) -> Proposal:
        """Search a release, or judge the levels that were chosen."""
        return self._propose_by(self.plan_for(**words), levels)

    def _propose_by(
        self, plan: Plan, levels: Mapping[str, int] | None = None
    ) -> Proposal:
        counted, clock = self._count_for(plan.bound_models()), Clock(self._phases)
        decision = decide(counted, plan, clock, levels=levels)
        return Proposal(plan, decision, self._mark, counted)

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
            proposal = self._propose_by(plan)
            groups = self.groups(proposal)
            return SweepPoint.of(settings, proposal.decision, groups, yardstick)
        except NoSolutionError as error:
            return SweepPoint(settings, failure=str(error))
        except InputError as error:
            if "method" in settings:  # it does not fit the models; others may
                return SweepPoint(settings, failure=str(error))
            raise
