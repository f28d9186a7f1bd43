# SPDX-License-Identifier: Apache-2.0
"""The whole way on one page: from a table to an audited release.

open -> roles -> values -> hierarchies -> count -> search -> recode -> write -> audit.
Read this file first; every step stands in the module it calls.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Unpack

from diversa.audits.audit import audit
from diversa.audits.audit_result import Audit
from diversa.audits.reference import Reference
from diversa.audits.two_tables import audit_buckets
from diversa.counts.cells import Cells
from diversa.counts.population_cells import generalize
from diversa.data.read_options import ReadOptions
from diversa.engines.engine import Engine, Table
from diversa.engines.registry import open_engine
from diversa.errors import InternalError, TargetError
from diversa.methods import METHODS, make_task
from diversa.methods.decision import Decision
from diversa.plan.file import read_plan
from diversa.plan.keywords import PlanKeywords, make_plan, revise
from diversa.plan.plan import Plan
from diversa.progress import Clock, Phases, silent
from diversa.recodings.published_tables import PublishedTables
from diversa.release.folder import appearing
from diversa.release.manifest import MANIFEST, manifest_text
from diversa.release.measuring import measure
from diversa.release.release import Release
from diversa.release.targets import Targets
from diversa.report.page import REPORT, report_page
from diversa.search.lattice.lattice_report import LatticeReport
from diversa.search.planner import search_all
from diversa.tables.counted_table import Counted, count_table

READING = ReadOptions(delimiter=",", quoted_missing=False)
"""How a release of ours is read."""


def anonymize(
    source: object,
    plan: Plan | Path | str | None = None,
    *,
    out: Path | str | None = None,
    format: str | None = None,  # noqa: A002 - the word of the command line
    keep_order: bool = False,
    tokens: Path | str | None = None,
    mapping: Path | str | None = None,
    engine: Engine | None = None,
    phases: Phases = silent,
    **words: Unpack[PlanKeywords],
) -> Release:
    """Publish a table so that every model of the plan holds in the release.

    Args:
        source: A path (CSV, Parquet, JSON) or a pandas, Polars or PyArrow frame.
        plan: A plan or the path of a plan file; or give its words instead.
        out: Folder of the release; without it, a frame comes back as `.frame`.
        format: "csv" or "parquet" for the folder; that of the source by default.
        keep_order: Give a frame back in its own row order, with its own index.
        tokens: Where the secret mapping of `tokens` identifiers goes; never in `out`.
        mapping: Where the applied value mapping of the quasi-identifiers goes.
        engine: The engine that reads and writes; DuckDB by default.
        phases: Told of every phase, for progress bars.
        words: The words of a plan, see `PlanKeywords`: quasi_identifiers, sensitive,
            identifiers, models, hierarchies, suppression, missing, objective, ...

    Returns:
        The release, after the audit of what was published has passed.

    Raises:
        NoSolutionError: No release satisfies the models.
        InputError: What was given cannot be used; nothing was written.
    """
    settled = settle(plan, words)
    if mapping is not None and settled.search.method != "full-domain":
        raise TargetError(
            f"mapping: must come with the method full-domain, got"
            f" {settled.search.method}; the others publish a value differently from"
            " group to group"
        )
    targets = Targets.check(
        source,
        settled.identifiers,
        out=out,
        format=format,
        tokens=tokens,
        mapping=mapping,
    )
    clock = Clock(phases)
    with open_engine(engine) as opened:
        counted = open_and_count(opened, source, settled, clock, ordered=keep_order)
        with clock.phase("search") as progress:
            decision = METHODS[settled.search.method](counted, settled, progress)
        with clock.phase("recode"):
            recoded = opened.recode(counted.table, decision.recoding)
        draft = Draft(settled, counted, decision, clock, engine)
        if targets.out is not None:
            return publish_folder(opened, recoded, draft, targets, targets.out, source)
        with clock.phase("write"):
            frames = fetch(
                opened, decision.tables(opened, recoded), keep_order=keep_order
            )
        release = draft.release(frames)
        targets.write_beside(opened, recoded, decision.recoding)
        return replace(
            release, frame=frames.rows, sensitive_table=frames.sensitive_table
        )


def lattice(
    source: object,
    plan: Plan | Path | str | None = None,
    *,
    engine: Engine | None = None,
    phases: Phases = silent,
    **words: Unpack[PlanKeywords],
) -> LatticeReport:
    """Find every node of the lattice that satisfies the models of the plan.

    Args:
        source: A path or a frame, as for `anonymize`.
        plan: A plan or the path of a plan file; or give its words instead.
        engine: The engine that reads the table; DuckDB by default.
        phases: Told of every phase, for progress bars.
        words: The words of a plan, see `PlanKeywords`.
    """
    settled, clock = settle(plan, words), Clock(phases)
    with open_engine(engine) as opened:
        counted = open_and_count(opened, source, settled, clock, ordered=False)
        with clock.phase("search") as progress:
            task = make_task(counted, settled, progress)
            return LatticeReport.of(task, search_all(task))


def settle(plan: Plan | Path | str | None, words: PlanKeywords) -> Plan:
    """The plan that was given or read; words take the place of its own."""
    if plan is None:
        return make_plan(**words)
    given = plan if isinstance(plan, Plan) else read_plan(plan)
    return revise(given, **words) if words else given


def open_and_count(
    engine: Engine, source: object, plan: Plan, clock: Clock, *, ordered: bool
) -> Counted:
    """Open the source and count its cells."""
    with clock.phase("read"):
        table = engine.open(source, options=plan.reading, ordered=ordered)
    with clock.phase("count"):
        return count_table(engine, table, plan)


@dataclass(frozen=True, eq=False)
class Draft:
    """A decision that is not published yet."""

    plan: Plan
    counted: Counted
    decision: Decision
    clock: Clock
    engine: Engine | None
    """What audits, where the caller chose it; else one that knows nothing yet."""

    @property
    def people(self) -> Cells | None:
        """The population of the plan, generalized as the table is."""
        around = self.decision.node
        if self.counted.people is None or around is None:
            return None
        return generalize(self.counted.people, self.counted.hierarchies, around.levels)

    @property
    def reference(self) -> Reference:
        """The table before anything was suppressed, for models that compare with it."""
        decision = self.decision
        return Reference(self.counted.sensitive, decision.node, decision.partition)

    def release(self, published: PublishedTables[Any]) -> Release:
        """The release, if the audit of what was published passes."""
        with self.clock.phase("audit"):
            found = self.audit(published)
        if not found.holds:
            raise InternalError(
                "audit: the published table does not hold; not released"
            )
        return Release(
            plan=self.plan,
            decision=self.decision,
            rows_in=self.counted.table.rows,
            dropped=self.counted.dropped,
            audit=found,
            seconds=self.clock.seconds,
            # Kept, so that the release with its files need not be measured again.
            measure=cache(partial(measure, self.counted, self.plan, self.decision)),
        )

    def audit(self, published: PublishedTables[Any]) -> Audit:
        """Count what was published anew; a release tells empty text from missing."""
        plan, group = self.plan, self.decision.group_column
        if self.decision.secret_columns is not None:
            return audit_buckets(
                published,
                self.decision.secret_columns,
                models=plan.bound_models(),
                missing=plan.privacy.missing,
                options=READING,
                reference=self.reference,
                engine=self.engine,
            )
        known = plan.roles.quasi_identifiers if group is None else (group,)
        return audit(
            published.rows,
            quasi_identifiers=known,
            sensitive=plan.roles.sensitive,
            models=plan.bound_models(),
            missing=plan.privacy.missing,
            count_suppressed=True,  # rows of `*` in a release are a group like others
            reading=READING,
            population=self.people,
            reference=self.reference,
            engine=self.engine,
        )


def fetch(
    engine: Engine, tables: PublishedTables[Table], *, keep_order: bool
) -> PublishedTables[Any]:
    """Hand the tables out as frames; the sensitive table has no order to keep."""
    secret = (
        None if tables.sensitive_table is None else engine.fetch(tables.sensitive_table)
    )
    return PublishedTables(engine.fetch(tables.rows, keep_order=keep_order), secret)


def write(
    engine: Engine, tables: PublishedTables[Table], folder: Path, targets: Targets
) -> PublishedTables[Path]:
    """Write the tables as files."""
    rows, secret = folder / targets.file_name, folder / targets.secret_name
    engine.write(tables.rows, rows)
    if tables.sensitive_table is None:
        return PublishedTables(rows)
    engine.write(tables.sensitive_table, secret)
    return PublishedTables(rows, secret)


def publish_folder(
    engine: Engine,
    recoded: Table,
    draft: Draft,
    targets: Targets,
    out: Path,
    source: object,
) -> Release:
    """Write the release; the folder appears after the audit of the file passed."""
    with appearing(out) as folder:
        with draft.clock.phase("write"):
            tables = draft.decision.tables(engine, recoded)
            files = write(engine, tables, folder, targets)
        release = draft.release(files)
        with draft.clock.phase("measure"):
            manifest = release.manifest(source, files.forms)
        (folder / MANIFEST).write_text(manifest_text(manifest), encoding="utf-8")
        with draft.clock.phase("report"):
            (folder / REPORT).write_text(report_page(manifest), encoding="utf-8")
        names = sorted(one.name for one in folder.iterdir())
        targets.write_beside(engine, recoded, draft.decision.recoding)
    return replace(release, files=tuple(out / name for name in names))
