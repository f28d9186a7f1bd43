# SPDX-License-Identifier: Apache-2.0
"""The whole way on one page: from a table to an audited release.

open -> count -> search -> recode -> write -> audit -> measure -> publish.
Read this file first; every step stands in the module it calls.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from dataclasses import replace as changed
from pathlib import Path
from typing import Unpack

from diversa.engines.engine import Engine, EngineChoice
from diversa.engines.registry import auditor_of, open_engine
from diversa.evidence.correlation_limit import decide_within_limit
from diversa.ledger.look_back import look_back
from diversa.ledger.place import LedgerChoice, find_ledger
from diversa.methods import make_task, run
from diversa.methods.decision import Decision
from diversa.methods.explanation import WORTH, Explanation, check_seconds
from diversa.methods.explanation import explain as explain_cost
from diversa.methods.manual_levels import manual_levels
from diversa.methods.release_shape import decide_by_release
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.plan.uses import check_used, settle
from diversa.progress import Clock, Phases, silent
from diversa.recodings.recoding import PublishedTables
from diversa.release.draft import AnonymizationDraft
from diversa.release.publish import publish, publish_folder
from diversa.release.recode import recode_people, recode_tables
from diversa.release.release import Release
from diversa.release.table_draft import TableDraft, table_target
from diversa.release.targets import Out, Targets
from diversa.search.lattice.lattice_report import LatticeReport
from diversa.search.planner import search_all
from diversa.suggestions.repeating_columns import check_people, columns_to_open
from diversa.tables.count_table import CountTable, count_table
from diversa.tables.drawn_rows import draw_rows
from diversa.tables.expansion import count_again
from diversa.tables.keeping import check_kept
from diversa.tables.table_input import TableInput


def anonymize(
    source: object,
    plan: Plan | Path | str | None = None,
    *,
    out: Out = None,
    replace: bool = False,
    format: str | None = None,  # noqa: A002 - the word of the command line
    keep_order: bool = False,
    tokens: Path | str | None = None,
    mapping: Path | str | None = None,
    recoding: Path | str | None = None,
    levels: Mapping[str, int] | None = None,
    evidence: Path | str | bool | None = None,
    explain: float = 0,
    ledger: LedgerChoice = None,
    second_release_anyway: bool = False,
    engine: EngineChoice = None,
    phases: Phases = silent,
    **words: Unpack[PlanKeywords],
) -> Release:
    """Publish a table so that every model of the plan holds in the release.

    Args:
        source: A path (CSV, Parquet, JSON), a pandas, Polars or PyArrow frame, or a
            table of a database (`postgresql://user@host/db?table=schema.name`).
        plan: A plan or the path of a plan file; or give its words instead.
        out: Folder of the release, or a new table of a database; without it, a frame
            comes back as `.frame`.
        replace: Let the release take the place of one that is in the folder, which
            stays there until the new one is whole.
        format: "csv" or "parquet" for the folder; that of the source by default.
        keep_order: Give a frame back in its own row order, with its own index.
        tokens: Where the secret mapping of `tokens` identifiers goes; never in `out`.
        mapping: Where the applied value mapping of the quasi-identifiers goes.
        recoding: Where the recoding goes, to `apply` it to later rows; never in `out`.
        levels: The level of each quasi-identifier, where they are chosen and not
            searched: `{"zip": 2, "age": 1}`. They are audited like any other.
        evidence: Whether risk, attacks and utility are measured, as `.evidence`; by
            default for a folder, whose report shows them, and not for a frame. Where
            the release is a table of a database, the folder for manifest and report.
        explain: Seconds of processor time to find out what makes a release lose much,
            and what to try next, as `.explanation`. Nothing is tried by default, and
            where the search alone took longer.
        ledger: The private file that knows earlier releases, and warns if people of
            the table were in one (`SecondReleaseWarning`). By default, for a folder or
            a database, the file that `DIVERSA_LEDGER` names, else one in the state
            folder of the user; False keeps none.
        second_release_anyway: Publish such a release without a warning; its manifest
            says so.
        engine: The engine that reads and writes, or its name; by default the one of
            the source: DuckDB for files and frames, PostgreSQL for its tables.
        phases: Told of every phase, for progress bars.
        words: The words of a plan, see `PlanKeywords`: quasi_identifiers, sensitive,
            identifiers, models, hierarchies, suppression, missing, objective, ...

    Returns:
        The release, after the audit of what was published has passed.

    Raises:
        NoSolutionError: No release satisfies the models.
        InputError: What was given cannot be used; nothing was written.
    """
    check_seconds(explain)
    settled, clock = settle(plan, words), Clock(phases)
    targets = Targets(
        source=source,
        out=out,
        replace=replace,
        format=format,
        keep_order=keep_order,
        tokens=tokens,
        mapping=mapping,
        recoding=recoding,
        evidence=evidence,
    )
    place = find_ledger(ledger, is_written=out is not None)
    if place is not None:
        place.check(targets.folder)
    with targets.reserve(settled.identifiers), ExitStack() as endings:
        targets.check_writing(settled)
        opened = endings.enter_context(open_engine(engine, source))
        counted = open_and_count(opened, source, settled, clock, ordered=keep_order)
        looked = None
        if place is not None:
            looked = look_back(
                place,
                opened,
                counted,
                settled,
                folder=targets.folder,
                anyway=second_release_anyway,
            )
            settled = looked.plan(settled)
            counted = changed(counted, noise_key=looked.noise_key)
        target = endings.enter_context(table_target(targets, opened))
        decision = decide(counted, settled, clock, levels=levels)
        auditor = auditor_of(engine)
        draft = recode(
            opened, counted, settled, decision, targets, clock, auditor=auditor
        )
        draft = changed(draft, looked=looked)
        if target is not None and targets.folder is not None:
            release = publish_folder(TableDraft(draft, target), targets.folder)
        else:
            release = publish(draft)
        if decision.metrics.get("loss", 0) < WORTH or clock.seconds["search"] > explain:
            return release  # trials would take as long as the search, each
        with clock.phase("explain") as progress:
            found = explain_cost(counted, settled, decision, progress, seconds=explain)
        return with_explanation(release, found)


def with_explanation(release: Release, found: Explanation) -> Release:
    """The release with what makes it lose, for its owner."""
    return replace(release, explanation=found)


def lattice(
    source: object,
    plan: Plan | Path | str | None = None,
    *,
    engine: EngineChoice = None,
    phases: Phases = silent,
    **words: Unpack[PlanKeywords],
) -> LatticeReport:
    """Find every node of the lattice that satisfies the models of the plan.

    Args:
        source: A path or a frame, as for `anonymize`.
        plan: A plan or the path of a plan file; or give its words instead.
        engine: The engine that reads the table, or its name; DuckDB by default.
        phases: Told of every phase, for progress bars.
        words: The words of a plan, see `PlanKeywords`.
    """
    check_used("lattice", words)
    settled, clock = settle(plan, words), Clock(phases)
    with open_engine(engine, source) as opened:
        counted = open_and_count(opened, source, settled, clock, ordered=False)
        return list_nodes(counted, settled, clock)


def list_nodes(counted: CountTable, plan: Plan, clock: Clock) -> LatticeReport:
    """Find every node of the lattice of a counted table that satisfies the models."""
    with clock.phase("search") as progress:
        task = make_task(counted, plan, progress)
        found = search_all(task, algorithm=plan.search.algorithm)
        return LatticeReport.of(task, found, floor=counted.floor)


def open_and_count(
    engine: Engine, source: object, plan: Plan, clock: Clock, *, ordered: bool
) -> CountTable:
    """Open the source and count its cells."""
    with clock.phase("read"):
        # Levels are all that a floor is about; other methods need every value.
        fitted = plan.search.method == "full-domain"
        table = replace(TableInput.of_plan(source, plan), fitted=fitted).open_in(
            engine, ordered=ordered, columns=columns_to_open(plan)
        )
    with clock.phase("count"):
        plan.check(table.table.columns)
        check_people(engine, table.lines, plan)
        drawn = draw_rows(engine, table, plan)
        counted = count_table(drawn, plan.bound_models())
        check_kept(drawn, counted.sensitive)
        return replace(counted, rows_beyond=table.table.rows - drawn.table.rows)


def decide(
    counted: CountTable,
    plan: Plan,
    clock: Clock,
    *,
    levels: Mapping[str, int] | None = None,
) -> Decision:
    """Search for what to publish; or judge the levels that were chosen.

    A search decides with hierarchies of what is published. Levels were chosen on those
    of the table, and keep what they mean.
    """
    with clock.phase("search") as progress:
        if levels is not None:
            return manual_levels(counted, plan, levels, progress)
        return decide_within_limit(
            counted,
            plan,
            lambda tried: decide_by_release(
                counted, lambda table: run(tried.search.method, table, tried, progress)
            ),
        )


def recode(
    engine: Engine,
    counted: CountTable,
    plan: Plan,
    decision: Decision,
    targets: Targets,
    clock: Clock,
    *,
    auditor: EngineChoice = None,
) -> AnonymizationDraft:
    """Carry a decision out inside the engine; see the draft."""
    counted = decision.counted or counted
    saved = targets.recoding_to_save(decision, plan, counted)
    people = None
    with clock.phase("recode"):
        if counted.kinds is None:
            targets.check_order(plan)
            recoded = recode_tables(
                engine,
                counted,
                decision.recoding,
                by_counts=targets.folder is not None,
                leaving=targets.table is None and plan.roles.count is None,
            )
        else:
            targets.check_people(plan)
            people = recode_people(engine, counted, plan, decision.recoding)
            rows = engine.select(people, decision.recoding.columns)
            recoded = PublishedTables(rows)
        if plan.roles.count is not None:
            lines = count_again(engine, recoded.rows, plan.roles.count)
            recoded = replace(recoded, rows=lines)
    return AnonymizationDraft(
        engine,
        counted,
        plan,
        decision,
        recoded,
        targets,
        clock,
        auditor,
        saved,
        people,
    )
